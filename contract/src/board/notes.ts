// Everybody sees that a face-down note exists and its column; only its author sees the text.
import { z } from 'zod';

import { NoteId } from '../ids.ts';
import { limits } from '../limits.ts';
import { isAuthor, type Viewer } from '../notes/author-keys.ts';
import { columnOfNewNote, findColumn, resolveColumn } from '../notes/columns.ts';
import { LoggedNote, Note, NoteInput, notePolicy, NoteUpdate } from '../notes/notes.ts';
import { authoredViews } from './authors.ts';
import type { BoardState } from './board.ts';
import type { CascadeRule } from './cascade.ts';
import type { Patch } from './change.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import {
  type Context,
  nextVersion,
  reject,
  removedRecord,
  requireAuthor,
  requirePolicy,
} from './context.ts';
import { importedCountsType } from './imported-counts.ts';
import { changedMeeting, getMeeting, hidesNewNotes, meetingNow } from './meeting.ts';
import { defineRecordType, fieldsOf, keyOf, viewRecord } from './record.ts';

const NoteRecord = LoggedNote.extend({ type: z.literal('note') });
export type NoteRecord = z.infer<typeof NoteRecord>;
export const noteType = defineRecordType(NoteRecord, {
  views: (note) => authoredViews(note, note.hidden ? (each) => ({ ...each, content: '' }) : null),
  hasUserText: true,
});

/** The note as the viewer sees it. Null sees what others see. */
export function noteSeenBy(note: LoggedNote, viewer: Viewer | null): Note {
  const record: NoteRecord = { ...note, type: noteType.type };
  return fieldsOf(viewRecord(noteType, record, viewer) ?? record);
}

/** A position above all notes. The board's seq is too low, because one change may add several notes. */
export function nextPosition(board: BoardState): number {
  return board.all(noteType).reduce((top, { position }) => Math.max(top, position), board.seq) + 1;
}

/** Oldest first, unless a move was undone. */
export function sortByPosition(notes: readonly NoteRecord[]): NoteRecord[] {
  return notes.toSorted((a, b) => a.position - b.position);
}

export function presentNotes(board: BoardState): Note[] {
  return sortByPosition(board.all(noteType)).map(fieldsOf);
}

/** Changes a note and its version. Changes of its group bypass this, so that they make no edit stale. */
export function changeNote(
  note: NoteRecord,
  fields: Partial<NoteRecord>,
  context: Context,
): NoteRecord {
  const version = nextVersion(note.version, context);
  return { ...note, ...fields, version, updated_at: context.recordedAt };
}

/** The note for policies: replaces the author's hash by whether the caller wrote it. */
function asCallerSees(note: NoteRecord, { caller }: Context) {
  return note.author_hash === undefined ? note : { ...note, mine: isAuthor(note, caller) };
}

function authorizeRemoval(board: BoardState, note: NoteRecord, context: Context): void {
  const meeting = meetingNow(board, context);
  requirePolicy(notePolicy.remove(context.caller, meeting, asCallerSees(note, context)));
}

const addNote = defineCommand({
  name: 'note.add',
  isByAuthor: true,
  input: NoteInput.extend({ id: NoteId }),
  decide(board, { id, content, note_type }, context) {
    const existing = board.get(noteType, id);
    // The store has already replaced an id that belongs to another author's note, so that ids cannot be probed.
    if (existing) return isAuthor(existing, context.caller) ? null : reject('ID_TAKEN');
    const meeting = meetingNow(board, context);
    requirePolicy(notePolicy.add(context.caller, meeting));
    const author = requireAuthor(context);
    const column = note_type ?? columnOfNewNote(meeting.columns);
    if (!findColumn(meeting.columns, column)) reject('COLUMN_UNKNOWN', ['note_type']);
    if (board.all(noteType).length >= limits.notesPerBoard) reject('BOARD_FULL');
    const note: NoteRecord = {
      type: 'note',
      id,
      meeting_id: meeting.id,
      ...author,
      content,
      note_type: column,
      hidden: hidesNewNotes(getMeeting(board)),
      group_id: null,
      position: nextPosition(board),
      version: 1,
      created_at: context.recordedAt,
      updated_at: context.recordedAt,
    };
    return { put: [note], remove: [] };
  },
  inverse: ({ id }) => ({ name: 'note.remove', input: { id } }),
});

