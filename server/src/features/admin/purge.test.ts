// Purged texts are removed everywhere. Compares text dumps of the whole database before and after.
import { actionType } from '@wentwell/contract/board/actions';
import { meetingType } from '@wentwell/contract/board/meeting';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { actions } from '#server/features/actions/actions.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import { votes } from '#server/features/votes/votes.table';
import { buildActionScene } from '#test/action-scene';
import { buildBoard, follow, recordsPut } from '#test/board-scene';
import { type Answer, buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import {
  buildDeletionScene,
  canaries,
  dumpDatabase,
  dumpRows,
  kinds,
  softDelete,
  stateOf,
} from '#test/deletion-scene';
import { buildMeeting, buildTeam, buildUser, ownPassword } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { api, invite } from '#test/invitation-scene';

const forGood = (kind: string, id: string) => `/api/admin/permanent/${kind}/${id}`;

function closeAccount(app: TestApp, as: TestUser) {
  return app.delete(as, `${api}/users/${as.id}`, { password: ownPassword });
}

/** Blocks a purge at its last board until that many rows are left: each step locks only its own boards. */
async function purgeInSteps(
  app: TestApp,
  purge: () => Promise<Answer>,
  { count, left }: { count: () => Promise<number>; left: number },
): Promise<Answer> {
  const held = Promise.withResolvers<void>();
  const holding = app.db.write(async (tx) => {
    const last = sql`(select max(id::text)::uuid from meetings)`;
    await tx.execute(sql`select from meetings where id = ${last} for update`);
    await held.promise;
  });
  const purging = purge();
  await expect.poll(count).toBe(left);
  held.resolve();
  await holding;
  return purging;
}

async function breakOffBefore(app: TestApp, table: 'teams' | 'users') {
  await app.db.execute(`create function break_off() returns trigger language plpgsql as
    $$ begin raise exception 'broken off' using errcode = '57014'; end $$`);
  await app.db.execute(`create trigger last_step before delete on ${table}
    for each row execute function break_off()`);
}

/** Kinds purged together with each kind. */
const with_ = {
  invitations: [],
  meetings: ['notes'],
  notes: [],
  teams: ['invitations', 'meetings', 'notes'],
  // Includes the user's note, names, address and sent invitation.
  users: ['invitations', 'notes'],
} as const;

describe('permanent deletion', () => {
  it.each(kinds)(
    'removes every trace of %s from the database, except from the audit log',
    async (kind) => {
      await using app = await buildTestApp();
      const scene = await buildDeletionScene(app);
      const found = async () => {
        const dump = await dumpDatabase(app);
        return kinds.filter((each) => dump.includes(canaries[each]));
      };
      // Creates receipts, and a history with all kinds of note changes.
      const path = `${scene.board}/notes/${scene.note.id}`;
      for (const body of [{ note_type: 'action' }, { content: `${canaries.notes}, twice` }]) {
        const headers = { 'idempotency-key': `key-${Object.keys(body)[0]}` };
        await app.request('PUT', path, { as: scene.member, body, headers });
      }
      expect(await found()).toEqual(kinds);
      await softDelete(app, scene, kind);
      expect(await found()).toEqual(kinds);
      const purge = () => app.delete(scene.root, forGood(kind, scene.ids[kind]));
      expect(await purge()).toMatchObject({ status: 204, body: null });
      const gone: readonly string[] = [kind, ...with_[kind]];
      expect(await found()).toEqual(kinds.filter((each) => !gone.includes(each)));

      expect((await purge()).status).toBe(404);
      expect((await app.get(scene.root, '/api/admin/audit')).body).toContainEqual(
        expect.objectContaining({
          action: 'delete_permanently',
          target_kind: kind,
          target_id: scene.ids[kind],
        }),
      );
      // A note's id stays in the board's history of its removal. A user's id stays in their log entries.
      const rows = await dumpRows(app);
      const others = rows.filter((row) => !/^(audit_entries|board_changes):/.test(row));
      expect(others.join('\n')).not.toContain(scene.ids[kind]);
    },
  );

  it('is refused for what is not deleted, and for unknown ids', async () => {
    await using app = await buildTestApp();
    const { root: as, ids } = await buildDeletionScene(app);
    const before = await stateOf(app);
    for (const kind of kinds) {
      expect(await app.delete(as, forGood(kind, ids[kind])), kind).toMatchObject({
        status: 409,
        problem: { code: 'NOT_SOFT_DELETED', detail: expect.stringContaining('Delete this first') },
      });
      const unknown = await app.delete(as, forGood(kind, as.sessionId));
      expect(unknown.status, kind).toBe(404);
    }
    expect(await stateOf(app)).toEqual(before);
  });

  it('leaves other teams untouched', async () => {
    await using app = await buildTestApp();
    const scene = await buildDeletionScene(app);
    const other = await buildMeeting(app, { owner: scene.admin, phase: 'grouping' });
    const path = `${api}/meetings/${other.id}/board`;
    const before = (await app.get(scene.admin, path)).body;
    await softDelete(app, scene, 'teams');
    await app.delete(scene.root, forGood('teams', scene.team.id));
    expect((await app.get(scene.admin, path)).body).toEqual(before);
  });
});

describe('a board’s history after a note was permanently deleted', () => {
  async function buildPurge(app: TestApp) {
    const root = await buildUser(app, { isSuperuser: true });
    const { boardOf: board, topic: write, ...scene } = await buildBoard(app, 'writing');
    return { ...scene, root, board, write };
  }

  it('has no gap and replays to the board, also for earlier clients', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, path, board, write, enter } = await buildPurge(app);
    const starts: FollowedBoard[] = [];
    const remember = async () => {
      for (const as of [owner, member]) starts.push(await FollowedBoard.open(app, { path, as }));
    };
    await remember();
    const kept = await write(owner, 'kept');
    const note = await write(member, 'canary');
    await remember();
    const edits = [{ content: 'canary two' }, { note_type: 'went_well' }];
    for (const body of edits) {
      await app.put(member, `${path}/notes/${note.id}`, body);
    }
    await enter('revealing');
    await remember();
    await app.delete(member, `${path}/notes/${note.id}`);
    await app.post(root, `/api/admin/restore/notes/${note.id}`);
    await remember();
    await app.delete(member, `${path}/notes/${note.id}`);
    await app.delete(root, forGood('notes', note.id));
    for (const each of starts) await each.catchUp();
    const dump = await dumpDatabase(app);
    expect(dump).not.toContain('canary');
    expect(dump).toMatch(/news\W+revealed/);
    expect((await board(member)).notes).toMatchObject([{ id: kept.id }]);
  });

  it('loses its votes and reactions, also on open boards', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, path, write } = await buildPurge(app);
    const note = await write(member, 'canary');
    const call = (method: 'POST' | 'PUT', below: string, body?: object) =>
      app.request(method, path + below, { as: owner, body });
    const records = async () => JSON.stringify((await app.get(owner, `${path}/records`)).body);
    await call('POST', '/phase/transition', { phase: 'voting' });
    await call('PUT', `/topics/${note.id}/votes`, { count: 2 });
    await call('PUT', `/notes/${note.id}/reactions/${encodeURIComponent('👍')}`);
    await call('POST', '/phase/transition', { phase: 'grouping' });
    await app.delete(member, `${path}/notes/${note.id}`);
    for (const type of ['vote', 'reaction']) {
      expect(await records()).toMatch(new RegExp(`"type":"${type}"[^}]*${note.id}`));
    }
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await app.delete(root, forGood('notes', note.id));
    await followed.catchUp();
    expect(await records()).not.toContain(note.id);
  });

  it('loses a permanently deleted person’s notes, also on open boards', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, path, board, write } = await buildPurge(app);
    const open = () => FollowedBoard.open(app, { path, as: owner });
    const starts = [await open()];
    const [kept, note, earlier] = [
      await write(owner, 'kept'),
      await write(member, 'canary'),
      await write(member, 'canary, deleted'),
    ];
    await app.delete(member, `${path}/notes/${earlier.id}`);
    starts.push(await open());
    await closeAccount(app, member);
    await using live = await follow(app, owner, note.meeting_id);
    await app.delete(root, forGood('users', member.id));
    expect(await live.untilType('board_changed')).toMatchObject({
      data: { put: [], remove: [{ type: 'note', id: note.id }] },
    });
    for (const each of starts) await each.catchUp();
    expect((await board(owner)).notes).toMatchObject([{ id: kept.id }]);
    expect(await dumpDatabase(app)).not.toContain('canary');
  });

  it('keeps a permanently deleted person’s votes in the totals', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, path, board, write } = await buildPurge(app);
    const [first, second, own] = [
      await write(owner, 'first'),
      await write(owner, 'second'),
      await write(member, 'their own'),
    ];
    const post = (below: string, body: object) => app.post(owner, path + below, body);
    const vote = (as: TestUser, topic: string, count: number) =>
      app.put(as, `${path}/topics/${topic}/votes`, { count });
    await post('/phase/transition', { phase: 'grouping' });
    await post('/groups', { note_ids: [first.id, second.id] });
    const [group] = (await board(owner)).groups;
    const topic = group?.id ?? '';
    await post('/phase/transition', { phase: 'voting' });
    for (const as of [owner, member]) await vote(as, topic, 2);
    await vote(member, own.id, 1);
    await post('/phase/transition', { phase: 'discussing' });
    const totals = async () => (await board(owner)).votes.totals;
    expect(await totals()).toEqual({
      [topic]: { votes: 4, voters: 2 },
      [own.id]: { votes: 1, voters: 1 },
    });
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await closeAccount(app, member);
    await app.delete(root, forGood('users', member.id));
    await followed.catchUp();
    expect(await totals()).toEqual({ [topic]: { votes: 4, voters: 2 } });
    const voters = await app.db.select({ userId: votes.userId }).from(votes);
    expect(voters).toEqual([{ userId: owner.id }]);
  });

  it('counts a permanently deleted person on each note of a group that is taken apart', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, path, board, write, enter } = await buildPurge(app);
    const ids = [(await write(owner, 'first')).id, (await write(owner, 'second')).id];
    const as = owner;
    await enter('voting');
    for (const id of ids) {
      await app.put(member, `${path}/topics/${id}/votes`, { count: 1 });
    }
    await enter('grouping');
    await app.post(as, `${path}/groups`, { note_ids: ids });
    await closeAccount(app, member);
    await app.delete(root, forGood('users', member.id));
    const [group] = (await board(owner)).groups;
    await app.delete(as, `${path}/groups/${group?.id}`);
    await enter('discussing');
    const one = { votes: 1, voters: 1 };
    expect((await board(owner)).votes.totals).toEqual(
      Object.fromEntries(ids.map((id) => [id, one])),
    );
  });

  it('counts a permanently deleted person’s secret votes later, wherever the note goes', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, path, board, write, enter } = await buildPurge(app);
    const { id } = await write(owner, 'moved, deleted and restored');
    const as = owner;
    const vote = (by: TestUser, count: number) =>
      app.put(by, `${path}/topics/${id}/votes`, { count });
    const totals = async () => (await board(owner)).votes.totals;
    await enter('voting');
    await vote(owner, 1);
    await vote(member, 2);
    await closeAccount(app, member);
    await app.delete(root, forGood('users', member.id));
    await enter('grouping');
    const followed = await FollowedBoard.open(app, { path, as });
    await app.delete(as, `${path}/notes/${id}`);
    await app.post(as, `${path}/notes/${id}/restore`);
    await enter('discussing');
    await followed.catchUp();
    expect(await totals()).toEqual({ [id]: { votes: 3, voters: 2 } });
    await enter('grouping');
    await app.put(as, `${path}/notes/${id}`, { note_type: 'action' });
    await enter('discussing');
    expect(await totals()).toEqual({});
  });
});

