import { expect, test } from 'vitest';

import type { ColumnTopic } from '#web/features/groups/column-topic';
import { makeNote } from '#web/live/testing/fake-board-server';

import { bySimilarity } from './GroupWith.tsx';

function topic(...numbers: number[]): ColumnTopic {
  const notes = numbers.map((number) => makeNote(number));
  const [first] = notes;
  if (!first) throw new Error('a topic without notes');
  return { id: first.id, title: '', column_id: first.note_type, notes, group: null };
}

test('topics with a similar note come first, by their most similar one; the others keep their order', () => {
  const topics = [topic(1), topic(2, 3), topic(4), topic(5, 6)];
  const similar = [6, 4, 5].map((number) => makeNote(number).id);
  const ordered = bySimilarity(topics, similar);
  expect(ordered.map(({ topic: { notes } }) => notes.length)).toEqual([2, 1, 1, 2]);
  expect(ordered.map((each) => each.topic)).toEqual([topics[3], topics[2], topics[0], topics[1]]);
  expect(ordered.map(({ isSimilar }) => isSimilar)).toEqual([true, true, false, false]);
});
