// Meetings: entity, inputs, status changes and policy (docs/api.md ).
import { z } from 'zod';

import { SentTime } from '../api/sent-time.ts';
import { wholeNumber } from '../api/sentences.ts';
import { describeError, type PolicyResult } from '../errors.ts';
import { MeetingId, TeamId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Column, defaultColumns } from '../notes/columns.ts';
import { Phase } from '../phases.ts';
import type { TeamContext } from '../teams/teams.ts';
import { requiredText, Timestamp, withReadableText } from '../text/text.ts';

export const MeetingStatus = z.enum(['planned', 'live', 'closed', 'canceled', 'archived']);
export type MeetingStatus = z.infer<typeof MeetingStatus>;

/** A status from the server. An unknown one from a newer server must not fail a list or board. */
export const ShownStatus = z.enum([...MeetingStatus.options, 'unknown']).catch('unknown');
export type ShownStatus = z.infer<typeof ShownStatus>;

export const statusLabels: Record<ShownStatus, string> = {
  planned: 'Planned',
  live: 'Live',
  closed: 'Closed',
  canceled: 'Canceled',
  archived: 'Archived',
  unknown: 'Unknown',
};

const VotesAllowed = wholeNumber(1, limits.votesPerPersonMax);

const settingFields = {
  /** Notes stay face down until they are revealed (docs/retro.md R-21). */
  hide_notes: z.boolean(),
  /** Votes per person, and maximum votes of a person per topic (docs/retro.md R-102). */
  votes_per_person: VotesAllowed,
  votes_per_topic: VotesAllowed,
  /** The server starts the next phase when the timer expires (docs/retro.md R-76). */
  auto_advance: z.boolean(),
  /** Hides who wrote a note. Fixed once the board has notes (docs/retro.md R-171). */
  anonymous: z.boolean(),
  /** An AI summary may read the notes of an anonymous meeting. Fixed once the board has notes (docs/retro.md R-303). */
  ai_notes: z.boolean(),
  /** Joining asks for moods and a question of the day (docs/retro.md R-181). */
  check_in: z.boolean(),
  /** The questions of the check-up. Empty: off (docs/retro.md R-351). */
  check_up: z.array(z.string()),
  /** The meeting is only a check-up, without writing and voting phases (docs/retro.md R-357). */
  only_check_up: z.boolean(),
  /** People without an account may join by link (docs/retro.md R-321). */
  guests: z.boolean(),
  /** The timer's last duration in each phase (docs/retro.md R-75). */
  timer_seconds: z.partialRecord(
    Phase,
    wholeNumber(limits.timerSecondsMin, limits.timerSecondsMax),
  ),
};

/** Meetings of earlier versions lack some settings. */
export const MeetingSettings = z.object({
  hide_notes: settingFields.hide_notes,
  votes_per_person: settingFields.votes_per_person.default(limits.votesPerPerson),
  votes_per_topic: settingFields.votes_per_topic.default(limits.votesPerTopic),
  auto_advance: settingFields.auto_advance.default(false),
  anonymous: settingFields.anonymous.default(false),
  ai_notes: settingFields.ai_notes.default(false),
  check_in: settingFields.check_in.default(true),
  check_up: settingFields.check_up.default(() => []),
  only_check_up: settingFields.only_check_up.default(false),
  guests: settingFields.guests.default(false),
  timer_seconds: settingFields.timer_seconds.default(() => ({})),
} satisfies Record<keyof typeof settingFields, z.ZodType>);
export type MeetingSettings = z.infer<typeof MeetingSettings>;

export const defaultSettings = MeetingSettings.parse({ hide_notes: true });

/** Settings of a template. */
export const PartialSettings = z.object(settingFields).partial();

/** Members who wrote or spoke by name, of those in the team at the end. */
export const Attendance = z.object({ took_part: z.number().int(), members: z.number().int() });
export type Attendance = z.infer<typeof Attendance>;

export function attendanceText({ took_part, members }: Attendance): string {
  return `${took_part} of ${members} members took part`;
}

