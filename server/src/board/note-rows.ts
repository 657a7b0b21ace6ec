// Reads note rows with prepared statements.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { and, isNotNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

import { noteIdOf, type NoteRow, notes } from '#server/features/notes/notes.table';
import { preparePerConnection, type Queries } from '#server/platform/db/database';

export interface NoteAt {
  meetingId: MeetingId;
  noteId: NoteId;
}

/** The subquery hides the number of ids from the planner, which would replan for each number. */
function isAnyOf(column: SQLWrapper): SQL {
  return sql`${column} = any((select ${sql.placeholder('noteIds')}::uuid[])::uuid[])`;
}

// With `or` instead of the union, PostgreSQL scans the whole table until it has statistics.
const findAny = preparePerConnection((queries: Queries) =>
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

/** Rows on any board with one of these row ids or note ids, including deleted ones. */
export function findAnyNotes(queries: Queries, ids: readonly NoteId[]): Promise<NoteRow[]> {
  return findAny(queries).execute({ noteIds: [...ids] });
}

/** The row of the board's note, deleted or not. */
export function findOnBoard(
  rows: readonly NoteRow[],
  { meetingId, noteId }: NoteAt,
): NoteRow | undefined {
  return rows.find((row) => row.meetingId === meetingId && noteIdOf(row) === noteId);
}

/** Looks up by id only. With the board as a condition, PostgreSQL may read all of its notes. */
export async function findNote(queries: Queries, at: NoteAt): Promise<NoteRow | undefined> {
  const row = findOnBoard(await findAnyNotes(queries, [at.noteId]), at);
  return row?.deletedAt === null ? row : undefined;
}
