// docs/api.md: status transitions, their side effects, and editable fields per status.
import { meetingType } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { Board } from '@wentwell/contract/board/snapshot';
import { Meeting, type MeetingStatus } from '@wentwell/contract/meetings/meetings';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { notes } from '#server/features/notes/notes.table';
import { changesOf, follow, recordsPut } from '#test/board-scene';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

import { meetings } from './meetings.table.ts';

const app = await fileApp();

const hour = 3600 * 1000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

function put({ call, owner }: MeetingScene, body: object) {
  return call('PUT', '', { as: owner, body });
}

/** Moves a planned meeting to a status by allowed transitions. */
async function bring(scene: MeetingScene, status: MeetingStatus): Promise<void> {
  const ways: Record<MeetingStatus, MeetingStatus[]> = {
    planned: [],
    live: ['live'],
    closed: ['live', 'closed'],
    canceled: ['canceled'],
    archived: ['canceled', 'archived'],
  };
  for (const step of ways[status]) expect((await put(scene, { status: step })).status).toBe(200);
}

describe('the status', () => {
  // The contract's tests have the whole table.
  it.each<[MeetingStatus, MeetingStatus, number]>([
    ['closed', 'live', 409],
    ['planned', 'archived', 409],
    ['canceled', 'archived', 200],
    ['closed', 'closed', 200],
  ])('A-82: from %s to %s is answered %i', async (from, to, status) => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    await bring(scene, from);
    const answer = await put(scene, { status: to });
    expect([answer.status, (await scene.call('GET', '', { as: scene.owner })).body]).toMatchObject([
      status,
      { status: status === 200 ? to : from },
    ]);
  });

  it('live sets the start to now, unless given', async () => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    await put(scene, { start_time: '2030-05-01T09:00:00.000Z' });
    const live = await put(scene, { status: 'live' });
    expect(live.body).not.toMatchObject({ start_time: '2030-05-01T09:00:00.000Z' });
    const other = await buildMeetingScene({ app, status: 'planned' });
    const start_time = '2026-01-02T03:04:05.000Z';
    expect((await put(other, { status: 'live', start_time })).body).toMatchObject({ start_time });
  });

  it('closed sets the end to now, unless an earlier one is given', async () => {
    const scene = await buildMeetingScene({ app });
    const closed = await put(scene, { status: 'closed' });
    expect(closed.body).toMatchObject({ end_time: expect.any(String) });
    const other = await buildMeetingScene({ app });
    const end_time = later(0);
    expect((await put(other, { status: 'closed', end_time })).body).toMatchObject({ end_time });
    const third = await buildMeetingScene({ app });
    await put(third, { end_time: later(hour) });
    const ahead = await put(third, { status: 'closed', end_time: later(24 * hour) });
    expect(Date.parse(Meeting.parse(ahead.body).end_time ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('planned after canceled starts over and keeps the notes', async () => {
    const scene = await buildMeetingScene({ app, phase: 'grouping' });
    const { owner, notes, write } = scene;
    const note = await write(owner, { content: 'kept' });
    await put(scene, { end_time: later(hour) });
    await put(scene, { status: 'canceled' });
    const planned = await put(scene, { status: 'planned' });
    expect(planned.body).toMatchObject({ phase: 'joining', start_time: null, end_time: null });
    const phase = await scene.call('GET', '/phase', { as: owner });
    expect(phase.body).toMatchObject({ started_at: null, duration_minutes: null, ends_at: null });
    expect((await app.get(owner, notes)).body).toEqual([note]);
  });

  it('planned again keeps a future start, and accepts a given one', async () => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    const [ahead, sent] = [later(24 * hour), later(48 * hour)];
    await put(scene, { start_time: ahead });
    await put(scene, { status: 'canceled' });
    expect((await put(scene, { status: 'planned' })).body).toMatchObject({ start_time: ahead });
    await put(scene, { status: 'canceled' });
    const again = await put(scene, { status: 'planned', start_time: sent });
    expect(again.body).toMatchObject({ start_time: sent });
  });
});

describe('editing', () => {
  it.each(['closed', 'canceled', 'archived'] as const)(
    'a %s meeting is refused',
    async (status) => {
      const scene = await buildMeetingScene({ app, status: 'planned' });
      await bring(scene, status);
      const fields = [
        { name: 'other' },
        { start_time: null },
        { end_time: null },
        { settings: { hide_notes: false } },
        { name: 'other', status },
      ];
      for (const body of fields) {
        expect((await put(scene, body)).problem, JSON.stringify(body)).toMatchObject({
          status: 409,
          code: 'MEETING_NOT_EDITABLE',
          detail: 'Closed, canceled and archived meetings cannot be edited.',
        });
      }
    },
  );

  it('cannot be combined with a change to a status that refuses edits', async () => {
    const scene = await buildMeetingScene({ app, status: 'closed' });
    expect((await put(scene, { status: 'archived', name: 'other' })).status).toBe(409);
    const read = await scene.call('GET', '', { as: scene.owner });
    expect(read.body).toMatchObject({ status: 'closed', name: 'Sprint 12' });
  });

  it('switching hiding off reveals the notes to everybody', async () => {
    const scene = await buildMeetingScene({ app, phase: 'writing' });
    const { owner, member, meeting, write } = scene;
    await write(member, { content: 'face down' });
    await using live = await follow(app, owner, meeting.id);
    await put(scene, { settings: { hide_notes: false } });
    const revealed = recordsPut(await live.untilType('board_changed'), noteType);
    expect(revealed).toMatchObject([{ content: 'face down', hidden: false }]);
    await put(scene, { settings: { hide_notes: true } });
    expect((await scene.write(member, { content: 'fresh' })).hidden).toBe(true);
    const read = await scene.call('GET', '/notes', { as: owner });
    expect(read.body).toMatchObject([{ content: 'face down' }, { content: '' }]);
  });
});

describe('times', () => {
  it('cannot end before they start: 422 at the field, and nothing changes', async () => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    const { owner, team } = scene;
    const [early, late] = [later(hour), later(2 * hour)];
    const refused = {
      status: 422,
      problem: { detail: 'A meeting cannot end before it starts.' },
    };
    const both = { start_time: late, end_time: early };
    const body = { name: 'x', team_id: team.id, ...both };
    expect(await app.post(owner, '/api/v1/meetings', body)).toMatchObject(refused);
    expect(await put(scene, both)).toMatchObject(refused);
    await put(scene, { start_time: late });
    const end = await put(scene, { end_time: early });
    expect(end).toMatchObject(refused);
    expect(end.problem?.errors).toMatchObject([{ loc: ['body', 'end_time'] }]);
    await put(scene, { start_time: null, end_time: early });
    const start = await put(scene, { start_time: late });
    expect(start.problem?.errors).toMatchObject([{ loc: ['body', 'start_time'] }]);
    expect((await scene.call('GET', '', { as: owner })).body).toMatchObject({ start_time: null });
  });

  it('never prevent finishing a meeting, whatever the clocks', async () => {
    const scene = await buildMeetingScene({ app });
    await put(scene, { start_time: later(24 * hour) });
    const end_time = later(0);
    const closed = await put(scene, { status: 'closed', end_time });
    expect(closed.body).toMatchObject({ status: 'closed', start_time: end_time, end_time });
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '2026-02-30T00:00:00Z',
    'tomorrow',
  ])('%s is no time', async (start_time) => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    expect((await put(scene, { start_time })).status).toBe(422);
  });
});