describe('action items that outlive a permanent deletion', () => {
  async function buildBoards(app: TestApp) {
    const root = await buildUser(app, { isSuperuser: true });
    const scene = await buildActionScene(app);
    const { owner, member, agree, agreed, change, next } = scene;
    await agree(member, { text: 'open' });
    await change(owner, await agreed({ text: 'done', assignee_id: member.id }), { status: 'done' });
    return { ...scene, root, later: await next() };
  }

  it('lose a person by changes of their boards', async () => {
    await using app = await buildTestApp();
    const { root, owner, member, meeting, later } = await buildBoards(app);
    await closeAccount(app, member);
    await using live = await follow(app, owner, meeting.id);
    await using elsewhere = await follow(app, owner, later.meeting.id);
    await app.delete(root, forGood('users', member.id));
    const open = { text: 'open', created_by: null, version: 1 };
    for (const [page, actions] of [
      [live, [open, { text: 'done', assignee_id: null, version: 2 }]],
      [elsewhere, [open]],
    ] as const) {
      const change = await page.untilType('board_changed');
      expect(recordsPut(change, actionType)).toMatchObject(actions);
    }
  });

  it('lose their meeting by changes of their boards', async () => {
    await using app = await buildTestApp();
    const { root, owner, meeting, path, later, board } = await buildBoards(app);
    await using elsewhere = await follow(app, owner, later.meeting.id);
    await app.delete(owner, path);
    await app.delete(root, forGood('meetings', meeting.id));
    const change = await elsewhere.untilType('board_changed');
    const open = { text: 'open', meeting_id: null };
    expect(recordsPut(change, actionType)).toMatchObject([open]);
    expect((await board(later.path)).since_last_time).toMatchObject([open]);
  });
});

