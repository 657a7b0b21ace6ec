// docs/api.md: registration through the identity provider, and sites without passwords.
import { SignInOptions } from '@wentwell/contract/accounts/sign-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { buildTestApp, said, type TestApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { invite } from '#test/invitation-scene';
import { type OidcServer, startOidcServer } from '#test/oidc-server';

import { api, password } from './auth-scene.suite.ts';
import { newPerson, providerCalls, publicUrl, redirectUri } from './oidc-scene.suite.ts';

let provider: OidcServer;
beforeAll(async () => {
  // Covers other provider behavior: claims in the ID token, client secret in the body.
  provider = await startOidcServer({ claimsInToken: true, clientAuth: 'client_secret_post' });
  provider.allow(redirectUri);
});
afterAll(() => provider[Symbol.asyncDispose]());

function build(settings: Record<string, string>): Promise<TestApp> {
  return buildTestApp({ PUBLIC_URL: publicUrl, ...provider.settings, ...settings });
}

it('invite: a verified address with an invitation or an account', async () => {
  await using app = await build({ REGISTRATION: 'invite' });
  const calls = providerCalls(app, provider);
  const person = newPerson();
  expect(said(await calls.comeBackAs(person))).toEqual([403, 'REGISTRATION_INVITED_ONLY']);
  const team = await buildTeam(app);
  await invite(app, `${api}/teams/${team.id}/invitations`, { as: team.admin, to: person.email });
  const unverified = { ...person, email_verified: false };
  expect(said(await calls.comeBackAs(unverified))).toEqual([403, 'PROVIDER_EMAIL_UNVERIFIED']);
  const token = await calls.signIn(person);
  expect((await app.request('GET', `${api}/users/me`, { token })).body).toMatchObject({
    email: person.email,
  });
  const { email } = await buildUser(app);
  expect((await calls.untilProof(newPerson({ email }))).by).toBe('password');
});

it('domains: a verified address of a listed domain', async () => {
  await using app = await build({ REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'example.com' });
  const calls = providerCalls(app, provider);
  const stranger = newPerson({ email: 'robin@example.net' });
  expect(said(await calls.comeBackAs(stranger))).toEqual([403, 'REGISTRATION_OTHER_DOMAIN']);
  await calls.signIn(newPerson());
});

it('off: nobody new; linked users sign in', async () => {
  await using app = await build({ REGISTRATION: 'off' });
  const calls = providerCalls(app, provider);
  expect(said(await calls.comeBackAs(newPerson()))).toEqual([403, 'REGISTRATION_OFF']);
  const user = await buildUser(app);
  await app.db.execute(sql`update users set password_hash = 'none' where id = ${user.id}`);
  const person = newPerson({ email: user.email });
  const { token } = await calls.untilProof(person);
  const code = /\d{8}/.exec((await app.mail.next({ to: user.email })).text)?.[0] ?? '';
  expect((await calls.confirm(token, code)).status).toBe(200);
  await calls.signIn(person);
});

it('without passwords: every password call is refused with a message, and a code proves an account', async () => {
  await using app = await build({ PASSWORD_LOGIN: 'off' });
  const calls = providerCalls(app, provider);
  const user = await buildUser(app);
  const { email } = user;
  const refused = [
    ['/auth/register', { email: 'robin@example.com', password }],
    ['/auth/verification', { token: 'x' }],
    ['/auth/verify', { token: 'x' }],
    ['/auth/resend-verification', { email }],
    ['/auth/forgot-password', { email }],
    ['/auth/reset-password', { token: 'x', password }],
    ['/auth/change-password', { current_password: password, new_password: `${password} 2` }],
  ] as const;
  for (const [path, body] of refused) {
    const answer = await app.post(user, api + path, body);
    expect([path, ...said(answer)]).toEqual([path, 403, 'PASSWORDS_OFF']);
  }
  const form = { username: email, password };
  expect((await app.request('POST', `${api}/auth/login`, { form })).problem?.detail).toBe(
    "Passwords are switched off here. Please log in with your organisation's account.",
  );
  const options = await app.request('GET', `${api}/auth/registration`);
  expect(SignInOptions.parse(options.body)).toMatchObject({
    ways: ['provider'],
    provider_name: 'Example Login',
  });
  const root = await buildUser(app, { isSuperuser: true });
  const link = `${api}/admin/users/${user.id}/password-link`;
  expect(said(await app.post(root, link))).toEqual([403, 'PASSWORDS_OFF']);
  expect((await app.post(user, link)).status).toBe(404);
  expect((await calls.untilProof(newPerson({ email }))).by).toBe('code');
  // Its password is not a way to sign in.
  expect(await calls.ownSignIn(user.token)).toEqual({ ways: [], identities: [] });
});

it('without a provider no sign-in starts', async () => {
  await using app = await buildTestApp();
  expect((await app.request('POST', `${api}/auth/provider/start`)).status).toBe(404);
  const options = await app.request('GET', `${api}/auth/registration`);
  expect(SignInOptions.parse(options.body)).toMatchObject({
    ways: ['password'],
    provider_name: null,
  });
});
