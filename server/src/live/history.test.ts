// A board's history by socket: in order, once, with catch-up.
import { boardHash } from '@wentwell/contract/board/board-hash';
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { Board } from '@wentwell/contract/board/snapshot';
import { limits, liveLimits } from '@wentwell/contract/limits';
import { EventsPage } from '@wentwell/contract/live/live';
import { lte } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { type Bus, memoryBus } from '#server/platform/bus/bus';
import {
  buildBoard,
  changesOf,
  growLog,
  letPass,
  seqsOf,
  setHead,
  textsOf,
} from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { manualClock } from '#test/manual-clock';

import { boardChanges } from './change-log.table.ts';

const app = await fileApp();

/** Probabilities are 0 to 1. The caller closes the wrapped bus. */
function lyingBus(honest: Bus, random: () => number): Bus {
  return {
    ...honest,
    publish(channel, message) {
      const lie = random();
      if (lie < 0.3) return;
      if (lie < 0.4) honest.publish(channel, message.slice(0, message.length / 2));
      const copies = lie > 0.8 ? 3 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        setTimeout(() => {
          honest.publish(channel, message);
        }, random() * 30);
      }
    },
    healthy: () => true,
  };
}

async function boardOf(app: TestApp, path: string, as: TestUser): Promise<Board> {
  return app.read(as, `${path}/board`, Board);
}

function counting(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe('a new socket', () => {
  it('S-31, S-41: gets the welcome first, then presence', async () => {
    const { owner, meeting, path } = await buildBoard(app);
    await using live = await app.live(owner, meeting.id);
    const { seq, epoch } = await boardOf(app, path, owner);
    expect(live.frames[0]).toMatchObject({
      type: 'welcome',
      data: { seq, epoch, you: owner.id, phase: 'grouping', status: 'live' },
    });
    const presence = await live.untilType('presence_update');
    expect(presence.data).toMatchObject([{ userId: owner.id, isOnline: true }]);
    expect((await app.get(owner, `${path}/presence`)).body).toEqual(presence.data);
  });

  it('S-47: a list of presence has the names that pages show', async () => {
    const owner = await buildUser(app, { firstName: '', lastName: '' });
    const team = await buildTeam(app, { admin: owner });
    const { id } = await buildMeeting(app, { owner, team, phase: 'writing' });
    await using live = await app.live(owner, id);
    await live.untilType('presence_update');
    const present = await app.get(owner, `/api/v1/meetings/${id}/presence`);
    expect(present.body).toMatchObject([{ userName: expect.stringMatching(/^person-\d+$/) }]);
  });

  it('S-34: without since gets only live messages', async () => {
    const { owner, meeting, note } = await buildBoard(app);
    await note(owner, 'before');
    await using live = await app.live(owner, meeting.id);
    await note(owner, 'after');
    expect(await live.untilNoteMessage()).toMatchObject({ data: { content: 'after' } });
  });
});

describe('catching up', () => {
  it('S-33: missed changes come in order, then live changes, each once', async () => {
    const { owner, member, meeting, path, note } = await buildBoard(app);
    const { seq } = await boardOf(app, path, owner);
    await note(owner, 'one');
    await note(member, 'two');
    await using back = await app.live(owner, meeting.id, seq);
    await note(member, 'three');
    await expect.poll(() => textsOf(back)).toEqual(['one', 'two', 'three']);
    expect(seqsOf(back)).toEqual(counting(seq + 1, seq + 3));
  });

  it('S-33: the maximum of missed changes is delivered while more are added', async () => {
    const { owner, member, meeting, note } = await buildBoard(app);
    const start = await growLog(app, meeting, liveLimits.resumeMax);
    const opening = app.live(owner, meeting.id, start);
    const added = Array.from({ length: 10 }, (_, index) => note(member, `${index}`));
    await using live = await opening;
    await Promise.all(added);
    const end = start + liveLimits.resumeMax + 10;
    // Either the missed changes were within the maximum, or the additions caused a resync: everything at worst, and no change
    // follows.
    const resync = () => live.frames.find((frame) => frame.type === 'resync')?.data.seq;
    await expect.poll(() => seqsOf(live).at(-1) ?? resync()).toBe(end);
    expect(seqsOf(live)).toEqual(counting((resync() ?? start) + 1, end));
  });

  it('S-35: too far behind, ahead, or before the log’s start: one resync, then live changes', async () => {
    const { owner, meeting, note } = await buildBoard(app);
    const start = await growLog(app, meeting, liveLimits.resumeMax + 1);
    const seq = start + liveLimits.resumeMax + 1;
    await app.db.delete(boardChanges).where(lte(boardChanges.seq, start + 500));
    await using behind = await app.live(owner, meeting.id, start);
    await using ahead = await app.live(owner, meeting.id, seq + 7);
    await using trimmed = await app.live(owner, meeting.id, start + 100);
    await using kept = await app.live(owner, meeting.id, start + 500);
    const resynced = [behind, ahead, trimmed];
    for (const live of resynced) expect((await live.untilType('resync')).data.seq).toBe(seq);
    await note(owner, 'next');
    for (const live of resynced) await expect.poll(() => seqsOf(live)).toEqual([seq + 1]);
    await expect.poll(() => seqsOf(kept)).toEqual(counting(start + 501, seq + 1));
    expect(kept.frames.some(({ type }) => type === 'resync')).toBe(false);
    for (const live of resynced) {
      expect(live.frames.filter(({ type }) => type === 'resync')).toHaveLength(1);
    }
  });

  it('S-35: a board with a new epoch is resynced for all and continues', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { owner, meeting, note, follow } = await buildBoard(app);
    for (const text of ['one', 'two', 'three']) await note(owner, text);
    await using live = await follow(owner);
    const epoch = '11111111-1111-4111-8111-111111111111';
    await app.db.delete(boardChanges).where(lte(boardChanges.seq, 1_000_000));
    await setHead(app, meeting.id, { seq: 1, epoch });
    // Wait for the pong, or the clock's jump would time the socket out.
    await live.roundTrip();
    clock.advance(liveLimits.head);
    expect((await live.untilType('resync')).data).toEqual({ seq: 1, epoch });
    await note(owner, 'in the new history');
    await expect.poll(() => seqsOf(live)).toEqual([2]);
  });

  it('S-33, S-39: polling returns the same changes, hidden texts to their author only', async () => {
    const { owner, member, meeting, path, note } = await buildBoard(app, 'writing');
    const poll = async (as: TestUser, since: number) => {
      return app.read(as, `${path}/events?since=${since}`, EventsPage);
    };
    const { seq } = await poll(owner, 0);
    await using liveAuthor = await app.live(owner, meeting.id, seq);
    await using liveOther = await app.live(member, meeting.id, seq);
    await note(owner, 'a secret');
    const [author, other] = [await poll(owner, seq), await poll(member, seq)];
    expect(author.events).toMatchObject([
      { seq: seq + 1, data: { put: [{ content: 'a secret' }] } },
    ]);
    expect(other.events).toMatchObject([{ seq: seq + 1, data: { put: [{ content: '' }] } }]);
    await expect.poll(() => textsOf(liveAuthor)).toEqual(['a secret']);
    await expect.poll(() => textsOf(liveOther)).toEqual(['']);
    await using late = await app.live(member, meeting.id, seq);
    await expect.poll(() => textsOf(late)).toEqual(['']);
    expect(await poll(member, seq + 100)).toMatchObject({ resync: true, events: [] });
  });
});

