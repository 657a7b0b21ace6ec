import { GroupId, NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes/notes';
import { expect, test } from 'vitest';

import { makeNote } from '#web/live/testing/fake-board-server';

import { openSuggestions } from './GroupSuggestionsDialog.tsx';

const group = GroupId.parse('0198f2c4-7f00-7000-8000-0000000000aa');
const notes = [1, 2, 3, 4, 5].map((number) => makeNote(number));
const idOf = (number: number) => NoteId.parse(notes[number - 1]?.id);
const suggested = [
  { title: 'Builds', note_ids: [idOf(1), idOf(2), idOf(3)], similarity: 0.5 },
  { title: 'Meetings', note_ids: [idOf(4), idOf(5)], similarity: 0.4 },
];

function open(board: readonly Note[], skipped: NoteId[] = []) {
  return openSuggestions(suggested, board, new Set(skipped)).map((each) => ({
    title: each.title,
    notes: each.notes.map(({ id }) => id),
  }));
}
const grouped = (...numbers: number[]) =>
  notes.map((note) =>
    numbers.some((n) => idOf(n) === note.id) ? { ...note, group_id: group } : note,
  );

test('a suggestion continues without grouped or deleted notes', () => {
  const builds = [{ title: 'Builds', notes: [idOf(1), idOf(3)] }];
  expect(open(grouped(2)).slice(0, 1)).toEqual(builds);
  expect(open(notes.filter(({ id }) => id !== idOf(2))).slice(0, 1)).toEqual(builds);
});

test('a suggestion with one note left disappears, and returns when its notes are single again', () => {
  expect(open(grouped(1, 4)).map(({ title }) => title)).toEqual(['Builds']);
  expect(open(grouped(1, 2, 4, 5))).toEqual([]);
  expect(open(notes)).toHaveLength(2);
});

test('a skipped one stays away, even if its first note is grouped', () => {
  expect(open(notes, [idOf(1)]).map(({ title }) => title)).toEqual(['Meetings']);
  expect(open(grouped(1), [idOf(1)]).map(({ title }) => title)).toEqual(['Meetings']);
});
