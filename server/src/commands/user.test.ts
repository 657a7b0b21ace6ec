// docs/api.md A-59: the operator manages accounts without a mail server.
import { LoginInput } from '@wentwell/contract/accounts/sessions';
import { User } from '@wentwell/contract/accounts/users';
import { operatorName } from '@wentwell/contract/admin/admin';
import { expect, it, vi } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { isIn } from '#test/invitation-scene';

import { auditLog, byOperator, onDatabase, runCommand, urlOf } from './command-scene.suite.ts';

// Starting processes is slow on busy machines.
vi.setConfig({ testTimeout: 90_000 });

const publicUrl = 'https://retro.example.com';
const password = 'Tamarind7orchard';

function operate(app: TestApp, ...args: string[]) {
  return runCommand('user', args, { DATABASE_URL: urlOf(app.connection), PUBLIC_URL: publicUrl });
}

function tokenIn(output: string): string {
  const link = new URL(output.slice(output.indexOf(publicUrl)));
  return link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? '';
}

function setPassword(app: TestApp, output: string) {
  const body = { token: tokenIn(output), password };
  return app.request('POST', '/api/v1/auth/reset-password', { body });
}

async function logIn(app: TestApp, username: string): Promise<number> {
  const form = LoginInput.parse({ username, password });
  return (await app.request('POST', '/api/v1/auth/login', { form })).status;
}

/** Expects that these changes of a user are in the audit log, and nothing else. */
async function expectLogged(app: TestApp, email: string, actions: readonly string[]) {
  const root = await buildUser(app, { isSuperuser: true });
  const entry = { ...byOperator, target_kind: 'users', target_name: email };
  const logged = actions.map((action) => ({ ...entry, action }));
  expect(await auditLog(app, root)).toMatchObject(logged);
}

it('add creates an account whose link works once, even with registration off', async () => {
  await using app = await buildTestApp({ REGISTRATION: 'off' });
  const robin = 'robin@example.com';
  const names = ['--first-name', 'Robin', '--last-name', 'Field'];
  const made = await operate(app, 'add', robin, ...names);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('robin@example.com has an account.');
  expect(await logIn(app, robin)).toBe(400);

  const opened = await setPassword(app, made.out);
  expect(User.parse(opened.body)).toMatchObject({ full_name: 'Robin Field', is_verified: true });
  expect(await logIn(app, robin)).toBe(200);
  expect((await setPassword(app, made.out)).status).toBe(400);
  expect(await operate(app, 'add', 'ROBIN@example.com')).toEqual({
    code: 1,
    out: '',
    err: 'ROBIN@example.com already has an account.',
  });
  await expectLogged(app, robin, ['add_user']);
});

it('add refuses names that registration refuses', async () => {
  await using app = await buildTestApp();
  for (const [option, name, reason] of [
    ['--first-name', 'x'.repeat(300), 'must be at most'],
    ['--last-name', 'Field\u202e', 'change the direction of text'],
  ] as const) {
    const refused = await operate(app, 'add', 'robin@example.com', option, name);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(reason);
  }
  expect(await operate(app, 'list')).toMatchObject({ out: 'There are no accounts.' });
});

it('reset prints a link that sets a new password', async () => {
  await using app = await buildTestApp();
  const user = await buildUser(app);
  const made = await operate(app, 'reset', user.email);
  expect((await setPassword(app, made.out)).status).toBe(200);
  expect((await app.get(user, '/api/v1/users/me')).status).toBe(401);
  expect(await operate(app, 'reset', 'nobody@example.com')).toMatchObject({
    code: 1,
    err: 'No account has the address nobody@example.com.',
  });
  await expectLogged(app, user.email, ['make_password_link']);
});

it('deactivate ends every session, and activate lets the person log in again', async () => {
  await using app = await buildTestApp();
  const user = await buildUser(app);
  const out = (text: string) => ({ code: 0, err: '', out: `${user.email} is ${text}.` });
  expect(await operate(app, 'deactivate', user.email)).toEqual(out('deactivated now'));
  expect(await operate(app, 'deactivate', user.email)).toEqual(out('deactivated already'));
  expect((await app.get(user, '/api/v1/users/me')).status).toBe(401);
  expect(await logIn(app, user.email)).toBe(400);
  expect(await operate(app, 'reset', user.email)).toMatchObject({ code: 1 });
  expect(await operate(app, 'activate', user.email)).toEqual(out('active now'));
  expect(await logIn(app, user.email)).toBe(200);
  await expectLogged(app, user.email, ['activate_user', 'deactivate_user']);
});

