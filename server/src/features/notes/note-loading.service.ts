// What the commands about notes are decided by, read under the board's lock and in one round trip.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';

import {
  type AskedMeeting,
  lockFreeMeetings,
} from '#server/features/meetings/free-meetings-access';
import {
  lockMeeting,
  lockMeetingForAll,
  lockMeetingIfFree,
  type MeetingAccess,
  type SharedAccess,
} from '#server/features/meetings/meeting-access';
import { auditOutsiderOnBoard } from '#server/features/teams/team-access';
import type { Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';

import type { NoteAt } from './note-ids.service.ts';
import { countNotes, countNotesOfEach, findAnyNotes, findNote } from './note-rows.service.ts';
import type { NoteRow } from './notes.table.ts';

/** All that a change of a note is decided by, read under the board's lock. */
export interface LoadedNote {
  access: MeetingAccess;
  before: NoteRow;
}

export async function loadNote(tx: Tx, command: Command, at: NoteAt): Promise<LoadedNote> {
  const [access, before] = await Promise.all([
    lockMeeting(tx, command, at.meetingId),
    findNote(tx, at),
  ]);
  if (!before) throw new ApiError('NOT_FOUND');
  return { access, before };
}

/** For a command after which the board may have one note more: what has this id, and how many notes there are. */
export async function loadForOneMore(tx: Tx, command: Command, { meetingId, noteId }: NoteAt) {
  const loaded = await loadForMore(tx, [command], { meetingId, noteIds: [noteId] });
  const access = loaded.access.of(command);
  auditOutsiderOnBoard(tx, command, access);
  return { ...loaded, access };
}

export interface LoadedForMore {
  access: SharedAccess;
  rows: readonly NoteRow[];
  noteCount: number;
}

/** The same for several callers and notes at once. */
export async function loadForMore(
  tx: Tx,
  callers: readonly Caller[],
  { meetingId, noteIds }: { meetingId: MeetingId; noteIds: readonly NoteId[] },
): Promise<LoadedForMore> {
  const [access, rows, noteCount] = await Promise.all([
    lockMeetingForAll(tx, callers, meetingId),
    findAnyNotes(tx, noteIds),
    countNotes(tx, callers, meetingId),
  ]);
  return { access, rows, noteCount };
}

/** The same for several boards, of which it leaves out those that another transaction holds. */
export async function loadFreeForMore(
  tx: Tx,
  asked: readonly AskedMeeting[],
  { noteIds, awaitsFirst }: { noteIds: readonly NoteId[]; awaitsFirst: boolean },
): Promise<Map<MeetingId, LoadedForMore>> {
  const [only, ...others] = asked;
  if (only && others.length === 0) return loadIfFree(tx, only, noteIds);
  const [free, rows, counts] = await Promise.all([
    lockFreeMeetings(tx, asked, { awaitsFirst }),
    findAnyNotes(tx, noteIds),
    countNotesOfEach(tx, asked),
  ]);
  return new Map(
    [...free].map(([id, access]) => [id, { access, rows, noteCount: counts.get(id) ?? 0 }]),
  );
}

/** For one board, which is the most frequent case, with the statements for one: they cost half as much. */
async function loadIfFree(
  tx: Tx,
  { meetingId, callers }: AskedMeeting,
  noteIds: readonly NoteId[],
): Promise<Map<MeetingId, LoadedForMore>> {
  const [access, rows, noteCount] = await Promise.all([
    lockMeetingIfFree(tx, callers, meetingId),
    findAnyNotes(tx, noteIds),
    countNotes(tx, callers, meetingId),
  ]);
  return new Map(access ? [[meetingId, { access, rows, noteCount }]] : []);
}
