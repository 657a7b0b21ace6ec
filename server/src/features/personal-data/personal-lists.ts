// The lists in a personal data export: data about the user and data by the user.
import type { PersonalData } from '@wentwell/contract/accounts/personal-data';
import type { UserId } from '@wentwell/contract/ids';
import {
  and,
  asc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import {
  type NamedBoard,
  livingBoards,
  type LivingBoards,
  meetingOf,
  namedBoard,
} from '#server/board/living-boards';
import type { PersonalLists, ServerFeature } from '#server/board/server-feature';
import { actions, toAction } from '#server/features/actions/actions.table';
import { aiSummaries } from '#server/features/ai/ai-summaries.table';
import { identities } from '#server/features/auth/credentials.table';
import { isActiveSession, sessions } from '#server/features/auth/sessions.table';
import { comments, commentsBy } from '#server/features/comments/comments.table';
import {
  invitations,
  selectInvitations,
  toInvitation,
} from '#server/features/invitations/invitations.table';
import { noteIdOf, notes, wasCarriedOver } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { membershipOf, memberships, teams } from '#server/features/teams/teams.table';
import { templates } from '#server/features/templates/templates.table';
import { votes } from '#server/features/votes/votes.table';
import type { ReadOwnActs } from '#server/platform/audit';
import type { Queries } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';
import type { Caller } from '#server/platform/http/caller';

// Unbounded lists are read in pages. Deleted rows are omitted. The export drops fields that its schema lacks.

/** A few hundred kilobytes per page. */
const pageSize = 1000;

/** Reads a whole list. `read` returns the page after the given row. */
async function* pages<Row, Element>(
  read: (after: Row | undefined) => Promise<Row[]>,
  toElement: (row: Row) => Element,
): AsyncGenerator<Element[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    yield rows.map(toElement);
    last = rows.length < pageSize ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Keyset pagination by creation time and id. */
function isAfter<Row extends { createdAt: Date; id: string }>(
  { createdAt, id }: { createdAt: PgColumn; id: PgColumn },
  row: Row | undefined,
): SQL | undefined {
  return (
    row &&
    sql`(${createdAt}, ${id}) > (${row.createdAt.toISOString()}::timestamptz, ${row.id}::uuid)`
  );
}

interface WrittenRow {
  id: string;
  board: NamedBoard;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

function toWritten(row: WrittenRow): PersonalData['notes'][number] {
  return {
    meeting: meetingOf(row.board),
    text: row.text,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function written(
  queries: Queries,
  boards: LivingBoards,
  { table, isTheirs }: { table: typeof notes | typeof comments; isTheirs: SQL | undefined },
) {
  const read = (after: WrittenRow | undefined): Promise<WrittenRow[]> =>
    queries
      .select({
        id: table.id,
        text: table.content,
        createdAt: table.createdAt,
        updatedAt: table.updatedAt,
        board: namedBoard(boards),
      })
      .from(table)
      .innerJoin(boards, eq(boards.id, table.meetingId))
      .where(and(isTheirs, isNull(table.deletedAt), isAfter(table, after)))
      .orderBy(asc(table.createdAt), asc(table.id))
      .limit(pageSize);
  return pages(read, toWritten);
}

function personalWriting(queries: Queries, boards: LivingBoards, userId: UserId) {
  const board = namedBoard(boards);
  return {
    notes() {
      // Excludes edited copies on boards that the author may not see, because others may have rewritten them.
      const isReadable = or(isNotNull(boards.role), not(notes.edited), not(wasCarriedOver));
      const isTheirs = and(eq(notes.authorId, userId), isReadable);
      return written(queries, boards, { table: notes, isTheirs });
    },

    async *comments() {
      for (const isTheirs of commentsBy(queries, userId)) {
        yield* written(queries, boards, { table: comments, isTheirs });
      }
    },

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
              // Any member may rewrite an action item. Former members get only their own unchanged ones.
              or(isNotNull(memberships.role), isOwn),
              isNull(actions.deletedAt),
              isNull(teams.deletedAt),
              isAfter(actions, after),
            ),
          )
          .orderBy(asc(actions.createdAt), asc(actions.id))
          .limit(pageSize);
      return pages(read, (item) => ({
        ...toAction(item),
        assigned_to_me: item.assigneeId === userId,
        created_by_me: item.createdBy === userId,
      }));
    },

    async *summaries() {
      const { meetingId, text } = aiSummaries;
      const rows = await queries
        .select({ text, board })
        .from(aiSummaries)
        .innerJoin(boards, eq(boards.id, meetingId))
        .where(eq(aiSummaries.publishedBy, userId))
        .orderBy(asc(meetingId));
      yield rows.map(({ text, board }) => ({ meeting: meetingOf(board), text }));
    },

    votes() {
      const { meetingId, noteId, count } = votes;
      const note = { id: notes.id, publicId: notes.publicId };
      const read = (after: { noteId: string } | undefined) =>
        queries
          .select({ meetingId, noteId, count, note })
          .from(votes)
          .innerJoin(notes, and(eq(notes.id, noteId), isNull(notes.deletedAt)))
          .innerJoin(boards, eq(boards.id, meetingId))
          .where(and(eq(votes.userId, userId), after && sql`${noteId} > ${after.noteId}::uuid`))
          .orderBy(asc(noteId))
          .limit(pageSize);
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
          .innerJoin(boards, eq(boards.id, meetingId))
          .where(
            and(
              eq(reactions.userId, userId),
              after && sql`(${noteId}, ${emoji}) > (${after.noteId}::uuid, ${after.emoji})`,
            ),
          )
          .orderBy(asc(noteId), asc(emoji))
          .limit(pageSize);
      return pages(read, (reaction) => ({
        meeting_id: reaction.meetingId,
        note_id: noteIdOf(reaction.note),
        emoji: reaction.emoji,
      }));
    },
  };
}

export interface PersonalListsDeps {
  db: Queries;
  readOwnActs: ReadOwnActs;
  features: readonly ServerFeature[];
}

/** The lists of this feature and all others. */
export function personalLists(
  { db, readOwnActs, features }: PersonalListsDeps,
  { userId, sessionId }: Caller,
): Partial<PersonalLists> {
  const boards = livingBoards(db, userId);
  return {
    ...features.reduce<Partial<PersonalLists>>(
      (lists, each) => ({ ...lists, ...each.personalLists?.({ db, boards, userId }) }),
      {},
    ),
    ...personalWriting(db, boards, userId),
    audit_log: () => readOwnActs(db, userId),

    async *sessions() {
      const logins = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isActiveSession))
        .orderBy(asc(sessions.createdAt));
      yield logins.map((login) => ({ ...toFields(login), current: login.id === sessionId }));
    },

    async *identities() {
      const linked = await db
        .select({ ...getTableColumns(identities), linkedAt: identities.createdAt })
        .from(identities)
        .where(eq(identities.userId, userId))
        .orderBy(asc(identities.createdAt));
      yield linked.map(toFields);
    },

    async *teams() {
      const { role, joinedAt } = memberships;
      const belongsTo = await db
        .select({ id: teams.id, name: teams.name, role, joinedAt })
        .from(memberships)
        .innerJoin(teams, eq(teams.id, memberships.teamId))
        .where(and(eq(memberships.userId, userId), isNull(teams.deletedAt)))
        .orderBy(asc(joinedAt));
      yield belongsTo.map(toFields);
    },

    async *meetings_led() {
      const led = await db
        .select()
        .from(boards)
        .where(eq(boards.ownerId, userId))
        .orderBy(asc(boards.createdAt));
      yield led.map((board) => ({
        ...meetingOf(board),
        created_at: board.createdAt.toISOString(),
      }));
    },

    async *invitations_sent() {
      const sent = await selectInvitations(db)
        .where(
          and(
            eq(invitations.senderId, userId),
            isNull(invitations.deletedAt),
            isNull(teams.deletedAt),
          ),
        )
        .orderBy(asc(invitations.createdAt));
      yield sent.map(toInvitation).map(({ team, invited_user_email, status, created_at }) => ({
        team_id: team.id,
        email: invited_user_email,
        status,
        created_at,
      }));
    },

    async *templates() {
      const saved = await db
        .select(getTableColumns(templates))
        .from(templates)
        .innerJoin(teams, eq(teams.id, templates.teamId))
        .innerJoin(memberships, membershipOf(userId, templates.teamId))
        .where(
          and(
            eq(templates.createdBy, userId),
            isNull(templates.deletedAt),
            isNull(teams.deletedAt),
          ),
        )
        .orderBy(asc(templates.createdAt));
      yield saved.map(toFields);
    },
  };
}
