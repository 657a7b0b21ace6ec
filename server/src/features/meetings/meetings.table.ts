import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import { Discussion } from '@wentwell/contract/discussion/discussion';
import { runningTimer, type Timer } from '@wentwell/contract/discussion/timer';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings/effective-status';
import {
  type Meeting,
  meetingAbilities,
  type MeetingForCaller,
  MeetingSettings,
  type MeetingStatus,
} from '@wentwell/contract/meetings/meetings';
import { Column, defaultColumns } from '@wentwell/contract/notes/columns';
import type { Phase } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofTeam, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { boardHeads } from '#server/live/board-heads.table';
import {
  createdAndUpdated,
  deletedIndex,
  instant,
  softDelete,
  textIndex,
} from '#server/platform/db/columns';

export const meetings = pgTable(
  'meetings',
  {
    id: uuid().$type<MeetingId>().primaryKey(),
    teamId: ofTeam(),
    ownerId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Team members other than the owner. */
    coLeads: uuid().array().$type<UserId[]>().notNull().default([]),
    name: text().notNull(),
    status: text().$type<MeetingStatus>().notNull().default('planned'),
    startTime: instant(),
    endTime: instant(),
    phase: text().$type<Phase>().notNull().default('joining'),
    phaseStartedAt: instant(),
    phaseMinutes: integer(),
    /** Start of the phase that the timer columns below belong to. */
    timerSince: instant(),
    timerEndsAt: instant(),
    /** Set while the timer is paused. */
    timerRemainingMs: integer(),
    timerStartedBy: uuid().$type<UserId>(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    /** Null in meetings from before columns could be chosen. They have the default columns. */
    columns: jsonb().$type<Column[]>(),
    /** Null before the discussing phase. */
    discussion: jsonb().$type<Discussion>(),
    /** Created from a file, so its columns and settings are not the team's choice. */
    isImported: boolean().notNull().default(false),
    /** `attendance` of the contract's meeting. */
    tookPart: integer(),
    membersAtEnd: integer(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    index('meetings_team').on(table.teamId, table.startTime),
    index('meetings_owner').on(table.ownerId),
    textIndex('meetings_text', table.name),
    deletedIndex('meetings_deleted', table),
    index('meetings_live_end')
      .on(table.endTime)
      .where(sql`${table.status} = 'live'`),
    index('meetings_auto_advance')
      .on(table.timerEndsAt)
      .where(sql`${table.status} = 'live' and ${table.settings} ->> 'auto_advance' = 'true'`),
  ],
);

export type MeetingRow = typeof meetings.$inferSelect;

/** A meeting joined with its board head. */
export type BoardRow = MeetingRow & Omit<typeof boardHeads.$inferSelect, 'meetingId'>;

const { meetingId: _, ...headColumns } = getTableColumns(boardHeads);
/** The columns of a `BoardRow`. Join `meetings` with `headOfMeeting`. */
export const boardRow = { ...getTableColumns(meetings), ...headColumns };
export const headOfMeeting = [boardHeads, eq(boardHeads.meetingId, meetings.id)] as const;

/** A condition on `users`, equivalent to `isLead` of `contract/src/meetings/meetings.ts`. */
export const isLeadOfMeeting: SQL = sql`(${meetings.ownerId} = ${users.id} or ${users.id} = any(${meetings.coLeads}))`;

export function settingsOf({ settings }: Pick<MeetingRow, 'settings'>): MeetingSettings {
  return MeetingSettings.parse(settings);
}

export function columnsOf({ columns }: Pick<MeetingRow, 'columns'>): Column[] {
  return columns?.map((column) => Column.parse(column)) ?? defaultColumns;
}

export function toDiscussion({ discussion }: Pick<MeetingRow, 'discussion'>): Discussion | null {
  return discussion && Discussion.parse(discussion);
}

export function toMeeting(row: MeetingRow): Meeting {
  return {
    id: row.id,
    name: row.name,
    team_id: row.teamId,
    owner_id: row.ownerId,
    co_lead_ids: row.coLeads,
    start_time: row.startTime?.toISOString() ?? null,
    end_time: row.endTime?.toISOString() ?? null,
    phase: row.phase,
    status: row.status,
    settings: settingsOf(row),
    columns: columnsOf(row),
    ...(row.isImported && { imported: true }),
    ...(row.tookPart !== null &&
      row.membersAtEnd !== null && {
        attendance: { took_part: row.tookPart, members: row.membersAtEnd },
      }),
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The status at `now`: a live meeting past its end counts as closed. */
export function statusAt(
  { status, endTime }: Pick<MeetingRow, 'status' | 'endTime'>,
  now: Date,
): MeetingStatus {
  return effectiveStatus({ status, end_time: endTime?.toISOString() ?? null }, now);
}

/** Adds the phase fields of the board. */
export function toMeetingRecord(row: MeetingRow): MeetingRecord {
  return {
    ...toMeeting(row),
    type: 'meeting',
    phase_started_at: row.phaseStartedAt?.toISOString() ?? null,
    phase_minutes: row.phaseMinutes,
  };
}

export function toMeetingRow(meeting: MeetingRecord) {
  const time = (text: string | null) => (text === null ? null : new Date(text));
  return {
    name: meeting.name,
    teamId: meeting.team_id,
    ownerId: meeting.owner_id,
    coLeads: meeting.co_lead_ids,
    ...(meeting.status !== 'unknown' && { status: meeting.status }),
    startTime: time(meeting.start_time),
    endTime: time(meeting.end_time),
    phase: meeting.phase,
    phaseStartedAt: time(meeting.phase_started_at),
    phaseMinutes: meeting.phase_minutes,
    tookPart: meeting.attendance?.took_part ?? null,
    membersAtEnd: meeting.attendance?.members ?? null,
    settings: meeting.settings,
    columns: meeting.columns,
    version: meeting.version,
    updatedAt: new Date(meeting.updated_at),
  };
}

export function toMeetingForCaller(row: MeetingRow, who: TeamContext): MeetingForCaller {
  const meeting = toMeeting(row);
  return { ...meeting, abilities: meetingAbilities(who, meeting) };
}

/** Start of the current phase. Rows that belong to one phase store it as the phase's key. */
export function phaseSinceOfRow({ phaseStartedAt, createdAt }: MeetingRow): Date {
  return phaseStartedAt ?? createdAt;
}

/** The current phase's timer. Ignores the meeting's status. */
export function phaseTimer(row: MeetingRow): Timer | null {
  const { timerSince, timerEndsAt, timerRemainingMs } = row;
  if (timerSince?.getTime() !== phaseSinceOfRow(row).getTime()) return null;
  if (timerEndsAt) return runningTimer(timerEndsAt, row.timerStartedBy);
  if (timerRemainingMs === null) return null;
  const state = 'paused';
  return { state, ends_at: null, remaining_ms: timerRemainingMs, started_by: row.timerStartedBy };
}

/** `since`: the start of the timer's phase. */
export function timerColumns(timer: Timer | null, since: Date) {
  return {
    timerSince: since,
    timerEndsAt: timer?.ends_at ? new Date(timer.ends_at) : null,
    timerRemainingMs: timer?.remaining_ms ?? null,
    timerStartedBy: timer?.started_by ?? null,
  };
}

/** A condition on meetings with their teams: neither is deleted. */
export const isLivingBoard = and(isNull(meetings.deletedAt), isNull(teams.deletedAt));

/** Shows the team's earlier action items. Includes deleted meetings, so that a restored board is up to date. */
export const looksBack = and(
  eq(meetings.status, 'live'),
  eq(meetings.phase, 'joining'),
  sql`${meetings.settings} ->> 'guests' is distinct from 'true'`,
);

/** A foreign key with cascading deletion. */
export function ofMeeting() {
  return uuid()
    .$type<MeetingId>()
    .notNull()
    .references(() => meetings.id, { onDelete: 'cascade' });
}