it('C-16: a page of large changes ends early, and the next continues', async () => {
  const { owner, meeting, path, note } = await buildBoard(app);
  const { id } = await note(owner, 'A title');
  const content = 'ü'.repeat(limits.noteContentMax);
  await app.put(owner, `${path}/notes/${id}`, { content });
  const start = await growLog(app, meeting, 600);
  let last = start;
  const sizes: number[] = [];
  while (last < start + 600) {
    const page = await app.read(owner, `${path}/events?since=${last}`, EventsPage);
    expect(page).toMatchObject({ seq: start + 600, resync: false });
    const end = page.events.at(-1)?.seq ?? last;
    expect(page.events.map(({ seq }) => seq)).toEqual(counting(last + 1, end));
    sizes.push(Buffer.byteLength(JSON.stringify(page.events)));
    last = end;
  }
  expect(sizes.length).toBeGreaterThan(2);
  // A page's last change may exceed the limit, which counts stored changes without author and time.
  expect(Math.max(...sizes)).toBeLessThan(liveLimits.eventsPageBytes * 1.1);
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(liveLimits.eventsPageBytes * 0.9);
});

it.each([1, 2, 3, 4, 5])(
  'S-32, S-36: a bus that loses, repeats and reorders messages costs no change and no order (seed %i)',
  async (seed) => {
    let state = seed;
    const random = (): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    const bus = lyingBus(memoryBus(), random);
    const clock = manualClock(new Date());
    await using here = await buildTestApp({}, { bus, clock });
    await using there = await buildTestApp({}, { bus, clock, beside: here });
    const { owner, member, meeting, path, note } = await buildBoard(here);
    const start = await boardOf(here, path, owner);
    const followed = await FollowedBoard.open(here, { path, as: member });
    await using near = await here.live(owner, meeting.id, start.seq);
    await using far = await there.live(member, meeting.id, start.seq);
    const texts = Array.from({ length: 30 }, (_, index) => `note ${index}`);
    for (const [index, text] of texts.entries()) {
      await note(index % 2 ? owner : member, text, index % 3 ? here : there);
    }
    await Promise.all([near.roundTrip(), far.roundTrip()]);
    clock.advance(liveLimits.headPoll);
    const end = start.seq + texts.length;
    for (const live of [near, far]) {
      await expect.poll(() => seqsOf(live)).toEqual(counting(start.seq + 1, end));
    }
    clock.advance(liveLimits.head);
    await expect
      .poll(() => far.frames.some(({ type, data }) => type === 'head' && data.seq === end))
      .toBe(true);
    followed.apply(changesOf(far));
    await followed.compare();
  },
);

it('S-38: comparing boards is silent while they are equal, and resyncs one that differs', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const { owner, member, meeting, path, note } = await buildBoard(app, 'writing');
  await note(member, 'hidden from the owner');
  await using live = await app.live(owner, meeting.id);
  const check = async (data: { seq: number; hash: string }) => {
    await letPass(clock, liveLimits.checkAtMostEvery, [live]);
    live.send({ type: 'check', data });
    live.send({ type: 'check', data });
  };
  const recordsOf = async (as: TestUser) => app.read(as, `${path}/records`, RecordedBoard);
  const { seq, epoch, records } = await recordsOf(owner);
  await check({ seq, hash: boardHash(records) });
  await check({ seq: seq - 1, hash: 'of an older board' });
  // The author's view contains a text hidden from the owner.
  const authors = (await recordsOf(member)).records;
  expect(boardHash(authors)).not.toBe(boardHash(records));
  expect(app.rooms.divergences).toBe(0);
  await check({ seq, hash: boardHash(authors) });
  expect((await live.untilType('resync')).data).toEqual({ seq, epoch });
  expect(app.rooms.divergences).toBe(1);
});