describe('a live meeting past its end', () => {
  async function buildEnded() {
    // The node's clock is hours ahead and must not matter. It is stopped, so that no sweep closes the meeting.
    const clock = manualClock(new Date(Date.now() + 9 * hour));
    const scene = await buildMeetingScene({ phase: 'grouping', clock });
    const { app: node, meeting } = scene;
    await put(scene, { start_time: later(-3 * hour), end_time: later(hour) });
    const letEnd = async (): Promise<string> => {
      const endTime = new Date(Date.now() - 60_000);
      await node.db.update(meetings).set({ endTime }).where(eq(meetings.id, meeting.id));
      return endTime.toISOString();
    };
    return { scene, letEnd };
  }

  it('can still be finished or archived, and keeps its end', async () => {
    const { scene, letEnd } = await buildEnded();
    await using _ = scene;
    const end_time = await letEnd();
    const closed = await put(scene, { status: 'closed', end_time: later(0) });
    expect(closed).toMatchObject({ status: 200, body: { status: 'closed', end_time } });
    expect((await put(scene, { status: 'archived' })).status).toBe(200);
  });

  it('R-161: has its attendance also if it is archived without having been closed', async () => {
    const { scene, letEnd } = await buildEnded();
    await using _ = scene;
    await scene.write(scene.owner, { content: 'x' });
    await letEnd();
    const archived = { status: 'archived', attendance: { took_part: 1, members: 3 } };
    expect((await put(scene, { status: 'archived' })).body).toMatchObject(archived);
  });
});

// Every way of ending a meeting reveals hidden notes.
const text = 'written face down';

/** The board as seen by a member other than the note's author. */
async function boardOf({ app, path, owner }: MeetingScene): Promise<Board> {
  return app.read(owner, `${path}/board`, Board);
}

/** Builds a board in the writing phase with a hidden note of the member. */
async function buildScene() {
  const scene = await buildMeetingScene({ phase: 'writing' });
  const note = await scene.write(scene.member, { content: text });
  return Object.assign(scene, { note });
}

