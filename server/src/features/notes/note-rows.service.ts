// The rows of notes as the commands of a board read and write them, by statements that each connection builds once.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, count, eq, isNull, sql } from 'drizzle-orm';

import { isAnyInMeetingTeam, sharedAccessValues } from '#server/features/meetings/meeting-access';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { findOnBoard } from './note-ids.service.ts';
import { type NoteRow, notes } from './notes.table.ts';

const [meetingId, noteId] = [sql.placeholder('meetingId'), sql.placeholder('noteId')];

// With `or` in place of the union PostgreSQL plans to read the whole table while it still knows nothing of its size.
const findAny = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(notes)
    .where(eq(notes.id, noteId))
    .unionAll(queries.select().from(notes).where(eq(notes.publicId, noteId)))
    .prepare('find_any_notes'),
);

// Of which board is hidden from the planner: knowing it, PostgreSQL takes the count for so much cheaper on each board that
// it plans anew each time, which takes three times as long as to count.
const isCounted = sql`${notes.meetingId} = (select ${meetingId}::uuid)`;

const countOnBoard = preparedOn((queries: Queries) =>
  queries
    .select({ count: count() })
    .from(notes)
    .where(and(isCounted, isNull(notes.deletedAt), isAnyInMeetingTeam))
    .prepare('count_notes'),
);

const insert = preparedOn((queries: Queries) =>
  queries
    .insert(notes)
    .values({
      id: sql.placeholder('id'),
      publicId: sql.placeholder('publicId'),
      meetingId,
      teamId: sql.placeholder('teamId'),
      authorId: sql.placeholder('authorId'),
      authorHash: sql.placeholder('authorHash'),
      content: sql.placeholder('content'),
      noteType: sql.placeholder('noteType'),
      hidden: sql.placeholder('hidden'),
      position: sql.placeholder('position'),
      version: sql.placeholder('version'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare('insert_note'),
);

const update = preparedOn((queries: Queries) =>
  queries
    .update(notes)
    .set({
      content: sql`${sql.placeholder('content')}`,
      noteType: sql`${sql.placeholder('noteType')}`,
      hidden: sql`${sql.placeholder('hidden')}`,
      groupId: sql`${sql.placeholder('groupId')}`,
      position: sql`${sql.placeholder('position')}`,
      version: sql`${sql.placeholder('version')}`,
      updatedAt: sql`${sql.placeholder('updatedAt')}`,
      deletedAt: sql`${sql.placeholder('deletedAt')}`,
      deletedBy: sql`${sql.placeholder('deletedBy')}`,
      deletedByHash: sql`${sql.placeholder('deletedByHash')}`,
    })
    .where(eq(notes.id, sql.placeholder('id')))
    .prepare('update_note'),
);

/** The notes of all boards that have this id, or are known by it; deleted ones too. */
export function findAnyNotes(queries: Queries, id: NoteId): Promise<NoteRow[]> {
  return findAny(queries).execute({ noteId: id });
}

/**
 * Finds a living note of a board. It is looked up by its id alone: with the board among the conditions, PostgreSQL may
 * choose to read all of the board's notes.
 */
export async function findNote(
  queries: Queries,
  at: { meetingId: MeetingId; noteId: NoteId },
): Promise<NoteRow | undefined> {
  const rows = await findAnyNotes(queries, at.noteId);
  const row = findOnBoard(rows, at);
  return row?.deletedAt === null ? row : undefined;
}

/** Counts nothing where none of the callers is in the meeting's team. */
export async function countNotes(
  tx: Tx,
  callers: readonly Caller[],
  id: MeetingId,
): Promise<number> {
  const [found] = await countOnBoard(tx).execute(sharedAccessValues(callers, id));
  return found?.count ?? 0;
}

/** Fails where another board took the id since it was looked up: the transaction is run again then. */
export function insertNote(tx: Tx, row: NoteRow): Promise<unknown> {
  return insert(tx).execute({ ...row });
}

/** Writes all of a row that a command changes. */
export function updateNote(tx: Tx, row: NoteRow): Promise<unknown> {
  return update(tx).execute({ ...row });
}

/** Counted under the board's lock, so that of many at once none comes too many. */
export function requireRoom(noteCount: number): void {
  if (noteCount >= limits.notesPerBoard) throw new ApiError('BOARD_FULL');
}
