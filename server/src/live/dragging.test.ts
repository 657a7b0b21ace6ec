// The mark of a dragged note.
import { liveLimits } from '@wentwell/contract/limits';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { memoryBus } from '#server/platform/bus/bus';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildGroupScene } from '#test/group-scene';
import type { LiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

function marksOf({ frames }: LiveClient) {
  return frames.flatMap((frame) => (frame.type === 'note_dragging' ? [frame.data] : []));
}

function drag(live: LiveClient, noteId: string, over: string | null): void {
  live.send({ type: 'note_dragging', data: { note_id: noteId, over } });
}

describe('S-30: dragging a note', () => {
  it('is shown to others on every node, with its target, and not stored', async () => {
    const bus = memoryBus();
    await using here = await buildTestApp({}, { bus });
    await using there = await buildTestApp({}, { bus, beside: here });
    const { owner, member, meeting, notes, grouped, board } = await buildGroupScene(here);
    const { a, b, c, d } = notes;
    const { id } = await grouped(owner, c, d);
    const { seq } = await board();
    await using live = await here.live(owner, meeting.id);
    await using second = await here.live(owner, meeting.id);
    await using far = await there.live(member, meeting.id);
    await far.untilType('welcome');
    for (const over of [b.id, id, 'to_improve', null]) drag(live, a.id, over);
    await expect
      .poll(() => marksOf(far))
      .toEqual([b.id, id, 'to_improve', null].map((over) => ({ note_id: a.id, over })));
    const mark = far.frames.find(({ type }) => type === 'note_dragging');
    expect(mark).toMatchObject({ userId: owner.id });
    expect(mark).not.toHaveProperty('seq');
    await live.roundTrip();
    await second.roundTrip();
    expect([marksOf(live), marksOf(second)]).toEqual([[], []]);
    expect((await board()).seq).toBe(seq);
    await bus.close();
  });

  it('names nobody in an anonymous meeting', async () => {
    const { owner, member, meeting, notes } = await buildGroupScene(app);
    const settings = { ...meeting.settings, anonymous: true };
    await app.db.update(meetings).set({ settings }).where(eq(meetings.id, meeting.id));
    await using live = await app.live(owner, meeting.id);
    await using second = await app.live(owner, meeting.id);
    await using other = await app.live(member, meeting.id);
    drag(live, notes.a.id, null);
    expect(await other.untilType('note_dragging')).toMatchObject({ userId: null });
    await second.roundTrip();
    expect(marksOf(second)).toEqual([]);
  });

  it('is dropped in phases without grouping, and for notes that are not open on this board', async () => {
    const { owner, member, meeting, path, notes, note, enter } = await buildGroupScene(app);
    const { a, b, c, d } = notes;
    const elsewhere = await buildGroupScene(app);
    const superuser = await buildUser(app, { isSuperuser: true });
    await using live = await app.live(owner, meeting.id);
    await using root = await app.live(superuser, meeting.id);
    await using other = await app.live(member, meeting.id);
    await app.delete(owner, `${path}/notes/${b.id}`);
    for (const id of [elsewhere.notes.a.id, b.id]) drag(live, id, a.id);
    drag(root, a.id, c.id);
    await root.roundTrip();
    drag(live, c.id, null);
    await expect.poll(() => marksOf(other)).toEqual([{ note_id: c.id, over: null }]);
    await enter('writing');
    const hidden = await note(owner, 'face down');
    drag(live, hidden.id, a.id);
    drag(live, a.id, hidden.id);
    await live.roundTrip();
    // Queues behind the look-ups of the drags at the owner’s gate.
    await app.get(owner, `${path}/board`);
    await enter('grouping');
    drag(live, d.id, null);
    await expect.poll(() => marksOf(other)).toContainEqual({ note_id: d.id, over: null });
    expect(marksOf(other)).toHaveLength(2);
  });

  it('is forwarded at most ten times a second per client', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { owner, member, meeting, notes } = await buildGroupScene(app);
    const { a, b } = notes;
    await using live = await app.live(owner, meeting.id);
    await using other = await app.live(member, meeting.id);
    await other.untilType('welcome');
    const { burst, perSecond } = liveLimits.drags;
    for (let sent = 0; sent < 2 * burst; sent += 1) drag(live, a.id, b.id);
    await expect.poll(() => marksOf(other)).toHaveLength(burst);
    clock.advance(1000);
    for (let sent = 0; sent < 2 * burst; sent += 1) drag(live, b.id, null);
    await expect.poll(() => marksOf(other)).toHaveLength(burst + perSecond);
    await live.roundTrip();
    await other.roundTrip();
    expect(marksOf(other)).toHaveLength(burst + perSecond);
  });

  it.each([
    ['text as what it is held over', { note_id: crypto.randomUUID(), over: 'Not an id!' }],
    ['no target', { note_id: crypto.randomUUID() }],
    ['no note', { over: null }],
  ])('with %s is an error', async (_what, data) => {
    const { owner, meeting } = await buildGroupScene(app);
    await using live = await app.live(owner, meeting.id);
    live.send({ type: 'note_dragging', data });
    await live.untilType('error');
  });
});
