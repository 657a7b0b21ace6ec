import { randomBytes } from 'node:crypto';

import { Action } from '@wentwell/contract/actions/actions';
import { actionType } from '@wentwell/contract/board/actions';
import { limits } from '@wentwell/contract/limits';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { describe, expect, it } from 'vitest';

import { boardHeads } from '#server/live/board-heads.table';
import { buildActionScene } from '#test/action-scene';
import { ageDatabase } from '#test/age-database';
import { follow, recordsPut } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildTeam } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { leavings } from '#test/team-scene';

const app = await fileApp();

/** Each user sets a mood score. */
async function takePart(people: readonly TestUser[], path: string): Promise<void> {
  for (const as of people) {
    const headers = { 'X-Author-Key': randomBytes(32).toString('base64url') };
    await app.request('PUT', `${path}/mood`, { as, body: { score: 4 }, headers });
  }
}

describe('since last time', () => {
  it('R-126: shows earlier open action items during joining only', async () => {
    const { owner, agreed, add, change, next, board, enter } = await buildActionScene(app);
    const kept = await agreed({ text: 'kept' });
    await change(owner, await agreed({ text: 'done' }), { status: 'done' });
    const listed = Action.parse((await add(owner, { text: 'listed' })).body);
    const { path } = await next();
    const before = await board(path);
    expect(before.since_last_time).toMatchObject([{ id: kept.id }, { id: listed.id }]);
    expect(before.actions).toEqual([]);
    await enter('writing', path);
    expect(await board(path)).not.toHaveProperty('since_last_time');
    await enter('joining', path);
    expect((await board(path)).since_last_time).toEqual(before.since_last_time);
  });

  it('R-126: reflects every change immediately, wherever it is made', async () => {
    const { owner, member, agreed, add, change, remove, restore, next, board } =
      await buildActionScene(app);
    const [done, dropped, deleted] = [await agreed(), await agreed(), await agreed()];
    const { meeting, path } = await next();
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await using live = await follow(app, member, meeting.id);
    await change(owner, done, { status: 'done' });
    await change(member, dropped, { status: 'dropped', reason: 'moot' });
    await remove(owner, deleted);
    expect((await board(path)).since_last_time).toEqual([]);
    await restore(owner, deleted);
    await change(owner, done, { status: 'open' });
    await add(member, { text: 'new' });
    await agreed({ text: 'agreed beside it' });
    await live.until(
      (frame) =>
        frame.type === 'board_changed' &&
        recordsPut(frame, actionType).some(({ text }) => text === 'agreed beside it'),
    );
    expect((await board(path)).since_last_time).toHaveLength(4);
    await followed.catchUp();
  });

  it('R-126: appears on open boards when the meeting starts or returns to joining', async () => {
    const { owner, member, agreed, next, enter, board } = await buildActionScene(app);
    const action = await agreed();
    const { meeting, path } = await next();
    await enter('writing', path);
    await using live = await follow(app, member, meeting.id);
    await enter('joining', path);
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, actionType)).toMatchObject([{ id: action.id }]);
    expect((await board(path, owner)).since_last_time).toHaveLength(1);
  });

  it('R-126: misses no change made at the moment a meeting starts', async () => {
    const { owner, team, agreed, change, add, board } = await buildActionScene(app);
    const action = await agreed();
    const body = { name: 'Sprint 13', team_id: team.id };
    const made = Meeting.parse((await app.post(owner, '/api/v1/meetings', body)).body);
    const path = `/api/v1/meetings/${made.id}`;
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await Promise.all([
      app.put(owner, path, { status: 'live' }),
      ...['a', 'b', 'c', 'd'].map((text) => change(owner, action, { text })),
      ...['e', 'f'].map((text) => add(owner, { text })),
    ]);
    expect((await board(path)).since_last_time).toHaveLength(3);
    await followed.catchUp();
  });

  it('is visible to the team only', async () => {
    const { owner, next, board } = await buildActionScene(app);
    const other = await buildTeam(app, { admin: owner });
    await app.post(owner, `/api/v1/teams/${other.id}/actions`, { text: 'theirs' });
    const { path } = await next();
    expect((await board(path)).since_last_time).toEqual([]);
  });

  it('R-126: takes nothing along when its meeting moves to another team', async () => {
    const { owner, agreed, next } = await buildActionScene(app);
    const other = await buildTeam(app, { admin: owner });
    await agreed({ text: 'secret' });
    const { path } = await next();
    const put = (body: object) => app.put(owner, path, body);
    await put({ status: 'canceled' });
    await put({ status: 'planned' });
    // allowed, because the meeting has no content yet.
    const unnamed = await put({ settings: { anonymous: true } });
    expect(unnamed).toMatchObject({ status: 200, body: { settings: { anonymous: true } } });
    expect((await put({ team_id: other.id })).status).toBe(200);
    const history = await app.get(owner, `${path}/events?since=0`);
    expect(JSON.stringify(history.body)).not.toContain('secret');
  });

  it('loses nothing under concurrent changes from several meetings', async () => {
    const { owner, member, agree, agreed, change, next, board, list } = await buildActionScene(app);
    const [first, second] = [await next(), await next()];
    const before = [await agreed(), await agreed(), await agreed()];
    await Promise.all([
      ...before.map((action) => change(owner, action, { status: 'done' })),
      ...before.map((action) => change(member, action, { text: 'Edited' })),
      ...['x', 'y', 'z'].map((text) => agree(member, { text })),
    ]);
    const open = (await list('?status=open')).map(({ id }) => id).toSorted();
    expect(open).toHaveLength(3);
    for (const { path } of [first, second]) {
      expect((await board(path)).since_last_time?.map(({ id }) => id)).toEqual(open);
    }
  });
});