it('a permanently deleted person’s meetings pass to the longest-standing other admin, else member, else are deleted', async () => {
  await using app = await buildTestApp();
  const root = await buildUser(app, { isSuperuser: true });
  const people = {
    owner: await buildUser(app),
    old: await buildUser(app),
    gone: await buildUser(app),
    asleep: await buildUser(app, { isActive: false }),
    first: await buildUser(app),
    second: await buildUser(app),
  };
  const { owner, old, gone, asleep, first, second } = people;
  const inTeam = async (members: TestUser[], admins: TestUser[]) => {
    const team = await buildTeam(app, { admin: owner, members: [...members, ...admins] });
    const teamUsers = [owner, ...members, ...admins];
    for (const [day, { id }] of teamUsers.entries()) {
      const joinedAt = new Date(Date.UTC(2026, 0, day + 1));
      const role = admins.some((admin) => admin.id === id) || id === owner.id ? 'admin' : 'member';
      await app.db
        .update(memberships)
        .set({ joinedAt, role })
        .where(and(eq(memberships.teamId, team.id), eq(memberships.userId, id)));
    }
    return buildMeeting(app, { owner, team });
  };
  const withAdmins = await inTeam([old], [gone, asleep, first, second]);
  const withMembers = await inTeam([asleep, first, second], [gone]);
  const withNobody = await inTeam([asleep], [gone]);
  await closeAccount(app, gone);
  for (const { team_id } of [withMembers, withNobody]) {
    await app.delete(owner, `${api}/teams/${team_id}`);
  }
  await closeAccount(app, owner);
  for (const { team_id } of [withMembers, withNobody]) {
    await app.post(root, `/api/admin/restore/teams/${team_id}`);
  }
  await using live = await follow(app, first, withAdmins.id);
  expect((await app.delete(root, forGood('users', owner.id))).status).toBe(204);
  const change = await live.untilType('board_changed');
  expect(recordsPut(change, meetingType)).toMatchObject([
    { id: withAdmins.id, owner_id: first.id },
  ]);
  const see = (id: string) => app.get(root, `${api}/meetings/${id}`);
  expect(Meeting.parse((await see(withAdmins.id)).body).owner_id).toBe(first.id);
  expect(Meeting.parse((await see(withMembers.id)).body).owner_id).toBe(first.id);
  expect((await see(withNobody.id)).status).toBe(404);
  expect(await dumpDatabase(app)).not.toContain(withNobody.id);
});

