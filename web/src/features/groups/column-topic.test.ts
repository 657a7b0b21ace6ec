import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import { GroupId } from '@wentwell/contract/ids';
import { expect, test } from 'vitest';

import { makeNote } from '#web/live/testing/fake-board-server';

import { foldNotes } from './column-topic.ts';

const id = GroupId.parse('0198f000-0000-7000-8000-0000000000aa');

function groupOf(size: number) {
  const notes = Array.from({ length: size }, (_, at) => makeNote(at + 1, { group_id: id }));
  return { id, title: '', column_id: 'went_well', notes };
}

test.each([
  [4, 4, 0],
  [5, 3, 2],
])('a group of %i shows its %i newest notes and folds %i', (size, shown, rest) => {
  const topic = groupOf(size);
  const folded = foldNotes(topic);
  expect([folded.shown.length, folded.rest.length]).toEqual([shown, rest]);
  expect(folded.shown[0]).toBe(topic.notes.at(-1));
});

test('a group without a title is named by its size', () => {
  expect(titleOfTopic(groupOf(3))).toBe('Group of 3');
  expect(titleOfTopic({ ...groupOf(3), title: 'Deploys' })).toBe('Deploys');
});