it('R-127: how many retros an action item has been open in grows by one with every closed retro of two people or more', async () => {
  const { owner, member, path, agreed, add, change, next, list } = await buildActionScene(app);
  const put = (status: string, at: string) => app.put(owner, at, { status });
  const seen = async () =>
    Object.fromEntries((await list()).map(({ text, meetings_seen }) => [text, meetings_seen]));
  await agreed({ text: 'here' });
  const done = await agreed({ text: 'done' });
  await add(owner, { text: 'listed' });
  await takePart([owner, member], path);
  await put('closed', path);
  await change(owner, done, { status: 'done' });
  expect(await seen()).toEqual({ here: 1, done: 1, listed: 1 });

  const [canceled, alone, real] = [await next(), await next(), await next()];
  await takePart([owner, member], canceled.path);
  await put('canceled', canceled.path);
  await takePart([owner], alone.path);
  await put('closed', alone.path);
  expect(await seen()).toEqual({ here: 1, done: 1, listed: 1 });

  await takePart([owner, member], real.path);
  await app.put(owner, real.path, { end_time: new Date(Date.now() + 3_600_000).toISOString() });
  await ageDatabase(app, 2 * 3_600_000);
  await expect.poll(seen).toEqual({ here: 2, done: 1, listed: 2 });
  expect((await list())[0]?.version).toBe(1);
});

describe('an assignee who leaves the team', () => {
  it.each(Object.entries(leavings))(
    'R-124: %s: the open ones are nobody’s, and name them until somebody takes them',
    async (_who, leave) => {
      const { owner, member, team, meeting, agreed, change, next, board, path } =
        await buildActionScene(app);
      const open = await agreed({ text: 'open', assignee_id: member.id });
      const done = await agreed({ text: 'done', assignee_id: member.id });
      await change(owner, done, { status: 'done' });
      const later = await next();
      await using live = await follow(app, owner, meeting.id);
      await using elsewhere = await follow(app, owner, later.meeting.id);
      expect((await leave(app, team, member)).status).toBeLessThan(300);
      const released = {
        id: open.id,
        assignee_id: null,
        former_assignee_id: member.id,
        version: 2,
      };
      for (const page of [live, elsewhere]) {
        const change = await page.untilType('board_changed');
        expect(recordsPut(change, actionType)).toMatchObject([released]);
      }
      const { actions } = await board(path);
      expect(actions).toMatchObject([
        released,
        { id: done.id, assignee_id: member.id, former_assignee_id: null },
      ]);
      expect((await board(later.path)).since_last_time).toMatchObject([released]);
      expect(await change(owner, done, { status: 'open' })).toMatchObject({
        body: { assignee_id: null, former_assignee_id: member.id },
      });
      expect(await change(owner, open, { assignee_id: member.id })).toMatchObject({ status: 422 });
      expect(await change(owner, open, { assignee_id: owner.id })).toMatchObject({
        body: { assignee_id: owner.id, former_assignee_id: null },
      });
    },
  );

  it('R-124: is not blocked by a board with a full history', async () => {
    const { member, owner, team, agreed, remove, list } = await buildActionScene(app);
    await agreed({ text: 'a', assignee_id: member.id });
    const deleted = await agreed({ text: 'b' });
    await app.db.update(boardHeads).set({ historyBytes: limits.boardHistoryBytesPerHour });
    expect((await remove(owner, deleted)).status).toBe(204);
    const at = `/api/admin/teams/${team.id}/remove-user/${member.id}`;
    expect((await app.post(owner, at)).status).toBe(204);
    expect(await list()).toMatchObject([{ assignee_id: null, former_assignee_id: member.id }]);
  });

  it('R-124: leaves concurrent changes unassigned, without a deadlock', async () => {
    const { owner, member, team, agreed, change, next, list } = await buildActionScene(app);
    await next();
    const owned = [];
    for (const text of ['a', 'b', 'c']) owned.push(await agreed({ text, assignee_id: member.id }));
    await Promise.all([
      app.post(member, `/api/v1/teams/${team.id}/leave`),
      ...owned.map((action) => change(owner, action, { text: `${action.text}!` })),
      ...owned.map((action) => change(owner, action, { assignee_id: member.id })),
    ]);
    expect((await list()).map(({ assignee_id }) => assignee_id)).toEqual([null, null, null]);
  });
});
