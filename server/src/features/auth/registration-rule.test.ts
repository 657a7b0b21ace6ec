// docs/api.md A-58: the operator's registration rule.
import { RegistrationRule, SignInOptions } from '@wentwell/contract/accounts/sign-in';
import { expect, it } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { invite, lapse } from '#test/invitation-scene';

import { api, newAddress, password } from './auth-scene.suite.ts';

async function register(app: TestApp, email: string) {
  const { status, problem } = await app.request('POST', `${api}/auth/register`, {
    body: { email, password },
  });
  return problem ? [status, problem.detail] : [status];
}

const invitedOnly = [
  403,
  'Only invited people can register here. Ask a team to invite this address.',
];
const otherDomain = [403, 'Addresses of this domain cannot register here.'];

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

  expect(await register(app, newAddress())).toEqual(invitedOnly);
  // Addresses with accounts get the same refusal, which does not reveal the account.
  expect(await register(app, member.email)).toEqual(invitedOnly);
  const { to } = await invited();
  expect(await register(app, to.toUpperCase())).toEqual([201]);

  const late = await invited();
  await lapse(app, late.id);
  expect(await register(app, late.to)).toEqual(invitedOnly);
  const canceled = await invited();
  await app.delete(team.admin, `${teamPath}/invitations/${canceled.id}`);
  expect(await register(app, canceled.to)).toEqual(invitedOnly);
  const fromLeaver = await invited(member);
  await app.post(member, `${teamPath}/leave`);
  expect(await register(app, fromLeaver.to)).toEqual(invitedOnly);
  const ofDeletedTeam = await invited();
  expect((await app.delete(team.admin, teamPath)).status).toBe(204);
  expect(await register(app, ofDeletedTeam.to)).toEqual(invitedOnly);
});

it('domains: an address of a listed domain, in any case, without subdomains', async () => {
  await using app = await buildTestApp({
    REGISTRATION: 'domains',
    REGISTRATION_DOMAINS: 'Example.com, example.org',
  });
  expect(await register(app, 'robin@example.com')).toEqual([201]);
  expect(await register(app, 'sasha@EXAMPLE.org')).toEqual([201]);
  for (const domain of ['example.net', 'sub.example.com', 'notexample.com', 'example.com.net']) {
    expect(await register(app, `robin@${domain}`)).toEqual(otherDomain);
  }
  const team = await buildTeam(app);
  const to = 'guest@example.net';
  await invite(app, `${api}/teams/${team.id}/invitations`, { as: team.admin, to });
  expect(await register(app, to)).toEqual(otherDomain);
});

it('off: nobody; users with accounts log in', async () => {
  await using app = await buildTestApp({ REGISTRATION: 'off' });
  expect(await register(app, newAddress())).toEqual([
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
