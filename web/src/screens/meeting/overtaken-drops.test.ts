import { GroupId, type UserId } from '@wentwell/contract/ids';
import type { EventFrame } from '@wentwell/contract/live';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { expect, test } from 'vitest';

import { ada, bob, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';

import { OvertakenDrops } from './overtaken-drops.ts';

const [mine, theirs] = ['a1', 'a2'].map((end) =>
  GroupId.parse(`0198f000-0000-7000-8000-0000000000${end}`),
) as [GroupId, GroupId];

/** Note 1 is put into a group. */
function grouped(userId: UserId, group_id: GroupId): EventFrame {
  const data = { group: makeGroup({ id: group_id }), notes: [makeNote(1, { group_id })] };
  return {
    type: 'group_changed',
    seq: 1,
    userId,
    timestamp: '2026-03-02T09:00:00.000Z',
    data,
  };
}

function dissolved(userId: UserId, group_id: GroupId): EventFrame {
  const data = { group_id, deleted: true as const, notes: [makeNote(1), makeNote(2)] };
  return { type: 'group_changed', seq: 1, userId, timestamp: '2026-03-02T09:00:00.000Z', data };
}

test('R-95: who dropped first is told that somebody else has put the note elsewhere', () => {
  const drops = new OvertakenDrops(ada);
  expect(drops.onEvent(grouped(ada, mine), 0)).toEqual([]);
  // The group that is left with one note is gone first.
  expect(drops.onEvent(dissolved(bob, mine), 1000)).toEqual([]);
  const [overtaken] = drops.onEvent(grouped(bob, theirs), 1000);
  expect(overtaken).toMatchObject({ by: bob, note: { id: noteIdOf(1) } });
  expect(drops.onEvent(grouped(bob, mine), 1500)).toEqual([]);
});

test('nobody is told of the same place, of what comes much later, or of what came before', () => {
  const drops = new OvertakenDrops(ada);
  expect(drops.onEvent(grouped(bob, theirs), 0)).toEqual([]);
  expect(drops.onEvent(grouped(ada, mine), 100)).toEqual([]);
  expect(drops.onEvent(grouped(bob, mine), 200)).toEqual([]);
  expect(drops.onEvent(grouped(ada, mine), 300)).toEqual([]);
  expect(drops.onEvent(grouped(bob, theirs), 10_400)).toEqual([]);
});
