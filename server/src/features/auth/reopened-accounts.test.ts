// Earlier links and codes do not open a reactivated account.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildTestApp, said, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { type OidcServer, startOidcServer } from '#test/oidc-server';

import { api, authCalls, password } from './auth-scene.suite.ts';
import { newPerson, providerCalls, publicUrl, redirectUri } from './oidc-scene.suite.ts';
import { operatedAccountsService } from './operated-accounts.ts';

let provider: OidcServer;
let app: TestApp;
let root: TestUser;
beforeAll(async () => {
  provider = await startOidcServer();
  provider.allow(redirectUri);
  app = await buildTestApp({ PUBLIC_URL: publicUrl, ...provider.settings });
  root = await buildUser(app, { isSuperuser: true });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function setActive({ id }: TestUser, is_active: boolean): Promise<void> {
  const path = `${api}/users/${id}`;
  expect((await app.request('PATCH', path, { as: root, body: { is_active } })).status).toBe(200);
}

async function deleteAndRestore({ id }: TestUser): Promise<void> {
  expect((await app.delete(root, `${api}/users/${id}`, {})).status).toBe(204);
  const restore = `${api}/admin/restore/users/${id}`;
  expect((await app.post(root, restore)).status).toBe(200);
}

const ways: [string, (user: TestUser) => Promise<void>][] = [
  [
    'deactivated and activated',
    async (user) => {
      await setActive(user, false);
      await setActive(user, true);
    },
  ],
  [
    'deactivated and activated by the operator’s command',
    async ({ email }) => {
      // user.test.ts covers the audit entries.
      const accounts = operatedAccountsService(app.db);
      expect(await accounts.setActive(email, false)).toBe('changed');
      expect(await accounts.setActive(email, true)).toBe('changed');
    },
  ],
  ['deleted and restored', deleteAndRestore],
];

describe.each(ways)('an account that was %s', (_how, closeAndReopen) => {
  it('is not opened by the link of a forgotten password', async () => {
    const user = await buildUser(app);
    const { post, arrivedToken, logIn } = authCalls(app);
    await post('/auth/forgot-password', { email: user.email });
    const token = await arrivedToken(user.email);
    await closeAndReopen(user);
    const answer = await post('/auth/reset-password', { token, password });
    expect(said(answer)).toEqual([400, 'RESET_PASSWORD_BAD_TOKEN']);
    expect((await logIn(user.email)).status).toBe(400);
  });

  it('is not linked with a sign-in that waited for its code', async () => {
    const user = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${user.id}`);
    const calls = providerCalls(app, provider);
    const { token } = await calls.untilProof(newPerson({ email: user.email }));
    const code = /\d{8}/.exec((await app.mail.next({ to: user.email })).text)?.[0] ?? '';
    await closeAndReopen(user);
    expect(said(await calls.confirm(token, code))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });
});
