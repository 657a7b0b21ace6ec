// The lists of a person's own data that grow with the years: their texts, votes and action items, read so many rows at
// a time. Deleted things are not in them: they are on their way out, and their deleter may count on nobody reading them
// again.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import type { PersonalData } from '@wentwell/contract/personal-data';
import { and, asc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { actions, toAction } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { noteIdOf, notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { votes } from '#server/features/votes/votes.table';
import type { Queries } from '#server/platform/db/database';

/** Rows that one query reads of a list that grows with the years: some hundred kilobytes. */
const readAtOnce = 1000;

/** Reads a list to its end; `read` answers what comes after a row. */
async function* pages<Row, Element>(
  read: (after: Row | undefined) => Promise<Row[]>,
  toElement: (row: Row) => Element,
): AsyncGenerator<Element[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    yield rows.map(toElement);
    last = rows.length < readAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** The condition by which a list goes on after a row, by the time and the id that order it. */
function isAfter<Row extends { createdAt: Date; id: string }>(
  { createdAt, id }: { createdAt: PgColumn; id: PgColumn },
  row: Row | undefined,
): SQL | undefined {
  return (
    row &&
    sql`(${createdAt}, ${id}) > (${row.createdAt.toISOString()}::timestamptz, ${row.id}::uuid)`
  );
}

/** A former member of a team learns nothing new of it: they have their own words, without the names of meetings. */
export function membershipOf(userId: UserId, teamId: PgColumn) {
  return and(eq(memberships.teamId, teamId), eq(memberships.userId, userId));
}

/** Nothing of a meeting or a team that is deleted. */
export const onLivingBoard = and(isNull(meetings.deletedAt), isNull(teams.deletedAt));

interface WrittenRow {
  id: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
  meetingId: MeetingId;
  meetingName: string;
  role: string | null;
}

function toWritten(row: WrittenRow): PersonalData['notes'][number] {
  return {
    meeting: { id: row.meetingId, name: row.role === null ? null : row.meetingName },
    text: row.text,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function written(queries: Queries, userId: UserId, table: typeof notes | typeof comments) {
  const read = (after: WrittenRow | undefined): Promise<WrittenRow[]> =>
    queries
      .select({
        id: table.id,
        text: table.content,
        createdAt: table.createdAt,
        updatedAt: table.updatedAt,
        meetingId: table.meetingId,
        meetingName: meetings.name,
        role: memberships.role,
      })
      .from(table)
      .innerJoin(meetings, eq(meetings.id, table.meetingId))
      .innerJoin(teams, eq(teams.id, meetings.teamId))
      .leftJoin(memberships, membershipOf(userId, meetings.teamId))
      .where(
        and(
          eq(table.authorId, userId),
          isNull(table.deletedAt),
          onLivingBoard,
          isAfter(table, after),
        ),
      )
      .orderBy(asc(table.createdAt), asc(table.id))
      .limit(readAtOnce);
  return pages(read, toWritten);
}

export function personalWriting(queries: Queries, userId: UserId) {
  return {
    notes: () => written(queries, userId, notes),
    comments: () => written(queries, userId, comments),

    action_items() {
      const isOwn = and(eq(actions.createdBy, userId), eq(actions.version, 1));
      const read = (after: typeof actions.$inferSelect | undefined) =>
        queries
          .select(getTableColumns(actions))
          .from(actions)
          .innerJoin(teams, eq(teams.id, actions.teamId))
          .leftJoin(memberships, membershipOf(userId, actions.teamId))
          .where(
            and(
              or(eq(actions.assigneeId, userId), eq(actions.createdBy, userId)),
              // Any member rewrites an action item. Who has left has the words that are surely theirs: never changed since.
              or(isNotNull(memberships.role), isOwn),
              isNull(actions.deletedAt),
              isNull(teams.deletedAt),
              isAfter(actions, after),
            ),
          )
          .orderBy(asc(actions.createdAt), asc(actions.id))
          .limit(readAtOnce);
      return pages(read, (item) => ({
        ...toAction(item),
        assigned_to_me: item.assigneeId === userId,
        created_by_me: item.createdBy === userId,
      }));
    },

    votes() {
      const { meetingId, noteId, count } = votes;
      const note = { id: notes.id, publicId: notes.publicId };
      const read = (after: { noteId: string } | undefined) =>
        queries
          .select({ meetingId, noteId, count, note })
          .from(votes)
          .innerJoin(notes, and(eq(notes.id, noteId), isNull(notes.deletedAt)))
          .innerJoin(meetings, eq(meetings.id, meetingId))
          .innerJoin(teams, eq(teams.id, meetings.teamId))
          .where(
            and(
              eq(votes.userId, userId),
              onLivingBoard,
              after && sql`${noteId} > ${after.noteId}::uuid`,
            ),
          )
          .orderBy(asc(noteId))
          .limit(readAtOnce);
      return pages(read, (vote) => ({
        meeting_id: vote.meetingId,
        note_id: noteIdOf(vote.note),
        count: vote.count,
      }));
    },

    reactions() {
      const { meetingId, noteId, emoji } = reactions;
      const note = { id: notes.id, publicId: notes.publicId };
      const read = (after: { noteId: string; emoji: string } | undefined) =>
        queries
          .select({ meetingId, noteId, emoji, note })
          .from(reactions)
          .innerJoin(notes, and(eq(notes.id, noteId), isNull(notes.deletedAt)))
          .innerJoin(meetings, eq(meetings.id, meetingId))
          .innerJoin(teams, eq(teams.id, meetings.teamId))
          .where(
            and(
              eq(reactions.userId, userId),
              onLivingBoard,
              after && sql`(${noteId}, ${emoji}) > (${after.noteId}::uuid, ${after.emoji})`,
            ),
          )
          .orderBy(asc(noteId), asc(emoji))
          .limit(readAtOnce);
      return pages(read, (reaction) => ({
        meeting_id: reaction.meetingId,
        note_id: noteIdOf(reaction.note),
        emoji: reaction.emoji,
      }));
    },
  };
}
