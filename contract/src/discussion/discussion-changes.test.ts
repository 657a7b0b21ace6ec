// Compares the discussion with a small model: each id's earlier topic, and its current one.
import { makeNote } from '@wentwell/contract/testing/notes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { GroupId, NoteId, type TopicId, UserId } from '../ids.ts';
import {
  changeDiscussion,
  extendDiscussion,
  followTopics,
  noDiscussion,
  startClock,
  stopClock,
} from './discussion-changes.ts';
import type { Discussion, DiscussionInput } from './discussion.ts';
import type { Topic } from './topics.ts';

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
const noteIds = Array.from({ length: 6 }, (_, index) => NoteId.parse(idOf(10 + index)));
const groupIds = [GroupId.parse(idOf(90)), GroupId.parse(idOf(91))];
const start = Date.UTC(2026, 2, 14, 9);

/** The topics of notes: each is gone (null), alone (-1), or in the group with this index. */
function topicsOfPlaces(places: readonly (number | null)[]): Topic[] {
  const topics = new Map<TopicId, Topic>();
  for (const [index, place] of places.entries()) {
    const noteId = noteIds[index];
    if (place === null || !noteId) continue;
    const id: TopicId = groupIds[place] ?? noteId;
    const topic = topics.get(id) ?? { id, title: '', column_id: 'went_well', notes: [] };
    const note = makeNote({ id: noteId, position: index });
    topics.set(id, { ...topic, notes: [...topic.notes, note] });
  }
  return [...topics.values()];
}

const places = fc.array(fc.option(fc.integer({ min: -1, max: 1 })), { minLength: 6, maxLength: 6 });
const anyTopic = fc.nat(20);
const step = fc.oneof(
  fc.record({ kind: fc.constant('topics' as const), places }),
  fc.record({ kind: fc.constant('current' as const), which: fc.option(anyTopic) }),
  fc.record({ kind: fc.constant('order' as const), which: fc.uniqueArray(anyTopic) }),
  fc.record({ kind: fc.constant('park' as const), which: fc.uniqueArray(anyTopic) }),
  fc.record({ kind: fc.constant('extend' as const), by: fc.nat(2), more: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function inputOf(each: Step, { order }: Discussion): DiscussionInput | null {
  const pick = (which: readonly number[]) =>
    [...new Set(which.map((index) => order[index % order.length]))].filter(
      (id) => id !== undefined,
    );
  switch (each.kind) {
    case 'current':
      return { current: each.which === null ? null : (pick([each.which])[0] ?? null) };
    case 'order':
      return { order: pick(each.which) };
    case 'park':
      return { parked: pick(each.which) };
    default:
      return null;
  }
}

function next(before: Discussion, each: Step, now: Date): Discussion {
  if (each.kind === 'topics') return followTopics(before, topicsOfPlaces(each.places));
  if (each.kind === 'extend') {
    if (before.current === null) return before;
    return extendDiscussion(before, UserId.parse(idOf(each.by)), each.more);
  }
  return changeDiscussion(before, inputOf(each, before) ?? {}, now);
}

describe('a discussion', () => {
  it('R-115: contains every topic exactly once after any change', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let topics = topicsOfPlaces(noteIds.map(() => -1));
        let board = followTopics(noDiscussion, topics);
        for (const [index, each] of steps.entries()) {
          const before = board;
          if (each.kind === 'topics') topics = topicsOfPlaces(each.places);
          board = next(before, each, new Date(start + index * 1000));
          const known = topics.map(({ id }) => id);
          expect(board.order.toSorted()).toEqual(known.toSorted());
          for (const id of [...board.parked, ...Object.keys(board.discussed)]) {
            expect(known).toContain(id);
          }
          if (board.current !== null) expect(known).toContain(board.current);
          expect(board.current_since === null).toBe(board.current === null);
          expect(board.parked).not.toContain(board.current);
          const said = [...board.more_time, ...board.go_on];
          expect(new Set(said).size).toBe(said.length);
          if (board.current === null) expect(said).toEqual([]);
          // Only the owner and changes of topics may change the order.
          if (each.kind !== 'topics' && each.kind !== 'order') {
            expect(board.order).toEqual(before.order);
          }
          expect(followTopics(board, topics)).toEqual(board);
        }
      }),
    );
  });

  it('R-113: counts every second for the current topic only', () => {
    const choices = fc.array(fc.record({ which: fc.option(fc.nat(5)), seconds: fc.nat(600) }));
    fc.assert(
      fc.property(choices, (chosen) => {
        const spent = new Map<string, number>();
        let board = followTopics(noDiscussion, topicsOfPlaces(noteIds.map(() => -1)));
        let now = start;
        for (const { which, seconds } of chosen) {
          const current = which === null ? null : (noteIds[which] ?? null);
          board = changeDiscussion(board, { current }, new Date(now));
          now += seconds * 1000;
          if (current) spent.set(current, (spent.get(current) ?? 0) + seconds);
        }
        board = stopClock(board, new Date(now));
        expect(board.discussed).toEqual(Object.fromEntries(spent));
        expect(board.current_since).toBeNull();
        expect(stopClock(board, new Date(now + 9000))).toEqual(board);
        const again = startClock(board, new Date(now));
        expect(again.current_since === null).toBe(board.current === null);
      }),
    );
  });

  it('R-115: a group takes its notes’ first place, current state and time', () => {
    const [first, second, third, fourth] = noteIds;
    const [group] = groupIds;
    if (!first || !second || !third || !fourth || !group) throw new Error('unreachable');
    const alone = topicsOfPlaces([-1, -1, -1, -1]);
    const led = changeDiscussion(
      followTopics(noDiscussion, alone),
      {
        order: [fourth, third],
        current: second,
        discussed: { [third]: 5, [second]: 7 },
        parked: [first],
      },
      new Date(start),
    );
    const grouped = followTopics(led, topicsOfPlaces([-1, 0, 0, -1]));
    expect(grouped).toMatchObject({
      order: [fourth, group, first],
      current: group,
      current_since: led.current_since,
      discussed: { [group]: 12 },
      parked: [first],
    });
    const all = followTopics(led, topicsOfPlaces([0, -1, 0, -1]));
    expect(all).toMatchObject({ order: [fourth, group, second], current: second, parked: [] });
    const parted = followTopics(grouped, alone);
    expect(parted).toMatchObject({
      order: [fourth, first, second, third],
      current: null,
      current_since: null,
      discussed: {},
    });
  });
});

it('handles a thousand discussed topics about as fast as a thousand others', () => {
  const topics = Array.from({ length: 1000 }, (_, index): Topic => {
    const id = NoteId.parse(idOf(1000 + index));
    return { id, title: '', column_id: 'went_well', notes: [makeNote({ id, position: index })] };
  });
  const order = topics.map(({ id }) => id);
  const discussed = Object.fromEntries(order.map((id) => [id, 1]));
  const quickest = (before: Discussion) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const begun = performance.now();
        followTopics(before, topics);
        return performance.now() - begun;
      }),
    );
  const none = quickest({ ...noDiscussion, order });
  expect(quickest({ ...noDiscussion, order, discussed }) / none).toBeLessThan(50);
});
