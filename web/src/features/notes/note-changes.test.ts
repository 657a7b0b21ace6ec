import type { Board } from '@wentwell/contract/board';
import { expect, test } from 'vitest';

import { makeBoard, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';

import { hasNote, lacksNote, withChange, withNote, withoutNote } from './note-changes.ts';

const board = makeBoard({ notes: [makeNote(1), makeNote(2), makeNote(3)] });

function order(seen: Board): string[] {
  return seen.notes.map((note) => note.content);
}

test('a note is added where its position says', () => {
  expect(order(withNote(makeNote(9))(board))).toEqual(['Note 1', 'Note 2', 'Note 3', 'Note 9']);
});

test('an answer older than what the board has changes nothing', () => {
  const newer = makeBoard({ notes: [makeNote(1, { version: 3 })] });
  expect(withNote(makeNote(1, { version: 2, content: 'old' }))(newer)).toBe(newer);
});

test('an edit stays in its place, a move goes to the end, or back to where the note was', () => {
  expect(order(withChange(noteIdOf(2), { content: 'Two' })(board))).toEqual([
    'Note 1',
    'Two',
    'Note 3',
  ]);
  const moved = withChange(noteIdOf(1), { note_type: 'action' })(board);
  expect(order(moved)).toEqual(['Note 2', 'Note 3', 'Note 1']);
  expect(moved.notes.at(-1)?.note_type).toBe('action');
  const { note_type, position } = makeNote(1);
  expect(order(withChange(noteIdOf(1), { note_type, position })(moved))[0]).toBe('Note 1');
});

test('a change of a note that is gone changes nothing', () => {
  expect(withChange(noteIdOf(9), { content: 'x' })(board)).toBe(board);
});

test('what the board has and lacks', () => {
  expect(hasNote({ id: noteIdOf(1), version: 1 })(board)).toBe(true);
  expect(hasNote({ id: noteIdOf(1), version: 2 })(board)).toBe(false);
  expect(lacksNote(noteIdOf(1))(board)).toBe(false);
  expect(lacksNote(noteIdOf(1))(withoutNote(noteIdOf(1))(board))).toBe(true);
});