export const Meeting = z.object({
  id: MeetingId,
  name: z.string(),
  team_id: TeamId,
  owner_id: UserId,
  /** Have the owner's rights, except naming co-leads and handing over. Nodes of earlier versions omit it. */
  co_lead_ids: z.array(UserId).default(() => []),
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  phase: Phase,
  status: ShownStatus,
  settings: MeetingSettings,
  /** From left to right. Nodes of earlier versions omit the field. */
  columns: z.array(Column).default(() => defaultColumns),
  /** True if it was imported from a file (docs/retro.md R-221), otherwise absent. */
  imported: z.boolean().optional(),
  /** Absent until the end, in anonymous meetings and in small teams (docs/retro.md R-161). */
  attendance: Attendance.optional(),
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Meeting = z.infer<typeof Meeting>;

/** One user's rights in one meeting, by the server's policy. */
export const MeetingAbilities = z.object({
  change: z.boolean(),
  lead: z.boolean(),
});
export type MeetingAbilities = z.infer<typeof MeetingAbilities>;

/** A meeting in a response to one user. Changes omit abilities, which differ per user. */
export const MeetingForCaller = Meeting.extend({ abilities: MeetingAbilities });
export type MeetingForCaller = z.infer<typeof MeetingForCaller>;

export const MeetingName = withReadableText(
  requiredText(limits.meetingNameMax, 'Please enter a meeting name.'),
  'A meeting name',
);

export const times = { start_time: SentTime.nullish(), end_time: SentTime.nullish() };
type Times = { [Field in keyof typeof times]?: string | null | undefined };

/** Whether the meeting ends after it starts. True if either time is missing. */
export function timesInOrder({ start_time, end_time }: Times): boolean {
  return !start_time || !end_time || new Date(start_time) <= new Date(end_time);
}

export const wrongOrder = { path: ['end_time'], message: describeError('MEETING_TIMES').detail };

/** POST /meetings/{id}/owner: the member who becomes the owner. */
export const MeetingHandOver = z
  .object({ owner_id: UserId })
  .meta({ examples: [{ owner_id: '0198f2c4-7f00-7000-8000-000000000005' }] });
export type MeetingHandOver = z.infer<typeof MeetingHandOver>;

/** PUT /meetings/{id}/co-leads: adds or removes a team member as co-lead. */
export const CoLeadChange = z
  .object({ user_id: UserId, is_co_lead: z.boolean() })
  .meta({ examples: [{ user_id: '0198f2c4-7f00-7000-8000-000000000005', is_co_lead: true }] });
export type CoLeadChange = z.infer<typeof CoLeadChange>;

const statusMoves: Record<MeetingStatus, readonly MeetingStatus[]> = {
  planned: ['live', 'canceled'],
  live: ['closed', 'canceled'],
  closed: ['archived'],
  canceled: ['planned', 'archived'],
  archived: [],
};

/** Whether the status may change. Keeping it is always allowed (docs/api.md A-82). */
export function statusMoveAllowed(from: ShownStatus, to: MeetingStatus): boolean {
  return from === to || (from !== 'unknown' && statusMoves[from].includes(to));
}

/** docs/api.md A-85 */
export function isEditable(status: ShownStatus): boolean {
  return status === 'planned' || status === 'live';
}

/** `status` is the effective status by the server's clock, which the site estimates. */
export type MeetingNow = Pick<Meeting, 'phase' | 'status'>;

export function whileLive({ status }: Pick<MeetingNow, 'status'>): PolicyResult {
  return status === 'live' ? 'allowed' : 'MEETING_NOT_LIVE';
}

export type LedMeeting = Pick<Meeting, 'owner_id'> & { co_lead_ids: readonly UserId[] };

/** The owner or a co-lead (docs/retro.md R-33). */
export function isLead(userId: UserId, { owner_id, co_lead_ids }: LedMeeting): boolean {
  return userId === owner_id || co_lead_ids.includes(userId);
}

/** Pure rules (docs/api.md A-42). Callers must answer outsiders with 404 first. */
export const meetingPolicy = {
  see: (who: TeamContext): PolicyResult =>
    who.isSuperuser || who.role !== null ? 'allowed' : 'NOT_FOUND',
  /** Any member, and superusers in any team. The creator becomes the owner but leads only as a member. */
  create: (who: TeamContext): PolicyResult =>
    who.role !== null || who.isSuperuser ? 'allowed' : 'NOT_FOUND',
  change: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    isLead(who.userId, meeting) || who.role === 'admin' || who.isSuperuser
      ? 'allowed'
      : 'MEETING_OWNER_OR_ADMIN',
  /** Change the owner: the owner, or a team admin who takes over (docs/retro.md R-32). Co-leads cannot. */
  handOver: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    meetingPolicy.change(who, { ...meeting, co_lead_ids: [] }) === 'allowed'
      ? 'allowed'
      : 'HAND_OVER_OWNER_OR_ADMIN',
  /** Name and remove co-leads: only the owner (docs/retro.md R-33). */
  nameCoLeads: (who: TeamContext, { owner_id }: LedMeeting): PolicyResult =>
    who.userId === owner_id && who.role !== null ? 'allowed' : 'CO_LEADS_OWNER_ONLY',
  lead: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    isLead(who.userId, meeting) && who.role !== null ? 'allowed' : 'MEETING_OWNER_LEADS',
} as const;

export function meetingAbilities(who: TeamContext, meeting: LedMeeting): MeetingAbilities {
  return {
    change: meetingPolicy.change(who, meeting) === 'allowed',
    lead: meetingPolicy.lead(who, meeting) === 'allowed',
  };
}
