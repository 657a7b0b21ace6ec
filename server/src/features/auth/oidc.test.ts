// docs/api.md A-60: sign-in with a real identity provider.
import { ValidateOutput } from '@wentwell/contract/accounts/sessions';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { ageDatabase } from '#test/age-database';
import { buildTestApp, said, type TestApp } from '#test/build-test-app';
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

// docs/api.md A-60: invalid responses of the identity provider.
it('invalid answers of the provider: sign-in is refused with a message until they are valid again', async () => {
  await using odd = await startOidcServer();
  odd.allow(redirectUri);
  const address = `${odd.issuer}/.well-known/openid-configuration`;
  const truth = z.record(z.string(), z.unknown()).parse(await (await fetch(address)).json());
  await using app = await buildTestApp({ PUBLIC_URL: publicUrl, ...odd.settings });
  const calls = providerCalls(app, odd);
  for (const lie of [
    { authorization_endpoint: undefined },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 5 },
    { token_endpoint: undefined },
    { jwks_uri: 'nowhere' },
    { token_endpoint_auth_methods_supported: 5 },
  ]) {
    odd.description = JSON.stringify({ ...truth, ...lie });
    const answer = await app.request('POST', `${api}/auth/provider/start`);
    expect([lie, ...said(answer)]).toEqual([lie, 503, 'PROVIDER_UNAVAILABLE']);
  }
  odd.description = null;
  await calls.signIn(newPerson());
});

it('an unstorable subject is refused', async () => {
  await using odd = await startOidcServer();
  odd.allow(redirectUri);
  await using app = await buildTestApp({ PUBLIC_URL: publicUrl, ...odd.settings });
  const calls = providerCalls(app, odd);
  for (const sub of ['a\0b', 'x'.repeat(256)]) {
    expect(said(await calls.comeBackAs(newPerson({ sub })))).toEqual([400, 'PROVIDER_REFUSED']);
  }
});

// docs/api.md A-60: a provider callback works once, within its time limit, and only for the same browser.
const MINUTE = 60_000;

describe('a return', () => {
  it('works once', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const query = await provider.visit(authorization_url);
    expect((await calls.finish(secret, query)).status).toBe(200);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('works within 15 minutes', async () => {
    const { provider, app, calls } = scene();
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const query = await provider.visit(authorization_url);
    await ageDatabase(app, 16 * MINUTE);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('works only in the browser that left, not with another one’s secret', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const [victim, attacker] = [await calls.start(), await calls.start()];
    const foreign = await provider.visit(attacker.authorization_url);
    expect(said(await calls.finish(victim.secret, foreign))).toEqual([
      400,
      'PROVIDER_SIGN_IN_GONE',
    ]);
    const own = await provider.visit(victim.authorization_url);
    expect((await calls.finish(victim.secret, own)).status).toBe(200);
  });

  it('with the code of another sign-in fails its PKCE verifier', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const [one, other] = [await calls.start(), await calls.start()];
    const query = new URLSearchParams(await provider.visit(one.authorization_url));
    const stolen = new URLSearchParams(await provider.visit(other.authorization_url)).get('code');
    query.set('code', stolen ?? '');
    expect(said(await calls.finish(one.secret, query.toString()))).toEqual([
      400,
      'PROVIDER_REFUSED',
    ]);
  });

  it('with an ID token of another nonce or issuer is refused', async () => {
    const { provider, calls } = scene();
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const forged = new URL(authorization_url);
    forged.searchParams.set('nonce', 'another');
    const query = await provider.visit(forged.href);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_REFUSED']);

    const next = await calls.start();
    const mixedUp = new URLSearchParams(await provider.visit(next.authorization_url));
    mixedUp.set('iss', 'https://evil.example');
    expect(said(await calls.finish(next.secret, mixedUp.toString()))).toEqual([
      400,
      'PROVIDER_REFUSED',
    ]);
  });

  it.each(['', 'state', 'code=x', 'state=1&state=2', '%00', `state=${'x'.repeat(8000)}`])(
    'of %.20s is no return at all',
    async (query) => {
      const { calls } = scene();
      const { secret } = await calls.start();
      expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
    },
  );
});
