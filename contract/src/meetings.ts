// Meetings: entity, inputs, the moves between statuses, and who may do what (docs/api.md ).
import { z } from 'zod';

import { Column, defaultColumns } from './columns.ts';
import { describeError, type PolicyResult } from './errors.ts';
import { MeetingId, TeamId, UserId } from './ids.ts';
import { limits } from './limits.ts';
import { Phase } from './phases.ts';
import { SentTime } from './sent-time.ts';
import { wholeNumberSentence } from './sentences.ts';
import type { TeamContext } from './teams.ts';
import { requiredText, Timestamp, withReadableText } from './text.ts';

export const MeetingStatus = z.enum(['planned', 'live', 'closed', 'canceled', 'archived']);
export type MeetingStatus = z.infer<typeof MeetingStatus>;

/** A status as it is read: one of a newer server that this program does not know fails neither a list nor a board. */
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

const votesAllowed = wholeNumberSentence(1, limits.votesPerPersonMax);
const VotesAllowed = z
  .number({ error: votesAllowed })
  .int({ error: votesAllowed })
  .min(1, { error: votesAllowed })
  .max(limits.votesPerPersonMax, { error: votesAllowed });

const settingFields = {
  /** Notes stay face down until the reveal (docs/retro.md R-21). */
  hide_notes: z.boolean(),
  /** How many votes each person has, and how many of them one topic may get (docs/retro.md R-102). */
  votes_per_person: VotesAllowed,
  votes_per_topic: VotesAllowed,
  /** The server goes on to the next phase when the timer is over (docs/retro.md R-76). */
  auto_advance: z.boolean(),
  /** Nobody can tell who wrote a note; fixed once the board has one (docs/retro.md R-171). */
  anonymous: z.boolean(),
  /** An AI summary may read the notes of an anonymous meeting; fixed once the board has one (docs/retro.md R-303). */
  ai_notes: z.boolean(),
  /** Joining asks for moods, and a question of the day (docs/retro.md R-181). */
  check_in: z.boolean(),
  /** The questions of the check-up; none: it is off (docs/retro.md R-351). */
  check_up: z.array(z.string()),
  /** The meeting is a check-up of its own, without the phases that write and vote (docs/retro.md R-357). */
  only_check_up: z.boolean(),
  /** People without an account may take part by a link (docs/retro.md R-321). */
  guests: z.boolean(),
};

export const defaultSettings = {
  hide_notes: true,
  votes_per_person: limits.votesPerPerson,
  votes_per_topic: limits.votesPerTopic,
  auto_advance: false,
  anonymous: false,
  ai_notes: false,
  check_in: true,
  check_up: [],
  only_check_up: false,
  guests: false,
} satisfies z.infer<z.ZodObject<typeof settingFields>>;

/** Meetings of earlier versions lack some of the settings. */
export const MeetingSettings = z.object({
  hide_notes: settingFields.hide_notes,
  votes_per_person: settingFields.votes_per_person.default(defaultSettings.votes_per_person),
  votes_per_topic: settingFields.votes_per_topic.default(defaultSettings.votes_per_topic),
  auto_advance: settingFields.auto_advance.default(defaultSettings.auto_advance),
  anonymous: settingFields.anonymous.default(defaultSettings.anonymous),
  ai_notes: settingFields.ai_notes.default(defaultSettings.ai_notes),
  check_in: settingFields.check_in.default(defaultSettings.check_in),
  check_up: settingFields.check_up.default(() => []),
  only_check_up: settingFields.only_check_up.default(defaultSettings.only_check_up),
  guests: settingFields.guests.default(defaultSettings.guests),
});
export type MeetingSettings = z.infer<typeof MeetingSettings>;

/** Those that a template names. */
export const PartialSettings = z.object(settingFields).partial();

