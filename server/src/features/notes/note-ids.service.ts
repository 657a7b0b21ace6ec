// Under which ids a note is stored and answered: a client may choose the id, and must not learn what other boards hold.
import { isCarriedOver } from '@wentwell/contract/carry-over';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';

import { isBy } from '#server/features/meetings/meeting-access';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { newTimelessId } from '#server/platform/ids';

import { noteIdOf, type NoteRow } from './notes.table.ts';

/** What a new note's row is stored under. */
export type NoteIds = Pick<NoteRow, 'id' | 'publicId'>;

/** The ids of a note whose id a row of another board has, or one that is carried over might get. */
function besideAnother(noteId: NoteId): NoteIds {
  return { id: newTimelessId(NoteId), publicId: noteId };
}

/** Which note of which board. */
export interface NoteAt {
  meetingId: MeetingId;
  noteId: NoteId;
}

/** The row by whose id the board knows the note, deleted or not. */
export function findOnBoard(
  rows: readonly NoteRow[],
  { meetingId, noteId }: NoteAt,
): NoteRow | undefined {
  return rows.find((row) => row.meetingId === meetingId && noteIdOf(row) === noteId);
}

/**
 * Finds what an earlier try of the same request stored, and otherwise the ids that the new note gets: what other
 * boards hold changes neither its answer nor the number of statements. What is on this board everybody here sees.
 */
export function lookUpNote(
  rows: readonly NoteRow[],
  author: Caller,
  at: NoteAt,
): { stored: NoteRow | null; ids: NoteIds } {
  const { noteId } = at;
  const here = findOnBoard(rows, at);
  if (!here) {
    const isTaken = isCarriedOver(noteId) || rows.some(({ id }) => id === noteId);
    return {
      stored: null,
      ids: isTaken ? besideAnother(noteId) : { id: noteId, publicId: null },
    };
  }
  if (!isBy({ id: here.authorId, hash: here.authorHash }, author)) {
    return { stored: null, ids: { id: newTimelessId(NoteId), publicId: null } };
  }
  if (here.deletedAt) throw new ApiError('ID_TAKEN');
  return { stored: here, ids: here };
}
