import type { Action, ActionStatus } from '@wentwell/contract/actions/actions';
import { showsSinceLastTime } from '@wentwell/contract/actions/since-last-time';
import { type ActionRecord, askedType } from '@wentwell/contract/board/actions';
import type { ActionId, MeetingId, NoteId, TeamId, TopicId } from '@wentwell/contract/ids';
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, unionAll, uuid } from 'drizzle-orm/pg-core';

import { boardRecords } from '#server/board/board-records.table';
import {
  looksBack,
  type MeetingRow,
  meetings,
  toMeeting,
} from '#server/features/meetings/meetings.table';
import { ofTeam } from '#server/features/teams/teams.table';
import { userOrNull } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { advisoryLocks } from '#server/platform/db/advisory-locks';
import { createdAndUpdated, instant, softDelete, textIndex } from '#server/platform/db/columns';
import type { Queries, Tx } from '#server/platform/db/database';
import { OutdatedRead } from '#server/platform/db/database-errors';
import { toColumns, toFields } from '#server/platform/db/field-names';

/** Action items belong to the team and outlive their meeting. */
export const actions = pgTable(
  'actions',
  {
    id: uuid().$type<ActionId>().primaryKey(),
    teamId: ofTeam(),
    meetingId: uuid()
      .$type<MeetingId>()
      .references(() => meetings.id, { onDelete: 'set null' }),
    topicId: uuid().$type<TopicId>(),
    noteId: uuid().$type<NoteId>(),
    text: text().notNull(),
    assigneeId: userOrNull(),
    formerAssigneeId: userOrNull(),
    dueOn: date({ mode: 'string' }),
    status: text().$type<ActionStatus>().notNull(),
    reason: text(),
    meetingsSeen: integer().notNull(),
    createdBy: userOrNull(),
    doneAt: instant(),
    /** Set by the database, which knows the status before. */
    droppedAt: instant(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
    /** The user who deleted it and may undo that. Null while it is not deleted. */
    deletedBy: userOrNull(),
  },
  (table) => [
    index('actions_team').on(table.teamId, table.status),
    index('actions_meeting').on(table.meetingId),
    index('actions_assignee').on(table.assigneeId),
    index('actions_former_assignee')
      .on(table.formerAssigneeId)
      .where(isNotNull(table.formerAssigneeId)),
    index('actions_creator').on(table.createdBy),
    index('actions_deleted_by').on(table.deletedBy).where(isNotNull(table.deletedBy)),
    textIndex('actions_text', table.text),
  ],
);

/** Meetings that have closed. The row keeps a second close or a late answer from counting one again. */
export const countedMeetings = pgTable('actions_counted_meetings', {
  meetingId: uuid()
    .$type<MeetingId>()
    .primaryKey()
    .references(() => meetings.id, { onDelete: 'cascade' }),
  teamId: ofBoardTeam(),
  /** Whether every member took part (docs/retro.md R-344). Null in small teams, and if an earlier version counted the meeting. */
  fullAttendance: boolean(),
  /** Whether two people or more took part. Null if an earlier version counted the meeting. */
  together: boolean(),
});

type StoredAction = typeof actions.$inferSelect;
export type ActionRow = Omit<StoredAction, 'droppedAt'> & Partial<Pick<StoredAction, 'droppedAt'>>;

export function toAction(stored: ActionRow): Action {
  const { deletedAt: _at, deletedBy: _by, droppedAt: _dropped, ...row } = stored;
  return toFields(row);
}

export function toActionRecord(row: ActionRow): ActionRecord {
  return { ...toAction(row), type: 'action' };
}

export function toActionRow(action: Action): ActionRow {
  return { ...toColumns(action), deletedAt: null, deletedBy: null };
}

/** Action items agreed in the meeting, without deleted ones. */
export function agreedIn(meetingId: MeetingId | SQLWrapper) {
  return and(eq(actions.meetingId, meetingId), isNull(actions.deletedAt));
}

/** The team's open action items from other meetings. Shown in the joining phase. */
export function earlierOpenActions({ id, teamId }: { id: MeetingId; teamId: TeamId }) {
  return and(
    eq(actions.teamId, teamId),
    eq(actions.status, 'open'),
    isNull(actions.deletedAt),
    or(isNull(actions.meetingId), ne(actions.meetingId, id)),
  );
}

/** The team's done action items that the meeting asks about. */
export function askedIn(queries: Queries, { id, teamId }: { id: MeetingId; teamId: TeamId }) {
  const { meetingId, type } = boardRecords;
  const asked = queries
    .select({ id: sql<ActionId>`${boardRecords.id}::uuid` })
    .from(boardRecords)
    .where(and(eq(meetingId, id), eq(type, askedType.type)));
  return and(
    eq(actions.teamId, teamId),
    eq(actions.status, 'done'),
    isNull(actions.deletedAt),
    inArray(actions.id, asked),
  );
}

/** Returns ids of boards that show any of these items. A union, because with `or` PostgreSQL scans every meeting. */
export function boardsShowing(queries: Queries, which: SQL | undefined) {
  const theirTeams = queries.select({ id: actions.teamId }).from(actions).where(which);
  return unionAll(
    queries
      .select({ id: sql<MeetingId>`${actions.meetingId}` })
      .from(actions)
      .where(and(which, isNotNull(actions.meetingId))),
    queries
      .select({ id: sql<MeetingId>`${meetings.id}` })
      .from(meetings)
      .where(and(inArray(meetings.teamId, theirTeams), looksBack)),
  );
}

/** Throws OutdatedRead if another board began to show the action items before the locks were held. */
export function requireLocked(
  locked: readonly { id: MeetingId }[],
  shown: readonly { id: MeetingId }[],
): void {
  const ids = new Set(locked.map(({ id }) => id));
  if (!shown.every(({ id }) => ids.has(id))) throw new OutdatedRead();
}

/** The lock lasts until the transaction ends. Lock order: boards first, then action items. */
export async function lockTeamActions(tx: Tx, team: TeamId): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(${advisoryLocks.actionsOfTeam}::int, hashtext(${team}))`;
  // Without `execute` the lock would be sent after the statements that need it.
  await tx.execute(lock).execute();
}

/** The action items of a board: those agreed in the meeting, and in joining those that it looks back at. */
export async function readBoardActions(
  queries: Queries,
  meeting: MeetingRow,
  agreed: readonly ActionRow[],
) {
  if (!showsSinceLastTime(toMeeting(meeting))) return agreed.map(toActionRecord);
  const before = await queries
    .select()
    .from(actions)
    .where(or(earlierOpenActions(meeting), askedIn(queries, meeting)))
    .orderBy(asc(actions.id));
  return [...agreed, ...before].map(toActionRecord);
}

/** Locks the boards that match `others` and show any of these items, then all action items of their teams. */
export async function lockShowing(tx: Tx, which: SQL | undefined, others?: SQL) {
  const where = and(inArray(meetings.id, boardsShowing(tx, which)), others);
  const showing = () =>
    tx.select({ id: meetings.id }).from(meetings).where(where).orderBy(asc(meetings.id));
  const locked = await showing().for('update');
  const theirs = await tx
    .selectDistinct({ teamId: actions.teamId })
    .from(actions)
    .where(which)
    .orderBy(asc(actions.teamId));
  for (const { teamId } of theirs) await lockTeamActions(tx, teamId);
  requireLocked(locked, await showing());
  return locked;
}
