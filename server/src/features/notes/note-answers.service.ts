// What commands about a note answer, and who is sent such an answer again.
import { effectiveStatus } from '@wentwell/contract/meetings';
import { type Note, storedNote } from '@wentwell/contract/notes';

import { accessMeeting, type MeetingAccess } from '#server/features/meetings/meeting-access';
import { toMeeting } from '#server/features/meetings/meetings.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Answer } from '#server/platform/http/receipts';

import type { NoteAt } from './note-ids.service.ts';
import { findNote } from './note-rows.service.ts';
import { type NoteRow, toNote } from './notes.table.ts';

export function noteAnswer(row: NoteRow, caller: Caller, status = 200): Answer<Note> {
  return { status, body: toNote(row, caller), version: row.version };
}

/** Throws NOT_FOUND where the board has no such living note. */
export async function requireNote(queries: Queries, at: NoteAt): Promise<NoteRow> {
  const row = await findNote(queries, at);
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/** Throws NOT_FOUND where the caller may not see the note any more, or nobody can. */
export async function requireStillSeen(
  tx: Tx,
  caller: Caller,
  { id, meeting_id: meetingId }: Note,
): Promise<void> {
  await accessMeeting(tx, caller, meetingId);
  await requireNote(tx, { meetingId, noteId: id });
}

/** How the answer to a command about a note is read again, and who may still read it. */
export function repeatable(caller: Caller) {
  return {
    answers: storedNote,
    stillSees: (tx: Tx, note: Note) => requireStillSeen(tx, caller, note),
  };
}

/** A meeting as policies see it: whether its end has passed is decided here, by the database's clock. */
export function meetingNow({ meeting: row, now }: Pick<MeetingAccess, 'meeting' | 'now'>) {
  const meeting = toMeeting(row);
  return { ...meeting, status: effectiveStatus(meeting, now) };
}
