import { presentBoard } from '@wentwell/contract/board/page';
import { expect, test } from 'vitest';

import { isByOthers } from './by-others.ts';
import type { ShownChange } from './shown-change.ts';
import {
  ada,
  addNote,
  boardOf,
  bob,
  cy,
  decided,
  groupedBoard,
  groupIdOf,
  noteIdOf,
} from './testing/decided.ts';

const me = cy.userId;

/** `isPending`: the page showed the change before it arrived. */
function isOthers(change: ShownChange, { isPending = false } = {}): boolean {
  const now = presentBoard(change.after, me);
  return isByOthers(change, me, { before: isPending ? now : presentBoard(change.before, me), now });
}

test('a named change says whose it is', () => {
  const board = boardOf(0);
  expect(isOthers(addNote(board, 1).change, { isPending: true })).toBe(true);
  expect(isOthers(addNote(board, 1, { by: cy }).change)).toBe(false);
});

test('R-176 in an anonymous meeting a change that the board already showed is this page’s', () => {
  const board = boardOf(0, { anonymous: true, hide_notes: true });
  const own = addNote(board, 1, { by: cy });
  expect(own.change.userId).toBeNull();
  expect(isOthers(own.change, { isPending: true })).toBe(false);
  // A hidden note looks the same after any change.
  const theirs = addNote(board, 1);
  const input = { id: noteIdOf(1), content: 'Else' };
  const edited = decided(theirs.board, { name: 'note.update', input }, { by: bob }).change;
  for (const change of [theirs.change, edited]) {
    expect(isOthers(change)).toBe(true);
    expect(isOthers(change, { isPending: true })).toBe(true);
  }
  const remove = { name: 'note.remove', input: { id: noteIdOf(1) } };
  const deleted = decided(own.board, remove, { by: cy }).change;
  expect(isOthers(deleted)).toBe(true);
  expect(isOthers(deleted, { isPending: true })).toBe(false);
});

test('R-176 an anonymous group is recognised by its title', () => {
  const rename = { name: 'group.update', input: { id: groupIdOf(1), title: 'Else' } };
  const { change } = decided(groupedBoard(2), rename, { context: { actorId: null } });
  expect(isOthers(change)).toBe(true);
  expect(isOthers(change, { isPending: true })).toBe(false);
});

test('the meeting is never this page’s, whatever it reveals of this page’s notes', () => {
  const board = addNote(boardOf(0, { hide_notes: true }), 1, { by: cy }).board;
  const lead = { name: 'phase.enter', input: { phase: 'grouping' } };
  const { change } = decided(board, lead, { by: ada, context: { actorId: null } });
  expect(isOthers(change)).toBe(true);
});