const updateNote = defineCommand({
  name: 'note.update',
  isByAuthor: true,
  input: NoteUpdate.extend({ id: NoteId }),
  decide(board, { id, content, note_type, position = Infinity }, context) {
    const note = board.get(noteType, id) ?? reject('NOT_FOUND');
    requireAuthor(context);
    const meeting = meetingNow(board, context);
    // Compares with the text that the caller can read, so that guessing a hidden text reveals nothing.
    const readable = note.hidden && !isAuthor(note, context.caller) ? '' : note.content;
    const fields: Partial<NoteRecord> = {};
    const seen = asCallerSees(note, context);
    if (content !== undefined && content !== readable) {
      requirePolicy(notePolicy.edit(context.caller, meeting, seen));
      fields.content = content;
      if (!note.hidden) fields.edited = true;
    }
    if (note_type !== undefined && note_type !== note.note_type) {
      requirePolicy(notePolicy.move(context.caller, meeting, seen));
      if (!findColumn(meeting.columns, note_type)) reject('COLUMN_UNKNOWN', ['note_type']);
      fields.note_type = note_type;
      // Clients cannot place a note above the next position.
      fields.position = Math.min(position, nextPosition(board));
      fields.group_id = null;
    }
    if (Object.keys(fields).length === 0) {
      const policy = note_type === undefined ? notePolicy.edit : notePolicy.move;
      requirePolicy(policy(context.caller, meeting, seen));
      return null;
    }
    return { put: [changeNote(note, fields, context)], remove: [] };
  },
  inverse({ id, content, note_type }, before) {
    const note = before.get(noteType, id);
    if (!note) return null;
    const isEdited = content !== undefined && content !== note.content;
    const isMoved = note_type !== undefined && note_type !== note.note_type;
    const previous = {
      ...(isEdited && { content: note.content }),
      ...(isMoved && { note_type: note.note_type, position: note.position }),
    };
    return { name: 'note.update', input: { id, ...previous } };
  },
});

const removeNote = defineCommand({
  name: 'note.remove',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide(board, { id }, context) {
    const note = board.get(noteType, id) ?? reject('NOT_FOUND');
    requireAuthor(context);
    authorizeRemoval(board, note, context);
    const counts = board.get(importedCountsType, id);
    return { put: [], remove: [note, ...(counts ? [counts] : [])] };
  },
  inverse: ({ id }) => ({ name: 'note.restore', input: { id } }),
});

/** Finds the note among the removed records and builds the patch that restores it. */
function restoredFrom(
  board: BoardState,
  id: NoteId,
  context: Context,
): { note: NoteRecord; patch: Patch } {
  const note = removedRecord(context, noteType, id);
  if (board.all(noteType).length >= limits.notesPerBoard) reject('BOARD_FULL');
  const meeting = getMeeting(board);
  // Stays face down only if the board still hides notes. Its column may have been removed meanwhile.
  const hidden = note.hidden && hidesNewNotes(meeting);
  const column = resolveColumn(meeting.columns, note.note_type);
  const fields = { hidden, note_type: column, group_id: null };
  const others = context.trash?.records.filter((each) => keyOf(each) !== keyOf(note)) ?? [];
  return { note, patch: { put: [changeNote(note, fields, context), ...others], remove: [] } };
}

const restoreNote = defineCommand({
  name: 'note.restore',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide(board, { id }, context) {
    const present = board.get(noteType, id);
    if (present) {
      authorizeRemoval(board, present, context);
      return null;
    }
    if (!context.trash?.isDeletedByCaller) reject('NOT_FOUND');
    const restored = restoredFrom(board, id, context);
    requireAuthor(context);
    authorizeRemoval(board, restored.note, context);
    return restored.patch;
  },
  inverse: ({ id }) => ({ name: 'note.remove', input: { id } }),
});

/** Issued by an administrator, whoever deleted the note and whatever the meeting's status. */
const recoverNote = defineCommand({
  name: 'note.recover',
  isByAuthor: true,
  input: z.object({ id: NoteId }),
  decide: (board, { id }, context) => restoredFrom(board, id, context).patch,
});

/** Reveals the notes of one column and shuffles their positions. Anonymous notes swap their times too. */
function reveal(notes: readonly NoteRecord[], context: Context): NoteRecord[] {
  const places = notes
    .map(({ position, created_at }) => ({ position, created_at, sortKey: context.createId() }))
    .toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  return notes.map((note, at) => {
    const { position, created_at } = places[at] ?? note;
    const time = note.author_id === null ? { created_at } : {};
    return changeNote(note, { hidden: false, position, ...time }, context);
  });
}

/** Reveals all face-down notes, shuffled: in writing order, adjacent notes by one author could identify them. */
function revealAll(board: BoardState, context: Context): Patch {
  const hidden = board.all(noteType).filter((note) => note.hidden);
  const columns = Map.groupBy(hidden, ({ note_type }) => note_type);
  const put = [...columns.values()].flatMap((notes) => reveal(notes, context));
  // Their order on the board is that of writing.
  return { put: put.toSorted((a, b) => a.position - b.position), remove: [] };
}

/** Reveals all notes when the board stops hiding them. Clients lack the texts, so they wait for the server. */
const revealNotes: CascadeRule = (patch, { after }, context) => {
  if (!context.isServer) return null;
  if (!changedMeeting(patch) || hidesNewNotes(getMeeting(after))) return null;
  return revealAll(after, context);
};

export const notesFeature = {
  recordTypes: [noteType, importedCountsType],
  commands: [addNote, updateNote, removeNote, restoreNote, recoverNote],
  cascades: [revealNotes],
  shape: { notes: z.array(Note) },
  present: (view) => ({ notes: presentNotes(view) }),
} satisfies ShownFeature;
