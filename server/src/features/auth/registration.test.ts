import { RegistrationRule, SignInOptions } from '@wentwell/contract/accounts/sign-in';
import { User } from '@wentwell/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { buildTestApp, fileApp, type TestApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { invite, lapse } from '#test/invitation-scene';

import { api, authCalls, newAddress, password } from './auth-scene.suite.ts';
import { productionCost } from './password.ts';

// The password tests below check the production hashes.
const app = await fileApp({}, { hashingCost: productionCost });

const {
  post,
  logIn,
  arrivedLink,
  arrivedToken,
  register,
  registerVerified,
  openSession,
  validate,
} = authCalls(app);

describe('registering', () => {
  it('returns 201 with an unverified user, and mails a link to the site', async () => {
    const email = newAddress();
    const redirect = '/invitations/abc?x=1&y=2';
    const body = { email: `  ${email} `, password, first_name: 'Robin', redirect };
    const answer = await post('/auth/register', body);

    expect(answer).toMatchObject({
      status: 201,
      body: { email, first_name: 'Robin', last_name: '', is_verified: false, is_active: true },
    });
    const link = await arrivedLink(email);
    expect(link.pathname).toBe('/verify');
    expect(link.searchParams.get('redirect')).toBe(redirect);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
  });

  it('refuses an address with a verified account, in every spelling', async () => {
    const email = await registerVerified();
    const answer = await post('/auth/register', { email: email.toUpperCase(), password });
    expect(answer.status).toBe(400);
    expect(answer.problem?.detail).toBe('REGISTER_USER_ALREADY_EXISTS');
  });

  it('creates one account for simultaneous registrations of an address', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((each) =>
        post('/auth/register', { email: each, password }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = answers.map(({ body }) => User.parse(body).id);
    expect(new Set(ids).size).toBe(1);
  });

  it('accepts the address of a deleted account', async () => {
    const email = await registerVerified();
    const old = await openSession(email);
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, email));
    await register(email);
    expect((await validate(old)).status).toBe(401);
  });

  it('drops a redirect to another site', async () => {
    const email = newAddress();
    await post('/auth/register', { email, password, redirect: '//evil.test/x' });
    expect((await arrivedLink(email)).searchParams.has('redirect')).toBe(false);
  });

  it('builds links from PUBLIC_URL, whatever Host the request names', async () => {
    const email = newAddress();
    await app.request('POST', `${api}/auth/register`, {
      body: { email, password },
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    });
    expect((await arrivedLink(email)).hostname).toBe('localhost');
  });

  it.each([
    ['no address', { password }, 422],
    ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com', password }, 422],
    ['a short password', { email: 'a@example.com', password: 'Short1x' }, 422],
    ['a password of 129', { email: 'a@example.com', password: 'Aa1'.repeat(43) }, 422],
    ['a name of one letter', { email: 'a@example.com', password, first_name: 'x' }, 422],
    ['null', null, 422],
    ['a megabyte', { email: 'a@example.com', password: 'x'.repeat(1_000_000) }, 413],
  ])('refuses %s', async (_name, body, status) => {
    const answer = await post('/auth/register', body);
    expect(answer.status).toBe(status);
    expect(answer.problem?.detail).toBeTypeOf('string');
  });
});

