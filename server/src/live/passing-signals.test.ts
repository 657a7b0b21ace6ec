// Unstored signals: typing in a column, and floating reactions.
import { liveLimits } from '@wentwell/contract/limits';
import { FloatingEmoji } from '@wentwell/contract/live/live';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { memoryBus } from '#server/platform/bus/bus';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { buildGroupScene } from '#test/group-scene';
import type { LiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';
import { buildMeetingScene } from '#test/meeting-scene';

const clap = FloatingEmoji.enum['👏'];

function type(live: LiveClient, columnId: string | null): void {
  live.send({ type: 'typing', data: { column_id: columnId } });
}

function float(live: LiveClient, emoji: string = clap): void {
  live.send({ type: 'floating_reaction', data: { emoji } });
}

function lastCounts({ frames }: LiveClient) {
  return frames.findLast((frame) => frame.type === 'typing')?.data.counts;
}

function floatsOf({ frames }: LiveClient) {
  return frames.flatMap((frame) => (frame.type === 'floating_reaction' ? [frame] : []));
}

describe('S-71: who is writing', () => {
  it('is a count per column for others on every node, without names', async () => {
    const bus = memoryBus();
    await using scene = await buildMeetingScene({ bus });
    const { app, owner, member, admin, meeting } = scene;
    await using there = await buildTestApp({}, { bus, beside: app });
    await using live = await app.live(owner, meeting.id);
    await using second = await app.live(member, meeting.id);
    await using far = await there.live(admin, meeting.id);
    await far.untilType('welcome');
    type(live, 'went_well');
    type(second, 'went_well');
    await expect.poll(() => lastCounts(far)).toEqual({ went_well: 2 });
    await expect.poll(() => lastCounts(live)).toEqual({ went_well: 1 });
    type(second, 'to_improve');
    await expect.poll(() => lastCounts(far)).toEqual({ went_well: 1, to_improve: 1 });
    for (const frame of far.frames.filter((each) => each.type === 'typing')) {
      expect(frame.userId).toBeNull();
      expect(JSON.stringify(frame)).not.toContain(owner.id);
    }
    await using late = await app.live(admin, meeting.id);
    await expect.poll(() => lastCounts(late)).toEqual({ went_well: 1, to_improve: 1 });
    type(live, null);
    await expect.poll(() => lastCounts(far)).toEqual({ to_improve: 1 });
    await second[Symbol.asyncDispose]();
    await expect.poll(() => lastCounts(far)).toEqual({});
    await bus.close();
  });

  it('ends seconds after the last frame, and is refused from people who take no part', async () => {
    const clock = manualClock(new Date());
    await using scene = await buildMeetingScene({ clock });
    const { app, owner, member, meeting } = scene;
    const superuser = await buildUser(app, { isSuperuser: true });
    await using live = await app.live(owner, meeting.id);
    await using root = await app.live(superuser, meeting.id);
    await using other = await app.live(member, meeting.id);
    await other.untilType('welcome');
    type(root, 'action');
    float(root);
    await root.roundTrip();
    type(live, 'went_well');
    await live.roundTrip();
    clock.advance(liveLimits.typingCountsEvery);
    await expect.poll(() => lastCounts(other)).toEqual({ went_well: 1 });
    expect(floatsOf(other)).toEqual([]);
    clock.advance(liveLimits.typingMaxAge + liveLimits.typingCountsEvery);
    await expect.poll(() => lastCounts(other)).toEqual({});
  });

  it('is counted in a column named like a property of every object', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, member, meeting } = scene;
    await using live = await app.live(owner, meeting.id);
    await using other = await app.live(member, meeting.id);
    await other.untilType('welcome');
    type(live, 'constructor');
    await expect.poll(() => lastCounts(other)).toEqual({ constructor: 1 });
  });
});

describe('S-72: floating reactions', () => {
  it('reach others on every node in any phase, without a name, and are not stored', async () => {
    const bus = memoryBus();
    await using scene = await buildMeetingScene({ phase: 'joining', bus });
    const { app, owner, member, meeting, commands } = scene;
    await using there = await buildTestApp({}, { bus, beside: app });
    const before = await commands();
    await using live = await app.live(owner, meeting.id);
    await using far = await there.live(member, meeting.id);
    await far.untilType('welcome');
    float(live);
    const frame = await far.untilType('floating_reaction');
    expect(frame).toMatchObject({ userId: null, data: { emoji: clap } });
    expect(frame).not.toHaveProperty('seq');
    await live.roundTrip();
    expect(floatsOf(live)).toEqual([]);
    expect(await commands()).toEqual(before);
    await bus.close();
  });

  it('are limited per second and user, whatever the number of sockets', async () => {
    const clock = manualClock(new Date());
    await using scene = await buildMeetingScene({ clock });
    const { app, owner, member, meeting } = scene;
    await using live = await app.live(owner, meeting.id);
    await using second = await app.live(owner, meeting.id);
    await using other = await app.live(member, meeting.id);
    await other.untilType('welcome');
    const { burst, perSecond } = liveLimits.floats;
    const sendMany = async () => {
      for (let sent = 0; sent < burst; sent += 1) [live, second].forEach((each) => float(each));
      await Promise.all([live.roundTrip(), second.roundTrip()]);
      await other.roundTrip();
    };
    await sendMany();
    expect(floatsOf(other)).toHaveLength(burst);
    clock.advance(1000);
    await sendMany();
    expect(floatsOf(other)).toHaveLength(burst + perSecond);
  });

  it('with an unknown emoji, like typing in an unknown column, are errors', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, meeting } = scene;
    await using live = await app.live(owner, meeting.id);
    float(live, '💣');
    type(live, 'No column!');
    await expect.poll(() => live.frames.filter((each) => each.type === 'error')).toHaveLength(2);
  });
});

// The mark of a dragged note.
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

  it('is an error without a note, a target, or with text as one', async () => {
    const { owner, meeting } = await buildGroupScene(app);
    await using live = await app.live(owner, meeting.id);
    const note_id = crypto.randomUUID();
    const invalid = [{ note_id, over: 'Not an id!' }, { note_id }, { over: null }];
    for (const data of invalid) live.send({ type: 'note_dragging', data });
    await live.roundTrip();
    expect(live.frames.filter(({ type }) => type === 'error')).toHaveLength(invalid.length);
  });
});