/** Simulates an end that passed while the server was down. */
async function letEnd({ app, meeting }: MeetingScene, endTime: Date): Promise<void> {
  await app.db.update(meetings).set({ endTime }).where(eq(meetings.id, meeting.id));
}

describe('a meeting that ends with hidden notes', () => {
  it.each([
    ['finished', { status: 'closed' }, 1000],
    ['ended by an end time in the past', { end_time: new Date().toISOString() }, 1000],
    ['canceled', { status: 'canceled' }, 4409],
  ])('S-58: reveals them when %s, in the same change', async (_how, body, code) => {
    await using scene = await buildScene();
    const { app, owner, meeting, call, note } = scene;
    await call('PUT', '', { as: owner, body: { start_time: '2026-01-01T09:00:00.000Z' } });
    await using live = await follow(app, owner, meeting.id);
    expect((await call('PUT', '', { as: owner, body })).status).toBe(200);
    expect(await live.closed).toBe(code);
    const changes = changesOf(live);
    expect(changes.flatMap((change) => recordsPut(change, noteType))).toMatchObject([
      { id: note.id, content: text, hidden: false },
    ]);
    expect(changes.flatMap((change) => recordsPut(change, meetingType))).toHaveLength(1);
    expect(changes).toHaveLength(1);
    const board = await boardOf(scene);
    expect(board.notes).toMatchObject([{ id: note.id, content: text, hidden: false }]);
    expect(board.meeting.status).toBe(code === 4409 ? 'canceled' : 'closed');
  });

  it('S-59: is closed by the server at its end, and its sockets with 1000', async () => {
    await using scene = await buildScene();
    const { app, owner, meeting, call } = scene;
    await using live = await app.live(owner, meeting.id);
    const end_time = new Date(Date.now() + 1000).toISOString();
    await call('PUT', '', {
      as: owner,
      body: { start_time: '2026-01-01T09:00:00.000Z', end_time },
    });
    expect(await live.closed).toBe(1000);
    expect((await boardOf(scene)).notes).toMatchObject([{ content: text, hidden: false }]);
    expect((await scene.commands()).at(-1)).toBe('meeting.close');
    const read = await call('GET', '', { as: owner });
    expect(read.body).toMatchObject({ status: 'closed', end_time });
  });

  it('S-59: is closed once, by one of the nodes that start after its end', async () => {
    await using scene = await buildScene();
    const before = (await boardOf(scene)).seq;
    await using first = await buildTestApp({}, { beside: scene.app });
    await letEnd(scene, new Date(Date.now() - 3_600_000));
    await using _second = await buildTestApp({}, { beside: scene.app });
    const status = async (): Promise<Meeting['status'] | undefined> => {
      const [row] = await first.db.select().from(meetings).where(eq(meetings.id, scene.meeting.id));
      return row?.status;
    };
    await expect.poll(status).toBe('closed');
    expect((await scene.commands()).slice(before)).toEqual(['meeting.close']);
  });

  it('S-59: is never shown half closed: its end is stored before it is read', async () => {
    await using scene = await buildScene();
    await letEnd(scene, new Date(Date.now() - 60_000));
    const board = await boardOf(scene);
    expect(board.meeting.status).toBe('closed');
    expect(board.notes).toMatchObject([{ content: text, hidden: false }]);
  });
});

describe('a board that is over', () => {
  it('S-58: shows a restored note, even if it was hidden when deleted', async () => {
    await using scene = await buildScene();
    const { app, owner, member, call, note } = scene;
    await call('DELETE', `/notes/${note.id}`, { as: member });
    await call('PUT', '', { as: owner, body: { status: 'closed' } });
    const root = await buildUser(app, { isSuperuser: true });
    expect((await app.post(root, `/api/v1/admin/restore/notes/${note.id}`)).status).toBe(200);
    expect((await boardOf(scene)).notes).toMatchObject([{ content: text, hidden: false }]);
  });

  it('S-58: keeps notes hidden while deleted, and reveals them when restored', async () => {
    await using scene = await buildScene();
    const { app, owner, meeting, call, note } = scene;
    await call('DELETE', '', { as: owner });
    await letEnd(scene, new Date(Date.now() - 60_000));
    const root = await buildUser(app, { isSuperuser: true });
    await app.post(root, `/api/v1/admin/restore/meetings/${meeting.id}`);
    const row = async () => (await app.db.select().from(notes).where(eq(notes.id, note.id)))[0];
    await expect.poll(row).toMatchObject({ hidden: false });
  });

  it('S-58: planned again after a cancellation keeps its notes, readable by all', async () => {
    await using scene = await buildScene();
    const { owner, call } = scene;
    for (const status of ['canceled', 'planned', 'live']) {
      await call('PUT', '', { as: owner, body: { status } });
    }
    expect((await boardOf(scene)).notes).toMatchObject([{ content: text, hidden: false }]);
  });
});