describe('passwords', () => {
  it('are stored as argon2id with the documented parameters', async () => {
    const { email } = await register();
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row?.passwordHash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true);
  });

  it('matter to their last character, in any script', async () => {
    const long = `Ää1 ${'пароль '.repeat(17)}`;
    const email = newAddress();
    await post('/auth/register', { email, password: `${long}a` });
    await post('/auth/verify', { token: await arrivedToken(email) });
    expect((await logIn(email, `${long}a`)).status).toBe(200);
    expect((await logIn(email, `${long}b`)).problem?.detail).toBe('LOGIN_BAD_CREDENTIALS');
    // The same text in another Unicode normalization form.
    expect((await logIn(email, `${long}a`.normalize('NFD'))).status).toBe(200);
  });

  it('are rehashed at login if their hash was cheaper', async () => {
    const email = await registerVerified();
    const { hash } = await import('@node-rs/argon2');
    const cheap = await hash(password, { memoryCost: 8192, timeCost: 1 });
    await app.db.update(users).set({ passwordHash: cheap }).where(eq(users.email, email));
    const answers = await Promise.all([logIn(email), logIn(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row?.passwordHash).toContain('m=19456');
  });
});

// docs/api.md A-58: the operator's registration rule.
async function tryToRegister(app: TestApp, email: string) {
  const { status, problem } = await app.request('POST', `${api}/auth/register`, {
    body: { email, password },
  });
  return problem ? [status, problem.detail] : [status];
}

const invitedOnly = [
  403,
  'Only invited people can register here. Ask a team to invite this address.',
];
const otherDomain = [403, 'Addresses at this domain cannot register here.'];

it('invite: an address with a pending invitation to an existing team', async () => {
  await using app = await buildTestApp({ REGISTRATION: 'invite' });
  const member = await buildUser(app);
  const team = await buildTeam(app, { members: [member] });
  const teamPath = `${api}/teams/${team.id}`;
  const invited = async (as = team.admin) => {
    const to = newAddress();
    const { invitation } = await invite(app, `${teamPath}/invitations`, { as, to });
    return { to, id: invitation.id };
  };

  expect(await tryToRegister(app, newAddress())).toEqual(invitedOnly);
  // Addresses with accounts get the same refusal, which does not reveal the account.
  expect(await tryToRegister(app, member.email)).toEqual(invitedOnly);
  const { to } = await invited();
  expect(await tryToRegister(app, to.toUpperCase())).toEqual([201]);

  const late = await invited();
  await lapse(app, late.id);
  expect(await tryToRegister(app, late.to)).toEqual(invitedOnly);
  const canceled = await invited();
  await app.delete(team.admin, `${teamPath}/invitations/${canceled.id}`);
  expect(await tryToRegister(app, canceled.to)).toEqual(invitedOnly);
  const fromLeaver = await invited(member);
  await app.post(member, `${teamPath}/leave`);
  expect(await tryToRegister(app, fromLeaver.to)).toEqual(invitedOnly);
  const ofDeletedTeam = await invited();
  expect((await app.delete(team.admin, teamPath)).status).toBe(204);
  expect(await tryToRegister(app, ofDeletedTeam.to)).toEqual(invitedOnly);
});

it('domains: an address of a listed domain, in any case, without subdomains', async () => {
  await using app = await buildTestApp({
    REGISTRATION: 'domains',
    REGISTRATION_DOMAINS: 'Example.com, example.org',
  });
  expect(await tryToRegister(app, 'robin@example.com')).toEqual([201]);
  expect(await tryToRegister(app, 'sasha@EXAMPLE.org')).toEqual([201]);
  for (const domain of ['example.net', 'sub.example.com', 'notexample.com', 'example.com.net']) {
    expect(await tryToRegister(app, `robin@${domain}`)).toEqual(otherDomain);
  }
  const team = await buildTeam(app);
  const to = 'guest@example.net';
  await invite(app, `${api}/teams/${team.id}/invitations`, { as: team.admin, to });
  expect(await tryToRegister(app, to)).toEqual(otherDomain);
});

it('off: nobody; users with accounts log in', async () => {
  await using app = await buildTestApp({ REGISTRATION: 'off' });
  expect(await tryToRegister(app, newAddress())).toEqual([
    403,
    'Registration is closed. Ask whoever runs this Wentwell for an account.',
  ]);
  const user = await buildUser(app);
  expect((await app.get(user, `${api}/users/me`)).status).toBe(200);
});

it.each([
  [{}, { mode: 'open', domains: [] }],
  [
    { REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'example.com' },
    { mode: 'domains', domains: ['example.com'] },
  ],
])('tells visitors the rule of %o', async (settings, rule) => {
  await using app = await buildTestApp(settings);
  const { body } = await app.request('GET', `${api}/auth/registration`);
  expect(RegistrationRule.parse(body)).toEqual(rule);
});

it.each([
  ['7', 7],
  ['forever', null],
])('says how long deleted records are kept: %s', async (KEEP_DELETED_DAYS, days) => {
  await using app = await buildTestApp({ KEEP_DELETED_DAYS });
  const { body } = await app.request('GET', `${api}/auth/registration`);
  expect(SignInOptions.parse(body).keep_deleted_days).toBe(days);
});
