import { GroupId, type UserId } from '@wentwell/contract/ids';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { expect, test } from 'vitest';

import {
  ada,
  bob,
  changeFrame,
  makeBoard,
  makeNote,
  noteIdOf,
  shownChange,
} from '#web/live/testing/fake-board-server';

import { OvertakenDrops } from './overtaken-drops.ts';

const [mine, theirs] = ['a1', 'a2'].map((end) =>
  GroupId.parse(`0198f000-0000-7000-8000-0000000000${end}`),
) as [GroupId, GroupId];

function boardWith(group_id: GroupId | null) {
  const groups = [mine, theirs].map((id) => makeGroup({ id }));
  return makeBoard({ notes: [makeNote(1, { group_id })], groups });
}

/** Note 1 is put into a group. */
function grouped(userId: UserId, group_id: GroupId, from: GroupId | null = null) {
  const put = [{ type: 'note', ...makeNote(1, { group_id }) }];
  return shownChange(changeFrame(1, userId, { put }), boardWith(from));
}

function dissolved(userId: UserId, id: GroupId) {
  const put = [{ type: 'note', ...makeNote(1) }];
  const remove = [{ type: 'group', id }];
  return shownChange(changeFrame(1, userId, { put, remove }), boardWith(id));
}

test('R-95: the first of two droppers is notified that the note was moved again', () => {
  const drops = new OvertakenDrops(ada);
  expect(drops.onChange(grouped(ada, mine), 0)).toEqual([]);
  // The group that is left with one note is gone first.
  expect(drops.onChange(dissolved(bob, mine), 1000)).toEqual([]);
  const [overtaken] = drops.onChange(grouped(bob, theirs), 1000);
  expect(overtaken).toMatchObject({ by: bob, note: { id: noteIdOf(1) } });
  expect(drops.onChange(grouped(bob, mine, theirs), 1500)).toEqual([]);
});

test('nobody is notified of the same place, of much later moves, or of earlier ones', () => {
  const drops = new OvertakenDrops(ada);
  expect(drops.onChange(grouped(bob, theirs), 0)).toEqual([]);
  expect(drops.onChange(grouped(ada, mine, theirs), 100)).toEqual([]);
  expect(drops.onChange(grouped(bob, mine), 200)).toEqual([]);
  expect(drops.onChange(grouped(ada, mine), 300)).toEqual([]);
  expect(drops.onChange(grouped(bob, theirs, mine), 10_400)).toEqual([]);
});
