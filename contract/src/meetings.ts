// Meetings: entity, inputs, the moves between statuses, and who may do what (spec 3-6, api.md).
import { z } from 'zod';

import type { Verdict } from './errors.ts';
import { MeetingId, TeamId, UserId } from './ids.ts';
import { limits } from './limits.ts';
import { Phase } from './phases.ts';
import type { Standing } from './teams.ts';
import { requiredText, Timestamp } from './text.ts';

export const MeetingStatus = z.enum(['planned', 'live', 'closed', 'canceled', 'archived']);
export type MeetingStatus = z.infer<typeof MeetingStatus>;

export const statusLabels: Record<MeetingStatus, string> = {
  planned: 'Planned',
  live: 'Live',
  closed: 'Closed',
  canceled: 'Canceled',
  archived: 'Archived',
};

export const MeetingSettings = z.object({
  /** Notes stay face down until the reveal (retro.md "writing"). */
  hide_notes: z.boolean(),
});
export type MeetingSettings = z.infer<typeof MeetingSettings>;

export const defaultSettings: MeetingSettings = { hide_notes: true };

export const Meeting = z.object({
  id: MeetingId,
  name: z.string(),
  team_id: TeamId,
  owner_id: UserId,
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  phase: Phase,
  status: MeetingStatus,
  settings: MeetingSettings,
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Meeting = z.infer<typeof Meeting>;

const MeetingName = requiredText(limits.meetingNameMax, 'Please enter a meeting name.');

export const MeetingInput = z.object({
  name: MeetingName,
  team_id: TeamId,
  start_time: Timestamp.nullish(),
  end_time: Timestamp.nullish(),
});
export type MeetingInput = z.infer<typeof MeetingInput>;

/** PUT takes the fields that it is sent and leaves the others (api.md). */
export const MeetingUpdate = z.object({
  name: MeetingName.optional(),
  team_id: TeamId.optional(),
  start_time: Timestamp.nullish(),
  end_time: Timestamp.nullish(),
  status: MeetingStatus.optional(),
  settings: MeetingSettings.partial().optional(),
});
export type MeetingUpdate = z.infer<typeof MeetingUpdate>;

/** POST /meetings/{id}/owner: who leads from now on, a member of the team. */
export const MeetingHandOver = z.object({ owner_id: UserId });
export type MeetingHandOver = z.infer<typeof MeetingHandOver>;

const statusMoves: Record<MeetingStatus, readonly MeetingStatus[]> = {
  planned: ['live', 'canceled'],
  live: ['closed', 'canceled'],
  closed: ['archived'],
  canceled: ['planned', 'archived'],
  archived: [],
};

/** Whether a meeting may go from one status to another; staying is always possible (api.md). */
export function statusMoveAllowed(from: MeetingStatus, to: MeetingStatus): boolean {
  return from === to || statusMoves[from].includes(to);
}

/** Takes a meeting and the time; gives the status that people are shown: live past its end is closed (spec 3). */
export function effectiveStatus(
  meeting: Pick<Meeting, 'status' | 'end_time'>,
  now: Date = new Date(),
): MeetingStatus {
  const ended = meeting.end_time !== null && new Date(meeting.end_time) <= now;
  return meeting.status === 'live' && ended ? 'closed' : meeting.status;
}

/** Spec 4: editing is allowed only when the status is not closed, canceled or archived. */
export function isEditable(status: MeetingStatus): boolean {
  return status === 'planned' || status === 'live';
}

/** Pure rules (api.md "Who may do what"); whoever is not in the team has been told 404 before. */
export const meetingPolicy = {
  see: (who: Standing): Verdict => (who.isSuperuser || who.role !== null ? 'allowed' : 'NOT_FOUND'),
  create: (who: Standing): Verdict => {
    if (who.role !== null) return 'allowed';
    return who.isSuperuser ? 'TEAM_MEMBER_ONLY' : 'NOT_FOUND';
  },
  /** Start, edit, finish, delete, board settings. */
  change: (who: Standing, meeting: Pick<Meeting, 'owner_id'>): Verdict =>
    who.userId === meeting.owner_id || who.role === 'admin' || who.isSuperuser
      ? 'allowed'
      : 'MEETING_OWNER_OR_ADMIN',
  /** Hand the lead over: the owner and, to take it over, a team admin (retro.md "Facilitator"). */
  handOver: (who: Standing, meeting: Pick<Meeting, 'owner_id'>): Verdict =>
    meetingPolicy.change(who, meeting),
  /** Advance or jump: the owner alone (spec 6). */
  lead: (who: Standing, meeting: Pick<Meeting, 'owner_id'>): Verdict =>
    who.userId === meeting.owner_id && who.role !== null ? 'allowed' : 'MEETING_OWNER_LEADS',
} as const;