export const Meeting = z.object({
  id: MeetingId,
  name: z.string(),
  team_id: TeamId,
  owner_id: UserId,
  /** They may do what the owner may, except name who leads. A node of an earlier version sends a meeting without them. */
  co_lead_ids: z.array(UserId).default(() => []),
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  phase: Phase,
  status: ShownStatus,
  settings: MeetingSettings,
  /** From left to right. A node of an earlier version sends a meeting without them. */
  columns: z.array(Column).default(() => defaultColumns),
  /** True of one that was made of a file (docs/retro.md R-221), absent of others. */
  imported: z.boolean().optional(),
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Meeting = z.infer<typeof Meeting>;

/** The rights of one person in one meeting, as the server's policy says. */
export const MeetingAbilities = z.object({
  change: z.boolean(),
  lead: z.boolean(),
});
export type MeetingAbilities = z.infer<typeof MeetingAbilities>;

/** A meeting as a call answers it to one person; changes carry it without abilities, which differ by person. */
export const MeetingForCaller = Meeting.extend({ abilities: MeetingAbilities });
export type MeetingForCaller = z.infer<typeof MeetingForCaller>;

export const MeetingName = withReadableText(
  requiredText(limits.meetingNameMax, 'Please enter a meeting name.'),
  'A meeting name',
);

export const times = { start_time: SentTime.nullish(), end_time: SentTime.nullish() };
type Times = { [Field in keyof typeof times]?: string | null | undefined };

/** Whether a meeting with these times ends after it starts; what is not set is no contradiction. */
export function timesInOrder({ start_time, end_time }: Times): boolean {
  return !start_time || !end_time || new Date(start_time) <= new Date(end_time);
}

export const wrongOrder = { path: ['end_time'], message: describeError('MEETING_TIMES').detail };

/** POST /meetings/{id}/owner: who leads from now on, a member of the team. */
export const MeetingHandOver = z
  .object({ owner_id: UserId })
  .meta({ examples: [{ owner_id: '0198f2c4-7f00-7000-8000-000000000005' }] });
export type MeetingHandOver = z.infer<typeof MeetingHandOver>;

/** PUT /meetings/{id}/co-leads: a member of the team is made a co-lead, or is one no more. */
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

/** Whether a meeting may go from one status to another; staying is always possible (docs/api.md A-82). */
export function statusMoveAllowed(from: ShownStatus, to: MeetingStatus): boolean {
  return from === to || (from !== 'unknown' && statusMoves[from].includes(to));
}

/** docs/api.md A-85 */
export function isEditable(status: ShownStatus): boolean {
  return status === 'planned' || status === 'live';
}

/** As much of a meeting as says who leads it. */
export type LedMeeting = Pick<Meeting, 'owner_id'> & { co_lead_ids: readonly UserId[] };

/** The owner, or a co-lead (docs/retro.md R-33). */
export function isLead(userId: UserId, { owner_id, co_lead_ids }: LedMeeting): boolean {
  return userId === owner_id || co_lead_ids.includes(userId);
}

/** Pure rules (docs/api.md A-42); the caller has answered 404 to outsiders before it asks them. */
export const meetingPolicy = {
  see: (who: TeamContext): PolicyResult =>
    who.isSuperuser || who.role !== null ? 'allowed' : 'NOT_FOUND',
  /** Any member, and a superuser in any team: whoever makes it owns it, and leads only as a member. */
  create: (who: TeamContext): PolicyResult =>
    who.role !== null || who.isSuperuser ? 'allowed' : 'NOT_FOUND',
  change: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    isLead(who.userId, meeting) || who.role === 'admin' || who.isSuperuser
      ? 'allowed'
      : 'MEETING_OWNER_OR_ADMIN',
  /** Hand the lead over: the owner and, to take it over, a team admin (docs/retro.md R-32). A co-lead may not. */
  handOver: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    meetingPolicy.change(who, { ...meeting, co_lead_ids: [] }),
  /** Name co-leads, and take that back: the owner alone (docs/retro.md R-33). */
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
