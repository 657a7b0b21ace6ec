import { AuditEntry } from '@wentwell/contract/admin/admin';
import { OutsiderAct } from '@wentwell/contract/admin/outsider-acts';
import { MeetingId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { notes } from '#server/features/notes/notes.table';
import { memberships } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';
import { ageDatabase } from '#test/age-database';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

async function auditLog(app: TestApp, as: TestUser, query = '') {
  const answer = await app.get(as, `/api/admin/audit${query}`);
  return {
    entries: z.array(AuditEntry).parse(answer.body),
    total: answer.headers.get('x-total-count'),
  };
}

describe('the audit log (A-47)', () => {
  it('records the address forwarded by a trusted proxy', async () => {
    await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1' });
    const root = await buildUser(app, { isSuperuser: true });
    const team = await buildTeam(app);
    await app.delete(team.admin, `/api/v1/teams/${team.id}`);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await app.request('POST', `/api/admin/restore/teams/${team.id}`, { as: root, headers });
    expect((await auditLog(app, root)).entries).toMatchObject([{ address: '203.0.113.7' }]);
  });

  it('has no entry for refused calls; is paged, newest first', async () => {
    await using app = await buildTestApp();
    const root = await buildUser(app, { isSuperuser: true });
    const teams = [await buildTeam(app), await buildTeam(app), await buildTeam(app)];
    expect((await app.delete(root, `/api/admin/permanent/teams/${teams[0]?.id}`)).status).toBe(409);
    expect(await auditLog(app, root)).toEqual({ entries: [], total: '0' });
    for (const { id, admin } of teams) {
      await app.delete(admin, `/api/v1/teams/${id}`);
      await app.post(root, `/api/admin/restore/teams/${id}`);
    }
    const { entries, total } = await auditLog(app, root, '?skip=1&limit=1');
    expect(total).toBe('3');
    expect(entries).toMatchObject([{ target_id: teams[1]?.id }]);
  });

  it('cannot be changed by any call', async () => {
    await using app = await buildTestApp();
    const changing = app.routes.filter(
      ({ method, path }) => path.includes('audit') && method !== 'GET',
    );
    expect(changing).toEqual([]);
  });
});

// The audit log contains superusers' actions in foreign teams, and actions that only superuser rights allow, from any
// client.
const Made = z.object({ id: z.string() });

async function build(app: Awaited<ReturnType<typeof buildTestApp>>) {
  const board = await buildBoard(app);
  const root = await buildUser(app, { isSuperuser: true });
  /** Returns the entries written by a successful call. */
  async function auditOf(method: string, path: string, body?: object) {
    const before = await entries();
    const answer = await app.request(method, path, { as: root, ...(body && { body }) });
    expect([path, Math.floor(answer.status / 100)]).toEqual([path, 2]);
    const added = (await entries()).slice(0, -before.length || undefined);
    for (const { actor_id, address, request_id } of added) {
      expect(actor_id).toBe(root.id);
      expect(address).toBe('127.0.0.1');
      expect(request_id).toBe(answer.headers.get('x-request-id'));
    }
    const made = Made.safeParse(answer.body).data?.id;
    return {
      did: added.map((each) => `${each.action} ${each.target_kind} ${each.target_id}`),
      made,
    };
  }
  async function entries(): Promise<AuditEntry[]> {
    return app.read(root, '/api/admin/audit?limit=1000', AuditEntry.array());
  }
  return { ...board, root, auditOf, entries };
}

it('A-47: logs a superuser’s changes in others’ meetings', async () => {
  await using app = await buildTestApp();
  const { path, meeting, team, member, note, auditOf } = await build(app);
  const { id: noteId } = await note(member, 'A note');
  const changed = [`change_meeting meetings ${meeting.id}`];
  for (const [method, at, body] of [
    ['PUT', `${path}/notes/${noteId}`, { content: 'Other words' }],
    ['DELETE', `${path}/notes/${noteId}`],
    ['POST', `${path}/spectator-link`, {}],
    ['PUT', path, { name: 'Another name' }],
    ['DELETE', path],
  ] as const) {
    expect((await auditOf(method, at, body)).did).toEqual(changed);
  }
  const added = await auditOf('POST', '/api/v1/meetings', { name: 'New', team_id: team.id });
  expect(added.did).toEqual([`change_meeting meetings ${added.made}`]);
});

it('A-47: logs a superuser’s reads of other teams once an hour, visible to their admins', async () => {
  await using app = await buildTestApp();
  const { path, meeting, team, owner, member, root, auditOf, entries } = await build(app);
  const at = `/api/v1/teams/${team.id}`;
  const read = [`read_meeting meetings ${meeting.id}`];
  expect((await auditOf('GET', `${path}/board`)).did).toEqual(read);
  for (const below of ['', '/board', '/notes', '/events?since=0', '/phase', '/spectator-link']) {
    expect((await auditOf('GET', path + below)).did).toEqual([]);
  }
  const exported = [`export_meeting meetings ${meeting.id}`];
  expect((await auditOf('GET', `${path}/export?format=json`)).did).toEqual(exported);
  expect((await auditOf('GET', `${at}/members`)).did).toEqual([`read_team teams ${team.id}`]);
  expect((await auditOf('GET', `${at}/meetings`)).did).toEqual([]);
  await ageDatabase(app, 3_600_000);
  await using _socket = await app.live(root, meeting.id);
  expect((await entries())[0]).toMatchObject({ action: 'read_meeting', request_id: null });
  // Reads by members and refused reads are not recorded.
  const before = (await entries()).length;
  await app.get(member, `${path}/board`);
  await app.get(root, `/api/v1/meetings/${newId(MeetingId)}/board`);
  expect(await entries()).toHaveLength(before);

  const seen = await app.get(owner, `${at}/outsider-acts`);
  const acts = OutsiderAct.array().parse(seen.body);
  const about = { id: meeting.id, name: meeting.name };
  expect(acts.map(({ action, meeting: of }) => [action, of])).toEqual([
    ['read_meeting', about],
    ['read_team', null],
    ['export_meeting', about],
    ['read_meeting', about],
  ]);
  expect(acts[0]?.actor_name).toMatch(/^Person Number/);
  expect(seen.text).not.toContain('127.0.0.1');
});

it('A-47: logs whom a superuser invites into other teams, and nothing more', async () => {
  await using app = await buildTestApp();
  const { team, auditOf } = await build(app);
  const at = `/api/v1/teams/${team.id}/invitations`;
  const invited = await auditOf('POST', at, { invited_user_email: 'second.account@example.com' });
  const of = (action: string) => [
    `${action} invitations ${invited.made}`,
    `${action} teams ${team.id}`,
  ];
  expect(invited.did.toSorted()).toEqual(of('invite_user'));
  const canceled = await auditOf('DELETE', `${at}/${invited.made}`);
  expect(canceled.did.toSorted()).toEqual(of('cancel_invitation'));
});

it('A-47: a team’s admins see a superuser’s invitations and changes of members', async () => {
  await using app = await buildTestApp();
  const { team, path, owner, member, root, auditOf } = await build(app);
  const at = `/api/v1/teams/${team.id}`;
  async function acts(): Promise<string[]> {
    return (await app.read(owner, `${at}/outsider-acts`, OutsiderAct.array())).map(
      ({ action }) => action,
    );
  }
  // Actions of the team's own admins are not listed.
  await app.put(owner, `${at}/members/${member.id}`, { role: 'admin' });
  expect(await acts()).toEqual([]);
  await auditOf('PUT', `${at}/members/${member.id}`, { role: 'member' });
  await auditOf('POST', `/api/admin/teams/${team.id}/remove-user/${member.id}`);
  const { made } = await auditOf('POST', `${at}/invitations`, { invited_user_email: root.email });
  expect(await acts()).toEqual(['invite_user', 'remove_user', 'change_role']);
  await app.post(root, `/api/v1/me/team-invitations/${made}/respond`, { status: 'accepted' });
  expect((await auditOf('GET', `${path}/board`)).did).toEqual([]);
  expect(await acts()).toContain('invite_user');
});

it('A-47: a team’s admins see that a superuser has restored a note', async () => {
  await using app = await buildTestApp();
  const { team, meeting, path, owner, note, auditOf } = await build(app);
  const { id } = await note(owner, 'A note');
  await app.delete(owner, `${path}/notes/${id}`);
  const [row] = await app.db.select({ id: notes.id }).from(notes);
  await auditOf('POST', `/api/admin/restore/notes/${row?.id}`);
  const at = `/api/v1/teams/${team.id}/outsider-acts`;
  expect(await app.read(owner, at, OutsiderAct.array())).toMatchObject([
    { action: 'restore', meeting: { id: meeting.id } },
  ]);
});

it('A-47: logs a superuser’s use of that right in their own team, but not a member’s rights', async () => {
  await using app = await buildTestApp();
  const { path, meeting, team, owner, member, note, root, auditOf } = await build(app);
  const membership = { teamId: team.id, userId: root.id, role: 'member' } as const;
  await app.db.insert(memberships).values(membership);
  const [own, others] = [await note(root, 'Mine'), await note(member, 'A note')];
  const changed = [`change_meeting meetings ${meeting.id}`];
  for (const [method, at, body, did] of [
    ['PUT', `${path}/notes/${own.id}`, { content: 'Other words of mine' }, []],
    ['DELETE', `${path}/notes/${own.id}`, undefined, []],
    ['PUT', `${path}/notes/${others.id}`, { note_type: 'went_well' }, []],
    ['PUT', `${path}/notes/${others.id}`, { content: 'Other words' }, changed],
    ['DELETE', `${path}/notes/${others.id}`, undefined, changed],
    ['POST', `${path}/spectator-link`, {}, changed],
    ['PUT', path, { name: 'Another name' }, changed],
  ] as const) {
    expect([at, (await auditOf(method, at, body)).did]).toEqual([at, did]);
  }
  await app.put(owner, path, { status: 'closed' });
  expect((await auditOf('POST', `${path}/summary-mail`, {})).did).toEqual(changed);
  const invitations = `/api/v1/teams/${team.id}/invitations`;
  const invited = await app.post(owner, invitations, { invited_user_email: 'guest@example.com' });
  const { id } = Made.parse(invited.body);
  const canceled = [`cancel_invitation invitations ${id}`, `cancel_invitation teams ${team.id}`];
  const { did } = await auditOf('DELETE', `${invitations}/${id}`);
  expect(did.toSorted()).toEqual(canceled);
  expect((await auditOf('DELETE', path)).did).toEqual(changed);
});

it('A-47: logs neither refused calls nor a superuser’s acts as a member', async () => {
  await using app = await buildTestApp();
  const { path, root, owner, team, entries, auditOf } = await build(app);
  expect((await app.post(root, `${path}/phase/next`, {})).status).toBe(403);
  const own = (await auditOf('POST', '/api/v1/teams', { name: 'Own' })).made;
  const body = { name: 'Own meeting', team_id: own };
  expect((await auditOf('POST', '/api/v1/meetings', body)).did).toEqual([]);
  await app.put(owner, path, { name: 'By its owner' });
  const invited_user_email = 'guest@example.com';
  await app.post(owner, `/api/v1/teams/${team.id}/invitations`, { invited_user_email });
  expect(await entries()).toEqual([]);
});
