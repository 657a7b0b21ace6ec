// The rows of notes as the commands of a board read and write them, by statements that each connection builds once.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, count, eq, isNotNull, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

import {
  type AskedMeeting,
  askedValues,
  isAskedByMember,
} from '#server/features/meetings/free-meetings-access';
import { isAnyInMeetingTeam, sharedAccessValues } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { findOnBoard } from './note-ids.service.ts';
import { type NoteRow, notes } from './notes.table.ts';

const meetingId = sql.placeholder('meetingId');

/** How many ids there are is hidden from the planner, which would plan anew for each number. */
function isAnyOf(column: SQLWrapper): SQL {
  return sql`${column} = any((select ${sql.placeholder('noteIds')}::uuid[])::uuid[])`;
}

// With `or` in place of the union PostgreSQL plans to read the whole table while it still knows nothing of its size.
const findAny = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(notes)
    .where(isAnyOf(notes.id))
    .unionAll(
      queries
        .select()
        .from(notes)
        .where(and(isNotNull(notes.publicId), isAnyOf(notes.publicId))),
    )
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

const countOnBoards = preparedOn((queries: Queries) => {
  const living = queries
    .select({ count: count() })
    .from(notes)
    .where(and(eq(notes.meetingId, meetings.id), isNull(notes.deletedAt)));
  return queries
    .select({ meetingId: meetings.id, count: sql<string>`(${living})` })
    .from(meetings)
    .where(isAskedByMember)
    .prepare('count_notes_of_boards');
});

// The rows come as JSON, so that one text serves any number of them.
const insertAll = preparedOn((queries: Queries) => {
  const added = queries.$with('added', { id: sql`id`.as('id') })
    .as(sql`insert into notes (id, public_id, meeting_id, team_id, author_id, author_hash, content,
      note_type, hidden, position, version, created_at, updated_at)
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as new("id" uuid,
      "publicId" uuid, "meetingId" uuid, "teamId" uuid, "authorId" uuid, "authorHash" text,
      "content" text, "noteType" text, "hidden" boolean, "position" bigint, "version" int,
      "createdAt" timestamptz, "updatedAt" timestamptz)
    returning id`);
  return queries.with(added).select({ id: added.id }).from(added).prepare('insert_notes');
});

const update = preparedOn((queries: Queries) =>
  queries
    .update(notes)
    .set({
      content: sql`${sql.placeholder('content')}`,
      edited: sql`${sql.placeholder('edited')}`,
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

/** The notes of all boards that have one of these ids, or are known by it; deleted ones too. */
export function findAnyNotes(queries: Queries, ids: readonly NoteId[]): Promise<NoteRow[]> {
  return findAny(queries).execute({ noteIds: [...ids] });
}

/**
 * Finds a living note of a board. It is looked up by its id alone: with the board among the conditions, PostgreSQL may
 * choose to read all of the board's notes.
 */
export async function findNote(
  queries: Queries,
  at: { meetingId: MeetingId; noteId: NoteId },
): Promise<NoteRow | undefined> {
  const rows = await findAnyNotes(queries, [at.noteId]);
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

/** The same for several boards. */
export async function countNotesOfEach(
  tx: Tx,
  asked: readonly AskedMeeting[],
): Promise<Map<MeetingId, number>> {
  const found = await countOnBoards(tx).execute(askedValues(asked));
  return new Map(found.map((each) => [each.meetingId, Number(each.count)]));
}

/** Fails where another board took an id since it was looked up: the transaction is run again then. */
export function insertNotes(tx: Tx, rows: readonly NoteRow[]): Promise<unknown> {
  return insertAll(tx).execute({ rows: JSON.stringify(rows) });
}

/** Writes all of a row that a command changes. */
export function updateNote(tx: Tx, row: NoteRow): Promise<unknown> {
  return update(tx).execute({ ...row });
}

/** Counted under the board's lock, so that of many at once none comes too many. */
export function requireRoom(noteCount: number): void {
  if (noteCount >= limits.notesPerBoard) throw new ApiError('BOARD_FULL');
}
