// docs/api.md A-47: the operator's account changes are in the audit log, without a user as actor.
import { NamedAuditEntry, operatorName } from '@wentwell/contract/admin/admin';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';

import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

import { onDatabase, runCommand, urlOf } from './command-scene.suite.ts';

// Starting processes is slow on busy machines.
vi.setConfig({ testTimeout: 90_000 });

function operate(app: TestApp, ...args: string[]) {
  const env = { DATABASE_URL: urlOf(app.connection), PUBLIC_URL: 'https://retro.example.com' };
  return runCommand('user', args, env);
}

async function auditLog(app: TestApp, as: TestUser, query = '') {
  return app.read(as, `/api/v1/admin/audit${query}`, z.array(NamedAuditEntry));
}

const byOperator = { actor_id: null, actor_email: null, address: null, request_id: null };

it('superuser logs each change, and nothing else', async () => {
  await using app = await buildTestApp();
  const root = await buildUser(app, { isSuperuser: true });
  const { id, email } = await buildUser(app);
  const command = onDatabase(app);
  for (const args of [[email], [email], [email, '--remove'], ['nobody@example.com']]) {
    await command('superuser', ...args);
  }
  const entry = { ...byOperator, target_kind: 'users', target_id: id, target_name: email };
  expect(await auditLog(app, root)).toMatchObject([
    { ...entry, action: 'end_superuser' },
    { ...entry, action: 'make_superuser' },
  ]);
});

it('user logs each account created, opened, closed or given a link', async () => {
  await using app = await buildTestApp();
  const root = await buildUser(app, { isSuperuser: true });
  const robin = 'robin@example.com';
  for (const action of ['add', 'add', 'reset', 'deactivate', 'deactivate', 'reset', 'activate']) {
    await operate(app, action, robin);
  }
  await operate(app, 'reset', 'nobody@example.com');
  const entries = await auditLog(app, root);
  const entry = { ...byOperator, target_kind: 'users', target_name: robin };
  expect(entries).toMatchObject(
    ['activate_user', 'deactivate_user', 'make_password_link', 'add_user'].map((action) => ({
      ...entry,
      action,
    })),
  );
});

it('user logs each invitation with its team', async () => {
  await using app = await buildTestApp();
  const root = await buildUser(app, { isSuperuser: true });
  const team = await buildTeam(app, { name: 'Rocket' });
  await operate(app, 'invite', 'guest@example.com', '--team', 'Rocket');
  await operate(app, 'invite', 'guest@example.com', '--team', 'Rocket');
  const entries = await auditLog(app, root, '?action=invite_user');
  expect(entries).toHaveLength(2);
  expect(entries.map(({ target_kind }) => target_kind).toSorted()).toEqual([
    'invitations',
    'teams',
  ]);
  expect(entries).toContainEqual(
    expect.objectContaining({ ...byOperator, target_id: team.id, target_name: 'Rocket' }),
  );
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
