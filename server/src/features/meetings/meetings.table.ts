import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import { Column, defaultColumns } from '@wentwell/contract/columns';
import { Discussion } from '@wentwell/contract/discussion';
import { effectiveStatus } from '@wentwell/contract/effective-status';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import {
  isEditable,
  type Meeting,
  meetingAbilities,
  type MeetingForCaller,
  MeetingSettings,
  type MeetingStatus,
} from '@wentwell/contract/meetings';
import { nextPhase, type Phase, phaseFacts, type PhaseInfo } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams';
import { runningTimer, type Timer } from '@wentwell/contract/timer';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofTeam } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { formerHeadColumns } from '#server/live/board-columns';
import { boardHeads } from '#server/live/board-heads.table';
import {
  createdAndUpdated,
  deletedIndex,
  instant,
  jsonVersion,
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
    /** Members of the team other than the owner. */
    coLeads: uuid().array().$type<UserId[]>().notNull().default([]),
    name: text().notNull(),
    status: text().$type<MeetingStatus>().notNull().default('planned'),
    startTime: instant(),
    endTime: instant(),
    phase: text().$type<Phase>().notNull().default('joining'),
    phaseStartedAt: instant(),
    phaseMinutes: integer(),
    /** The phase, by its start, to whose timer the next columns belong. */
    timerSince: instant(),
    timerEndsAt: instant(),
    /** For a paused timer. */
    timerRemainingMs: integer(),
    timerStartedBy: uuid().$type<UserId>(),
    settings: jsonb().$type<MeetingSettings>().notNull(),
    settingsVersion: jsonVersion(),
    /** Null in meetings that were made before columns could be chosen: they have the default ones. */
    columns: jsonb().$type<Column[]>(),
    columnsVersion: jsonVersion(),
    /** Null until the meeting has come to discussing. */
    discussion: jsonb().$type<Discussion>(),
    discussionVersion: jsonVersion(),
    /** Made of a file: nobody of the team chose its columns and settings. */
    isImported: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    ...formerHeadColumns,
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

type FormerHead = keyof typeof formerHeadColumns;
export type MeetingRow = Omit<typeof meetings.$inferSelect, FormerHead>;

/** A meeting with the head of its board. */
export type BoardRow = MeetingRow & Omit<typeof boardHeads.$inferSelect, 'meetingId'>;

const { meetingId: _, ...headColumns } = getTableColumns(boardHeads);
/** The columns of a `BoardRow`, of meetings joined with `headOfMeeting`. */
export const boardRow = { ...getTableColumns(meetings), ...headColumns };
export const headOfMeeting = [boardHeads, eq(boardHeads.meetingId, meetings.id)] as const;

/** A condition on `users`: leads the meeting, as `isLead` of `contract/src/meetings.ts` has it. */
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
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The status at a moment: a live meeting whose end has passed is closed. */
export function statusAt(
  { status, endTime }: Pick<MeetingRow, 'status' | 'endTime'>,
  now: Date,
): MeetingStatus {
  return effectiveStatus({ status, end_time: endTime?.toISOString() ?? null }, now);
}

/** With what its board knows of its phase. */
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

/** Whether a note that appears on the board now lies face down. A board that is over shows everything. */
export function hidesNewNotes(row: MeetingRow): boolean {
  return isEditable(row.status) && settingsOf(row).hide_notes && phaseFacts[row.phase].hides;
}

/** When the present phase began; it names the phase to what belongs to that phase alone. */
export function phaseSinceOfRow({ phaseStartedAt, createdAt }: MeetingRow): Date {
  return phaseStartedAt ?? createdAt;
}

/** The timer of the present phase, whatever the meeting's status: as it was set, or else as the phase began with it. */
export function phaseTimer(row: MeetingRow): Timer | null {
  const { phaseStartedAt, phaseMinutes, timerSince, timerEndsAt, timerRemainingMs } = row;
  if (timerSince?.getTime() !== phaseSinceOfRow(row).getTime()) {
    if (!phaseStartedAt || !phaseMinutes) return null;
    return runningTimer(new Date(phaseStartedAt.getTime() + phaseMinutes * 60_000), row.ownerId);
  }
  if (timerEndsAt) return runningTimer(timerEndsAt, row.timerStartedBy);
  if (timerRemainingMs === null) return null;
  const state = 'paused';
  return { state, ends_at: null, remaining_ms: timerRemainingMs, started_by: row.timerStartedBy };
}

/** The columns of a timer that belongs to the phase which began at `since`. */
export function timerColumns(timer: Timer | null, since: Date) {
  return {
    timerSince: since,
    timerEndsAt: timer?.ends_at ? new Date(timer.ends_at) : null,
    timerRemainingMs: timer?.remaining_ms ?? null,
    timerStartedBy: timer?.started_by ?? null,
  };
}

export function toPhaseInfo(row: MeetingRow): PhaseInfo {
  return {
    meeting_id: row.id,
    phase: row.phase,
    next_phase: nextPhase({ phase: row.phase, settings: settingsOf(row) }),
    started_at: row.phaseStartedAt?.toISOString() ?? null,
    duration_minutes: row.phaseMinutes,
    ends_at: phaseTimer(row)?.ends_at ?? null,
  };
}

/** Looks back in joining, also while it is deleted: whoever comes back after its restoring has missed nothing. */
export const looksBack = and(
  eq(meetings.status, 'live'),
  eq(meetings.phase, 'joining'),
  sql`${meetings.settings} ->> 'guests' is distinct from 'true'`,
);

/** A column of rows that go with their meeting. */
export function ofMeeting() {
  return uuid()
    .$type<MeetingId>()
    .notNull()
    .references(() => meetings.id, { onDelete: 'cascade' });
}
