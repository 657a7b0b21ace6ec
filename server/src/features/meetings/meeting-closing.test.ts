// Every way of ending a meeting reveals hidden notes.
import { meetingType } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { Board } from '@wentwell/contract/board/snapshot';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { notes } from '#server/features/notes/notes.table';
import { changesOf, follow, recordsPut } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

import { meetings } from './meetings.table.ts';

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
