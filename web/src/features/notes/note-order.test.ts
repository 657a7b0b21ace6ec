import { defaultColumns } from '@wentwell/contract/columns';
import { expect, test } from 'vitest';

import { ada, bob, makeNote } from '#web/live/testing/fake-board-server';

import { orderByColumn } from './note-order.ts';

const notes = [
  makeNote(1, { author_id: ada, note_type: 'went_well' }),
  makeNote(2, { author_id: bob, note_type: 'went_well' }),
  makeNote(3, { author_id: bob, note_type: 'action' }),
  makeNote(4, { author_id: ada, note_type: 'went_well', hidden: true }),
  makeNote(5, { author_id: bob, note_type: 'went_well', hidden: true }),
  makeNote(6, { author_id: bob, note_type: 'went_well' }),
];

function wentWell(ownFirst: boolean) {
  const { open, faceDown } = orderByColumn(notes, defaultColumns, { me: ada, ownFirst })(
    'went_well',
  );
  return { open: open.map(({ content }) => content), faceDown: faceDown.length };
}

test('the newest note is on top, and only those of others lie face down', () => {
  expect(wentWell(false)).toEqual({ open: ['Note 6', 'Note 4', 'Note 2', 'Note 1'], faceDown: 1 });
});

test('one’s own come first where that is asked for, each half with the newest on top', () => {
  expect(wentWell(true)).toEqual({ open: ['Note 4', 'Note 1', 'Note 6', 'Note 2'], faceDown: 1 });
});

test('a note of a column that is gone stays in view', () => {
  const lost = [makeNote(1, { note_type: 'removed' })];
  const notesOf = orderByColumn(lost, defaultColumns, { me: ada, ownFirst: false });
  expect(notesOf('went_well').open).toEqual(lost);
  expect(notesOf('removed').open).toEqual([]);
});