describe('a team with many meetings', () => {
  async function buildOldTeam(app: TestApp) {
    const root = await buildUser(app, { isSuperuser: true });
    const owner = await buildUser(app);
    const team = await buildTeam(app, { admin: owner, name: 'Canary' });
    for (let made = 0; made < 12; made += 1) {
      const { id } = await buildMeeting(app, { owner, team, phase: 'discussing' });
      await app.post(owner, `${api}/meetings/${id}/actions`, { text: 'canary' });
    }
    await app.delete(owner, `${api}/teams/${team.id}`);
    const at = (call: string) => `/api/admin/${call}/teams/${team.id}`;
    return {
      root,
      team,
      left: () => app.db.$count(meetings),
      purge: () => app.delete(root, at('permanent')),
      restore: () => app.post(root, at('restore')),
    };
  }

  it('is deleted in steps; interrupted, it is in the audit log, cannot be restored, and continues', async () => {
    await using app = await buildTestApp();
    const { root, team, left, purge, restore } = await buildOldTeam(app);
    await breakOffBefore(app, 'teams');
    expect((await purgeInSteps(app, purge, { count: left, left: 2 })).status).toBe(503);
    expect(await left()).toBe(2);
    const { body } = await app.get(root, '/api/admin/audit');
    const entry = { action: 'delete_permanently', target_id: team.id };
    expect(body).toContainEqual(expect.objectContaining(entry));
    expect(await restore()).toMatchObject({ status: 409, problem: { code: 'ERASURE_BEGUN' } });
    await app.db.execute('drop trigger last_step on teams');
    expect((await purge()).status).toBe(204);
    expect(await dumpDatabase(app)).not.toMatch(/canary/i);
  });
});

