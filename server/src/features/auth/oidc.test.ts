// docs/api.md A-60: signing in with the identity provider, against a real one.
import { ValidateOutput } from '@wentwell/contract/sessions';
import { OwnSignIn } from '@wentwell/contract/sign-in';
import { User } from '@wentwell/contract/users';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ageDatabase } from '#test/age-database';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildUser } from '#test/factories';
import { startOidcServer, type OidcServer } from '#test/oidc-server';

import { auditEntries } from '../admin/audit.table.ts';
import { api, authCalls, password } from './auth-scene.suite.ts';
import { newPerson, providerCalls, publicUrl, redirectUri, said } from './oidc-scene.suite.ts';

const MINUTE = 60_000;

const { log, lines } = collectLog('trace');
let provider: OidcServer;
let app: TestApp;
let calls: ReturnType<typeof providerCalls>;
let accounts: ReturnType<typeof authCalls>;

beforeAll(async () => {
  provider = await startOidcServer();
  provider.allow(redirectUri);
  app = await buildTestApp({ PUBLIC_URL: publicUrl, ...provider.settings }, { log });
  calls = providerCalls(app, provider);
  accounts = authCalls(app);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function me(token: string): Promise<User> {
  return User.parse((await app.request('GET', `${api}/users/me`, { token })).body);
}

async function countUsers(): Promise<number> {
  const { rows } = await app.db.execute<{ count: string }>(sql`select count(*) from users`);
  return Number(rows[0]?.count);
}

describe('somebody new', () => {
  it('gets a verified account with their names, and comes into it again whatever their address is by then', async () => {
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

  it('has a session like any other: with its device, and ended by signing out', async () => {
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
  ])('gets none with %s', async (_what, claims) => {
    const before = await countUsers();
    const answer = await calls.comeBackAs(newPerson(claims));
    expect(said(answer)).toEqual([403, 'PROVIDER_EMAIL_UNVERIFIED']);
    expect(await countUsers()).toBe(before);
  });

  it('gets one where the provider says otherwise that the address is theirs', async () => {
    const person = newPerson({ email_verified: undefined, xms_edov: true });
    expect((await me(await calls.signIn(person))).email).toBe(person.email);
  });

  it('gets no name that nobody could register with', async () => {
    const person = newPerson({ given_name: 'see https://evil.example', family_name: 'x' });
    expect(await me(await calls.signIn(person))).toMatchObject({ first_name: '', last_name: '' });
  });

  it('takes an address over that somebody else has registered and never verified', async () => {
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

  it('who signs in twice at once gets one account', async () => {
    const person = newPerson();
    const before = await countUsers();
    provider.person = person;
    const both = await Promise.all([calls.start(), calls.start()]);
    const queries = await Promise.all(both.map((each) => provider.visit(each.authorization_url)));
    const answers = await Promise.all(
      both.map(({ secret }, index) => calls.finish(secret, queries[index] ?? '')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countUsers()).toBe(before + 1);
  });
});

describe('an account of the same address', () => {
  it('is linked once its password is entered, and opens without it from then on', async () => {
    const email = await accounts.addPerson();
    const person = newPerson({ email: email.toUpperCase() });
    const { by, token, email: shown } = await calls.untilProof(person);
    expect([by, shown]).toEqual(['password', email]);
    expect(said(await calls.confirm(token, 'Wrong1password'))).toEqual([400, 'LINK_BAD_PASSWORD']);
    // Nothing is linked yet: the next sign-in asks again.
    expect((await calls.untilProof(person)).by).toBe('password');
    expect((await calls.confirm(token, password)).status).toBe(200);
    const session = await calls.signIn(person);
    expect((await me(session)).email).toBe(email);
    expect(OwnSignIn.parse(await calls.ownSignIn(session)).ways).toEqual(['password', 'provider']);
    const notice = await app.mail.next({ to: email });
    expect(notice.text).toContain('can now be opened with Example Login');
    expect(said(await calls.confirm(token, password))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('is not linked by an address that the provider does not call verified', async () => {
    const email = await accounts.addPerson();
    const answer = await calls.comeBackAs(newPerson({ email, email_verified: false }));
    expect(said(answer)).toEqual([403, 'PROVIDER_EMAIL_UNVERIFIED']);
  });

  it('has its wrong passwords counted with those of the login', async () => {
    const email = await accounts.addPerson();
    const { token } = await calls.untilProof(newPerson({ email }));
    for (let tries = 0; tries < 5; tries += 1) await calls.confirm(token, `Wrong${tries}password`);
    expect((await calls.confirm(token, 'Wrong6password')).status).toBe(429);
    expect((await accounts.logIn(email)).status).toBe(429);
  });

  it('without a password is linked by a code from its mail, for five tries and 15 minutes', async () => {
    const owner = newPerson();
    const other = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${other.id}`);
    const person = { ...owner, email: other.email };
    const { by, token } = await calls.untilProof(person);
    expect(by).toBe('code');
    const mail = await app.mail.next({ to: other.email });
    const code = /\d{8}/.exec(mail.text)?.[0] ?? '';
    expect(mail.text).toContain('Tell it to nobody');
    for (let tries = 0; tries < 5; tries += 1) {
      expect(said(await calls.confirm(token, '1234'))).toEqual([400, 'LINK_BAD_CODE']);
    }
    expect(said(await calls.confirm(token, code))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);

    const late = await calls.untilProof(person);
    const lateCode = /\d{8}/.exec((await app.mail.next({ to: other.email })).text)?.[0] ?? '';
    await ageDatabase(app, 16 * MINUTE);
    expect(said(await calls.confirm(late.token, lateCode))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);

    const again = await calls.untilProof(person);
    const right = /\d{8}/.exec((await app.mail.next({ to: other.email })).text)?.[0] ?? '';
    const answer = await calls.confirm(again.token, ` ${right.slice(0, 4)} ${right.slice(4)} `);
    expect(answer.status).toBe(200);
    expect((await me(await calls.signIn(person))).id).toBe(other.id);
    // Whoever is given the address later does not get the account with it.
    const successor = newPerson({ email: other.email });
    expect(said(await calls.comeBackAs(successor))).toEqual([403, 'PROVIDER_OTHER_IDENTITY']);
  });

  it('links one of two who hold a code for the same address at once', async () => {
    const user = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${user.id}`);
    const proofs = [];
    for (let n = 0; n < 2; n += 1) {
      const { token } = await calls.untilProof(newPerson({ email: user.email }));
      const code = /\d{8}/.exec((await app.mail.next({ to: user.email })).text)?.[0] ?? '';
      proofs.push({ token, code });
    }
    const [first, second] = proofs;
    expect((await calls.confirm(first?.token ?? '', first?.code ?? '')).status).toBe(200);
    expect(said(await calls.confirm(second?.token ?? '', second?.code ?? ''))).toEqual([
      403,
      'PROVIDER_OTHER_IDENTITY',
    ]);
  });

  it('is sent five codes an hour', async () => {
    const user = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${user.id}`);
    const person = newPerson({ email: user.email });
    for (let sent = 0; sent < 5; sent += 1) await calls.untilProof(person);
    expect((await calls.comeBackAs(person)).status).toBe(429);
  });
});

describe('who is refused', () => {
  it('a deactivated account, linked or not, and a deleted one that was linked', async () => {
    const person = newPerson();
    const { id } = await me(await calls.signIn(person));
    await app.db.execute(sql`update users set is_active = false where id = ${id}`);
    expect(said(await calls.comeBackAs(person))).toEqual([403, 'PROVIDER_ACCOUNT_CLOSED']);
    await app.db.execute(
      sql`update users set is_active = true, deleted_at = now() where id = ${id}`,
    );
    expect(said(await calls.comeBackAs(person))).toEqual([403, 'PROVIDER_ACCOUNT_CLOSED']);
    const other = await buildUser(app);
    await app.db.execute(sql`update users set is_active = false where id = ${other.id}`);
    const stranger = newPerson({ email: other.email });
    expect(said(await calls.comeBackAs(stranger))).toEqual([403, 'PROVIDER_ACCOUNT_CLOSED']);
  });

  it('who cancels there', async () => {
    expect(said(await calls.comeBackAs(null))).toEqual([400, 'PROVIDER_CANCELED']);
  });
});

describe('a return', () => {
  it('works once', async () => {
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const query = await provider.visit(authorization_url);
    expect((await calls.finish(secret, query)).status).toBe(200);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('works within 15 minutes', async () => {
    provider.person = newPerson();
    const { authorization_url, secret } = await calls.start();
    const query = await provider.visit(authorization_url);
    await ageDatabase(app, 16 * MINUTE);
    expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('is for the browser that left: not for another’s secret, and that one’s own way goes on', async () => {
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

  it('with the code of another sign-in is refused by its PKCE verifier', async () => {
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

  it('with an ID token of another nonce, or from another issuer, is refused', async () => {
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
      const { secret } = await calls.start();
      expect(said(await calls.finish(secret, query))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
    },
  );
});

describe('unlinking', () => {
  it('is for one’s own, and not for the last way in', async () => {
    const person = newPerson();
    const token = await calls.signIn(person);
    const [identity] = OwnSignIn.parse(await calls.ownSignIn(token)).identities;
    const path = `${api}/me/identities/${identity?.id}`;
    const stranger = await buildUser(app);
    expect((await app.request('DELETE', path, { as: stranger })).status).toBe(404);
    expect(said(await app.request('DELETE', path, { token }))).toEqual([409, 'LAST_WAY_IN']);

    await accounts.post('/auth/forgot-password', { email: person.email });
    const reset = await accounts.arrivedToken(person.email);
    await accounts.post('/auth/reset-password', { token: reset, password });
    const session = await accounts.openSession(person.email);
    expect((await app.request('DELETE', path, { token: session })).status).toBe(204);
    expect(await calls.ownSignIn(session)).toEqual({ ways: ['password'], identities: [] });
    expect((await calls.untilProof(person)).by).toBe('password');
    const audited = await app.db.select().from(auditEntries);
    const { id } = await me(session);
    expect(audited.filter(({ actorId }) => actorId === id).map(({ action }) => action)).toEqual([
      'link_identity',
      'unlink_identity',
    ]);
  });

  it('an account without a password is deleted by whoever has just signed in', async () => {
    const person = newPerson();
    const token = await calls.signIn(person);
    const { id } = await me(token);
    await ageDatabase(app, 11 * MINUTE);
    const late = await app.request('DELETE', `${api}/users/${id}`, { token, body: {} });
    expect(said(late)).toEqual([400, 'OWN_SIGN_IN_NEEDED']);
    const fresh = await calls.signIn(person);
    const answer = await app.request('DELETE', `${api}/users/${id}`, { token: fresh, body: {} });
    expect(answer.status).toBe(204);
  });
});

it('the provider away: the way there is refused in words, all else goes on, and it heals by itself', async () => {
  await using late = await startOidcServer();
  late.allow(redirectUri);
  await late.pause();
  await using other = await buildTestApp({ PUBLIC_URL: publicUrl, ...late.settings }, { log });
  const there = providerCalls(other, late);
  const start = () => other.request('POST', `${api}/auth/provider/start`);
  expect(said(await start())).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  const user = await buildUser(other);
  expect((await other.request('GET', `${api}/me/sign-in`, { as: user })).status).toBe(200);
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

it('the log knows no code, no state, no token and no secret of all this', async () => {
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
