// docs/api.md A-60: sign-in with a real identity provider.
import { ValidateOutput } from '@wentwell/contract/accounts/sessions';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildUser } from '#test/factories';
import { startOidcServer } from '#test/oidc-server';

import { auditEntries } from '../admin/audit.table.ts';
import { api } from './auth-scene.suite.ts';
import {
  newPerson,
  providerCalls,
  publicUrl,
  redirectUri,
  said,
  useProviderScene,
} from './oidc-scene.suite.ts';

const { log, lines } = collectLog('trace');
const scene = useProviderScene(log);

async function countUsers({ db }: TestApp): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from users`);
  return Number(rows[0]?.count);
}

describe('a new user', () => {
  it('gets a verified account with their names, and reaches it later even with another address', async () => {
    const { app, calls, me } = scene();
    const person = newPerson();
    const first = await me(await calls.signIn(person));
    expect(first).toMatchObject({
      email: person.email,
      full_name: 'Robin Field',
      is_verified: true,
    });
    const moved = { ...person, email: 'moved@example.org', given_name: 'Sasha' };
    const token = await calls.signIn(moved);
    expect(await me(token)).toEqual(first);
    expect(await calls.ownSignIn(token)).toMatchObject({
      ways: ['provider'],
      identities: [{ provider: 'Example Login', email: 'moved@example.org' }],
    });
    const audited = await app.db.select().from(auditEntries);
    expect(audited.filter(({ actorId }) => actorId === first.id)).toMatchObject([
      { action: 'link_identity', targetKind: 'users', targetId: first.id, address: '127.0.0.1' },
    ]);
  });

  it('gets a session like any other, with a device, ended by signing out', async () => {
    const { app, calls, accounts } = scene();
    const token = await calls.signIn(newPerson());
    const { body } = await app.request('GET', `${api}/auth/validate`, { token });
    expect(ValidateOutput.parse(body).valid).toBe(true);
    expect((await app.request('GET', `${api}/me/sessions`, { token })).body).toMatchObject([
      { user_agent: 'node', current: true },
    ]);
    await app.request('POST', `${api}/auth/logout`, { token });
    expect((await accounts.validate(token)).status).toBe(401);
  });

  it.each([
    ['no address', { email: undefined }],
    ['an address that is not called verified', { email_verified: false }],
    ['an address of which nothing is said', { email_verified: undefined }],
    ['what is no address', { email: 'robin' }],
  ])('is refused with %s', async (_what, claims) => {
    const { app, calls } = scene();
    const before = await countUsers(app);
    const answer = await calls.comeBackAs(newPerson(claims));
    expect(said(answer)).toEqual([403, 'PROVIDER_EMAIL_UNVERIFIED']);
    expect(await countUsers(app)).toBe(before);
  });

  it('is accepted if the provider confirms the address otherwise', async () => {
    const { calls, me } = scene();
    const person = newPerson({ email_verified: undefined, xms_edov: true });
    expect((await me(await calls.signIn(person))).email).toBe(person.email);
  });

  it('gets no name that registration would refuse', async () => {
    const { calls, me } = scene();
    const person = newPerson({ given_name: 'see https://evil.example', family_name: 'x' });
    expect(await me(await calls.signIn(person))).toMatchObject({ first_name: '', last_name: '' });
  });

  it('takes over an address that was registered and never verified', async () => {
    const { calls, accounts, me } = scene();
    const person = newPerson();
    const { token } = await accounts.register(person.email);
    const own = await me(await calls.signIn(person));
    expect(own).toMatchObject({ email: person.email, first_name: 'Robin', is_verified: true });
    expect(said(await accounts.logIn(person.email))).toEqual([400, 'LOGIN_BAD_CREDENTIALS']);
    expect(said(await accounts.post('/auth/verify', { token }))).toEqual([
      400,
      'VERIFY_USER_ALREADY_VERIFIED',
    ]);
  });

  it('gets one account for two simultaneous sign-ins', async () => {
    const { app, provider, calls } = scene();
    const person = newPerson();
    const before = await countUsers(app);
    provider.person = person;
    const both = await Promise.all([calls.start(), calls.start()]);
    const queries = await Promise.all(both.map((each) => provider.visit(each.authorization_url)));
    const answers = await Promise.all(
      both.map(({ secret }, index) => calls.finish(secret, queries[index] ?? '')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countUsers(app)).toBe(before + 1);
  });
});

it('the provider is down: sign-in is refused with a message, the rest works, and it recovers', async () => {
  await using late = await startOidcServer();
  late.allow(redirectUri);
  await late.pause();
  await using other = await buildTestApp({ PUBLIC_URL: publicUrl, ...late.settings }, { log });
  const there = providerCalls(other, late);
  const start = () => other.request('POST', `${api}/auth/provider/start`);
  expect(said(await start())).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  const user = await buildUser(other);
  expect((await other.get(user, `${api}/me/sign-in`)).status).toBe(200);
  await late.resume();
  const person = newPerson();
  const token = await there.signIn(person);
  const { authorization_url, secret } = await there.start();
  const query = await late.visit(authorization_url);
  await late.pause();
  expect(said(await there.finish(secret, query))).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  expect((await other.request('GET', `${api}/users/me`, { token })).status).toBe(200);
  await late.resume();
});

it('the log contains no code, state, token or secret', async () => {
  const { provider, app, calls } = scene();
  const { authorization_url, secret } = await calls.start();
  provider.person = newPerson();
  const query = await provider.visit(authorization_url);
  await app.request('GET', `/login/callback?${query}`, { headers: { accept: 'text/html' } });
  await calls.finish(secret, query);
  const written = JSON.stringify(lines());
  const returned = new URLSearchParams(query);
  for (const part of [secret, returned.get('code'), returned.get('state'), 'canary', '@example']) {
    expect(written.includes(part ?? '?')).toBe(false);
  }
  expect(written).toContain('the identity provider did not confirm a sign-in');
});
