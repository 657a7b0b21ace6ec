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

test('the reveal turns all notes over, those of the viewer too', () => {
  const board = boardOf(2, { hide_notes: true });
  const lead = { name: 'phase.enter', input: { phase: 'grouping' } };
  for (const viewer of [bob, null]) {
    const { change } = decided(board, lead, { viewer });
    expect(touchedBy(change)).toEqual([`revealed ${noteIdOf(1)}`, `revealed ${noteIdOf(2)}`]);
    // Edits in progress continue.
    expect(notesNoLongerEdited(change)).toEqual([]);
  }
});

test('a note lights up that is changed, commented on, grouped or parted', () => {
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

test('a note that only loses its author stays dark', () => {
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

test('the mark of editing is over with a note that is saved, moved or deleted', () => {
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

test('R-95 a note is put where it is moved, where it joins a group, and where it stands without one that remains', () => {
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

test('R-95 notes that stand alone because their group is gone have been put nowhere', () => {
  const board = groupedBoard(4);
  const part = { name: 'group.dissolve', input: { id: groupIdOf(1) } };
  expect(placedBy(decided(board, part).change)).toEqual([]);
  // The group that is left with one note is gone.
  const input = { id: groupIdOf(2), note_ids: [noteIdOf(1), noteIdOf(3)] };
  expect(placedBy(decided(board, { name: 'group.create', input }).change)).toEqual([
    [noteIdOf(1), groupIdOf(2), 'went_well'],
    [noteIdOf(3), groupIdOf(2), 'went_well'],
  ]);
});

test('a page needs a socket, or none, after a change of the meeting, but not of its phase', () => {
  const board = boardOf(1);
  const status = (name: string, input: object) =>
    mayChangeStatus(decided(board, { name, input }).change);
  expect(status('meeting.update', { status: 'closed' })).toBe(true);
  expect(status('meeting.update', { end_time: '2026-03-14T10:00:00.000Z' })).toBe(true);
  expect(status('phase.enter', { phase: 'grouping' })).toBe(false);
  expect(mayChangeStatus(addNote(board, 2).change)).toBe(false);
});
