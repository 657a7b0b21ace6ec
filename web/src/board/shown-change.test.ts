import { getMeeting } from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { expect, test } from 'vitest';

import {
  mayChangeStatus,
  notesNoLongerEdited,
  placedNotes,
  type ShownChange,
  touchedNotes,
} from './shown-change.ts';
import {
  addNote,
  boardOf,
  bob,
  carriedIdOf,
  commentIdOf,
  decided,
  enterPhase,
  groupedBoard,
  groupIdOf,
  noteIdOf,
} from './testing/decided.ts';

function touchedBy(change: ShownChange): string[] {
  return touchedNotes(change).map(({ id, news }) => `${news} ${id}`);
}

test('the reveal turns all notes over, including the viewer’s', () => {
  const board = boardOf(2, { hide_notes: true });
  const lead = { name: 'phase.enter', input: { phase: 'grouping' } };
  for (const viewer of [bob, null]) {
    const { change } = decided(board, lead, { viewer });
    expect(touchedBy(change)).toEqual([`revealed ${noteIdOf(1)}`, `revealed ${noteIdOf(2)}`]);
    // Edits in progress continue.
    expect(notesNoLongerEdited(change)).toEqual([]);
  }
});

test('a note is highlighted when changed, commented on, grouped or ungrouped', () => {
  const board = groupedBoard(3);
  const changed = `changed ${noteIdOf(1)}`;
  const update = { name: 'note.update', input: { id: noteIdOf(1), content: 'Else' } };
  expect(touchedBy(decided(board, update, { by: bob }).change)).toEqual([changed]);
  const comment = { id: commentIdOf(1), topic_id: groupIdOf(1), content: 'Yes' };
  const add = { name: 'comment.add', input: comment };
  expect(touchedBy(decided(board, add).change)).toEqual([changed]);
  const part = { name: 'group.dissolve', input: { id: groupIdOf(1) } };
  expect(touchedBy(decided(board, part).change)).toEqual([changed, `changed ${noteIdOf(2)}`]);
  const rename = { name: 'group.update', input: { id: groupIdOf(1), title: 'Else' } };
  expect(touchedBy(decided(board, rename).change)).toEqual([]);
});

test('a note that only loses its author is not highlighted', () => {
  const { board } = addNote(boardOf(0), 1);
  const [note] = board.all(noteType);
  if (!note) throw new Error('The board has no note.');
  const settings = { ...getMeeting(board).settings, anonymous: true };
  const { change } = decided(
    board.with([{ ...note, id: carriedIdOf(1) }], [note]),
    { name: 'meeting.update', input: { settings } },
    { context: { isWrittenOn: false } },
  );
  expect(change.patch.put.map(({ type }) => type)).toContain('note');
  expect(touchedBy(change)).toEqual([]);
});

test('an editing mark ends when its note is saved, moved or deleted', () => {
  const { board, change } = addNote(boardOf(0), 1);
  const update = (input: object) =>
    decided(board, { name: 'note.update', input: { id: noteIdOf(1), ...input } }, { by: bob });
  const remove = { name: 'note.remove', input: { id: noteIdOf(1) } };
  for (const each of [
    change,
    update({ content: 'Else' }).change,
    update({ note_type: 'to_improve' }).change,
    decided(board, remove, { by: bob }).change,
  ]) {
    expect(notesNoLongerEdited(each)).toEqual([noteIdOf(1)]);
  }
  const grouping = enterPhase(addNote(board, 2).board, 'grouping');
  const input = { id: groupIdOf(1), note_ids: [noteIdOf(1), noteIdOf(2)] };
  const grouped = decided(grouping, { name: 'group.create', input }).change;
  expect(notesNoLongerEdited(grouped)).toEqual([]);
});

function placedBy(change: ShownChange) {
  return placedNotes(change).map(({ id, group_id, note_type }) => [id, group_id, note_type]);
}

test('R-95 a note is placed where it is moved, where it joins a group, and where it leaves a remaining group', () => {
  const board = groupedBoard(4);
  const move = { name: 'note.update', input: { id: noteIdOf(3), note_type: 'to_improve' } };
  expect(placedBy(decided(board, move, { by: bob }).change)).toEqual([
    [noteIdOf(3), null, 'to_improve'],
  ]);
  const join = { name: 'group.update', input: { id: groupIdOf(1), add: [noteIdOf(3)] } };
  const joined = decided(board, join);
  expect(placedBy(joined.change)).toEqual([[noteIdOf(3), groupIdOf(1), 'went_well']]);
  const leave = { name: 'group.update', input: { id: groupIdOf(1), remove: [noteIdOf(1)] } };
  expect(placedBy(decided(joined.board, leave).change)).toEqual([[noteIdOf(1), null, 'went_well']]);
});

test('R-95 notes left single by a dissolved group are not placed', () => {
  const board = groupedBoard(4);
  const part = { name: 'group.dissolve', input: { id: groupIdOf(1) } };
  expect(placedBy(decided(board, part).change)).toEqual([]);
  // The group with one note left is dissolved.
  const input = { id: groupIdOf(2), note_ids: [noteIdOf(1), noteIdOf(3)] };
  expect(placedBy(decided(board, { name: 'group.create', input }).change)).toEqual([
    [noteIdOf(1), groupIdOf(2), 'went_well'],
    [noteIdOf(3), groupIdOf(2), 'went_well'],
  ]);
});

test('a change of the meeting, but not of its phase, may require or end a socket', () => {
  const board = boardOf(1);
  const status = (name: string, input: object) =>
    mayChangeStatus(decided(board, { name, input }).change);
  expect(status('meeting.update', { status: 'closed' })).toBe(true);
  expect(status('meeting.update', { end_time: '2026-03-14T10:00:00.000Z' })).toBe(true);
  expect(status('phase.enter', { phase: 'grouping' })).toBe(false);
  expect(mayChangeStatus(addNote(board, 2).change)).toBe(false);
});