it('invite lets a person register and join the team where only invited people may', async () => {
  await using app = await buildTestApp({ REGISTRATION: 'invite' });
  const team = await buildTeam(app, { name: 'Rocket' });
  const guest = await buildUser(app);
  const made = await operate(app, 'invite', guest.email, '--team', 'Rocket');
  expect(made.out).toContain(`${guest.email} is invited into Rocket.`);
  const accept = `/api/v1/teams/invitations/token/${tokenIn(made.out)}/accept`;
  expect((await app.post(guest, accept)).status).toBe(200);
  expect(await isIn(app, team.id, guest)).toBe(true);

  const again = await operate(app, 'invite', guest.email, '--team', team.id);
  expect(again.err).toBe('This person is already a member of the team.');
  const nowhere = await operate(app, 'invite', 'new@example.com', '--team', "Nobody's");
  expect(nowhere.err).toBe("There is no team “Nobody's”.");
  await operate(app, 'invite', 'new@example.com', '--team', 'Rocket');
  const body = { email: 'new@example.com', password };
  expect((await app.request('POST', '/api/v1/auth/register', { body })).status).toBe(201);
  await buildTeam(app, { name: 'Rocket' });
  const twice = await operate(app, 'invite', 'other@example.com', '--team', 'Rocket');
  expect(twice.err).toContain('Several teams are called “Rocket”');
  const root = await buildUser(app, { isSuperuser: true });
  const entries = await auditLog(app, root, '?action=invite_user');
  const kinds = entries.map(({ target_kind }) => target_kind).toSorted();
  expect(kinds).toEqual(['invitations', 'invitations', 'teams', 'teams']);
  expect(entries).toContainEqual(
    expect.objectContaining({ ...byOperator, target_id: team.id, target_name: 'Rocket' }),
  );
});

it('list names all users with their special states', async () => {
  await using app = await buildTestApp();
  expect(await operate(app, 'list')).toMatchObject({ out: 'There are no accounts.' });
  await buildUser(app, { email: 'b@example.com', verifiedAt: null, firstName: '', lastName: '' });
  await buildUser(app, { email: 'a@example.com', isSuperuser: true, isActive: false });
  const { out } = await operate(app, 'list');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^a@example\.com\tPerson Number \d+\tsuperuser, deactivated$/),
    'b@example.com\t\tnot verified',
  ]);
});

it('prints its usage on a wrong call', async () => {
  const calls = [
    [],
    ['add'],
    ['add', 'robin'],
    ['list', 'a@example.com'],
    ['remove', 'a@example.com'],
    ['add', 'a@example.com', '--team', 'Rocket'],
    ['invite', 'a@example.com'],
  ];
  const answers = await Promise.all(calls.map((args) => runCommand('user', args, {})));
  for (const { code, err } of answers) {
    expect(code).toBe(2);
    expect(err).toContain('Usage: npm run user -- add EMAIL');
  }
});

it('the log finds the operator by the displayed name, and exports no user for it', async () => {
  await using app = await buildTestApp();
  const root = await buildUser(app, { isSuperuser: true });
  const { id, email } = await buildUser(app);
  await onDatabase(app)('superuser', email);
  await app.post(root, `/api/v1/admin/users/${id}/end-sessions`);
  expect(await auditLog(app, root)).toHaveLength(2);
  const who = encodeURIComponent(operatorName.slice(2).toUpperCase());
  expect(await auditLog(app, root, `?who=${who}`)).toMatchObject([{ action: 'make_superuser' }]);
  expect(await auditLog(app, root, `?who=${encodeURIComponent(root.email)}`)).toMatchObject([
    { action: 'end_sessions' },
  ]);
  const exported = await app.get(root, `/api/v1/admin/audit/export?who=${who}`);
  expect(JSON.parse(exported.text)).toMatchObject({ ...byOperator, action: 'make_superuser' });
});
