import { GroupId } from '@wentwell/contract/ids';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { describe, expect, test } from 'vitest';

import { ada, bob, makeNote } from '#web/live/testing/fake-board-server';

import { orderByColumn } from './topic-order.ts';

const notes = [
  makeNote(1, { author_id: ada, note_type: 'went_well' }),
  makeNote(2, { author_id: bob, note_type: 'went_well' }),
  makeNote(3, { author_id: bob, note_type: 'action' }),
  makeNote(4, { author_id: ada, note_type: 'went_well', hidden: true }),
  makeNote(5, { author_id: bob, note_type: 'went_well', hidden: true }),
  makeNote(6, { author_id: bob, note_type: 'went_well' }),
];

function order(
  board: { notes: readonly Note[]; groups?: readonly Group[] },
  showsOwnFirst = false,
) {
  return orderByColumn({ groups: [], ...board }, defaultColumns, { me: ada, showsOwnFirst });
}

function wentWell(showsOwnFirst: boolean) {
  const { open, faceDown, count } = order({ notes }, showsOwnFirst)('went_well');
  return { open: open.map(({ title }) => title), faceDown: faceDown.length, count };
}

test('the newest note is on top, and only others’ notes are hidden', () => {
  expect(wentWell(false)).toEqual({
    open: ['Note 6', 'Note 4', 'Note 2', 'Note 1'],
    faceDown: 1,
    count: 5,
  });
});

test('own notes come first if requested, newest first in each half', () => {
  expect(wentWell(true).open).toEqual(['Note 4', 'Note 1', 'Note 6', 'Note 2']);
});

test('a note of a removed column stays visible', () => {
  const lost = [makeNote(1, { note_type: 'removed' })];
  expect(order({ notes: lost })('went_well').open.map((topic) => topic.notes)).toEqual([lost]);
  expect(order({ notes: lost })('removed').open).toEqual([]);
});

describe('a group', () => {
  const id = GroupId.parse('0198f000-0000-7000-8000-0000000000aa');
  const inGroup = { group_id: id };
  const grouped = [
    makeNote(1, inGroup),
    makeNote(2),
    makeNote(3, { ...inGroup, note_type: 'action' }),
    makeNote(4),
  ];
  const group: Group = {
    id,
    title: 'Deploys',
    title_is_custom: false,
    column_id: 'went_well',
    note_ids: [],
    version: 1,
  };
  const titles = (board: Parameters<typeof order>[0], column = 'went_well') =>
    order(board)(column).open.map(({ title }) => title);

  test('takes the place of its newest note, in its own column, with all its notes', () => {
    const board = { notes: grouped, groups: [group] };
    expect(titles(board)).toEqual(['Note 4', 'Deploys', 'Note 2']);
    expect(order(board)('went_well').count).toBe(4);
    expect(titles(board, 'action')).toEqual([]);
    expect(order(board)('action').count).toBe(0);
  });

  test('that is unknown leaves its notes in place', () => {
    expect(titles({ notes: grouped })).toEqual(['Note 4', 'Note 2', 'Note 1']);
  });

  test('is the same object until something of it changes, and so is a note', () => {
    const before = order({ notes: grouped, groups: [group] })('went_well').open;
    const changed = grouped.map((note) =>
      note === grouped[1] ? { ...note, content: 'Edited' } : note,
    );
    const after = order({ notes: changed, groups: [group] })('went_well').open;
    expect(after.map((topic, at) => topic === before[at])).toEqual([true, true, false]);
    const other = grouped.map((note) => (note === grouped[0] ? { ...note, version: 2 } : note));
    const again = order({ notes: other, groups: [group] })('went_well').open;
    expect(again.map((topic, at) => topic === before[at])).toEqual([true, false, true]);
  });
});
