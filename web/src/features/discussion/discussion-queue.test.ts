import type { Discussion } from '@wentwell/contract/discussion/discussion';
import type { TopicId } from '@wentwell/contract/ids';
import { expect, test } from 'vitest';

import { makeBoard, makeMeeting, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';

import {
  discussionOf,
  movedBy,
  parkedBeyond,
  placedAt,
  queueOf,
  topicAfter,
  topicBefore,
} from './discussion-queue.ts';

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(noteIdOf) as [
  TopicId,
  TopicId,
  TopicId,
  TopicId,
  TopicId,
];

function makeDiscussion(overrides: Partial<Discussion> = {}): Discussion {
  return {
    order: [a, b, c, d, e],
    current: null,
    current_since: null,
    parked: [],
    discussed: {},
    more_time: [],
    go_on: [],
    ...overrides,
  };
}

test('each topic is current, next, done or parked', () => {
  const discussion = makeDiscussion({ current: c, discussed: { [a]: 5, [c]: 9 }, parked: [d] });
  expect(queueOf(discussion)).toEqual({ now: c, next: [b, e], done: [a], parked: [d] });
});

test('the next topic is the first waiting one after the current, then a skipped one', () => {
  expect(topicAfter(makeDiscussion())).toBe(a);
  expect(topicAfter(makeDiscussion({ current: c, discussed: { [a]: 5 } }))).toBe(d);
  expect(topicAfter(makeDiscussion({ current: e, discussed: { [a]: 5 } }))).toBe(b);
  expect(topicAfter(makeDiscussion({ current: b, parked: [a, c, d, e] }))).toBeNull();
});

test('the previous topic is the one before, and after the last topic the last', () => {
  expect(topicBefore(makeDiscussion({ current: a }))).toBeNull();
  expect(topicBefore(makeDiscussion({ current: c, parked: [b] }))).toBe(a);
  expect(topicBefore(makeDiscussion({ discussed: { [a]: 1, [b]: 1 } }))).toBe(b);
  expect(topicBefore(makeDiscussion())).toBeNull();
});

test('a waiting topic moves among waiting ones, whatever is between', () => {
  const discussion = makeDiscussion({ current: a, discussed: { [c]: 4 } });
  expect(movedBy(discussion, d, -1)).toEqual([a, d, b, c, e]);
  expect(movedBy(discussion, b, 1)).toEqual([a, c, d, b, e]);
  expect(movedBy(discussion, b, -1)).toBeNull();
  expect(movedBy(discussion, e, 1)).toBeNull();
  expect(movedBy(discussion, c, 1)).toBeNull();
});

test('a dropped topic takes the place of its target', () => {
  expect(placedAt([a, b, c, d], a, c)).toEqual([b, c, a, d]);
  expect(placedAt([a, b, c, d], d, b)).toEqual([a, d, b, c]);
});

test('keeps the first waiting topics and parks the others', () => {
  const discussion = makeDiscussion({ current: a, parked: [d], discussed: { [b]: 3 } });
  expect(parkedBeyond(discussion, 1)).toEqual([d, e]);
  expect(parkedBeyond(discussion, 5)).toEqual([d]);
});

test('before the server has stored an order, it is that of the votes', () => {
  const notes = [makeNote(1), makeNote(2), makeNote(3, { note_type: 'action' })];
  const votes = { mine: {}, left: 0, voted: [], totals: { [b]: { votes: 2, voters: 1 } } };
  const meeting = makeMeeting({ phase: 'discussing' });
  const board = makeBoard({ notes, votes, meeting });
  expect(discussionOf(board).order).toEqual([b, a]);
  const made = makeDiscussion();
  expect(discussionOf({ ...board, discussion: made })).toBe(made);
});