describe('a person with action items in many meetings', () => {
  async function buildNoteTaker(app: TestApp) {
    const root = await buildUser(app, { isSuperuser: true });
    const [owner, gone] = [await buildUser(app), await buildUser(app, { firstName: 'Canaryna' })];
    const team = await buildTeam(app, { admin: owner, members: [gone] });
    // The last step has no board left.
    for (let made = 0; made < 10; made += 1) {
      const { id } = await buildMeeting(app, { owner, team, phase: 'discussing' });
      await app.post(gone, `${api}/meetings/${id}/actions`, { text: 'Ask for a reviewer' });
    }
    await closeAccount(app, gone);
    return {
      gone,
      namedItems: () => app.db.$count(actions, eq(actions.createdBy, gone.id)),
      purge: () => app.delete(root, forGood('users', gone.id)),
      restore: () => app.post(root, `/api/admin/restore/users/${gone.id}`),
      audit: async () => (await app.get(root, '/api/admin/audit')).body,
    };
  }

  it('is erased in steps; interrupted, this is in the audit log and cannot be restored', async () => {
    await using app = await buildTestApp();
    const { gone, purge, restore, audit, namedItems } = await buildNoteTaker(app);
    await breakOffBefore(app, 'users');
    const broken = await purgeInSteps(app, purge, { count: namedItems, left: 5 });
    expect(broken.status).toBe(503);
    expect(await namedItems()).toBe(0);
    const entry = { action: 'delete_permanently', target_id: gone.id };
    expect(await audit()).toContainEqual(expect.objectContaining(entry));
    expect(await restore()).toMatchObject({ status: 409, problem: { code: 'ERASURE_BEGUN' } });
    await app.db.execute('drop trigger last_step on users');
    expect((await purge()).status).toBe(204);
    expect(await app.db.$count(actions)).toBe(10);
    expect(await dumpDatabase(app)).not.toContain('Canaryna');
  });
});

it('a permanently deleted person’s address keeps mails sent to a later owner', async () => {
  await using app = await buildTestApp();
  const scene = await buildDeletionScene(app);
  const other = await buildTeam(app, { name: 'Old-Team' });
  const newer = await buildTeam(app, { name: 'New-Team' });
  const at = ({ id }: { id: string }) => `${api}/teams/${id}/invitations`;
  await invite(app, at(other), { as: other.admin, to: canaries.users });
  await softDelete(app, scene, 'users');
  const heir = await buildUser(app, { email: canaries.users });
  await invite(app, at(newer), { as: newer.admin, to: canaries.users });
  await app.delete(scene.root, forGood('users', scene.member.id));
  const mine = await app.get(heir, `${api}/me/team-invitations`);
  expect(mine.body).toMatchObject([{ team: { id: other.id } }, { team: { id: newer.id } }]);
  const mails = (await dumpRows(app)).filter(
    (row) => row.startsWith('mail_outbox:') && row.includes(canaries.users),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('New-Team');
});
