// Action items (docs/retro.md ): entity, inputs, policy. On a board: `board/actions.ts`.
import { z } from 'zod';

import { inCommonYears } from '../api/sent-time.ts';
import type { PolicyResult } from '../errors.ts';
import { ActionId, MeetingId, NoteId, TeamId, TopicId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { MeetingNow } from '../meetings/meetings.ts';
import { phaseFacts } from '../phases.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';
import { requiredText, Timestamp, withReadableText } from '../text/text.ts';

export const ActionStatus = z.enum(['open', 'done', 'dropped']);
export type ActionStatus = z.infer<typeof ActionStatus>;

/** A calendar day without a time zone. */
export const Day = z.iso.date('Please pick a date.').refine(...inCommonYears);

export const Action = z.object({
  id: ActionId,
  team_id: TeamId,
  /** The meeting that agreed on it. Null for an item added to the team's list. */
  meeting_id: MeetingId.nullable(),
  topic_id: TopicId.nullable(),
  /** The note that it was made from. */
  note_id: NoteId.nullable(),
  text: z.string(),
  assignee_id: UserId.nullable(),
  /** The last assignee of an open item, if they have left the team. Null again after reassignment. */
  former_assignee_id: UserId.nullable().default(null),
  due_on: z.iso.date().nullable(),
  status: ActionStatus,
  reason: z.string().nullable(),
  /** The number of closed retros at whose end it was open. Only retros with two people or more count. */
  meetings_seen: z.number().int().min(0),
  /** Null after that account has been erased. */
  created_by: UserId.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  done_at: Timestamp.nullable(),
  version: z.number().int(),
});
export type Action = z.infer<typeof Action>;

/** Shown as the owner of an action item without an assignee. */
export const unassignedLabel = "Nobody's";

export const ListedAction = Action.extend({
  /** Names of the meeting and topic that it came from. Null if there is none or the caller may not read it. */
  from: z.object({ meeting: z.string().nullable(), topic: z.string().nullable() }),
});
export type ListedAction = z.infer<typeof ListedAction>;

export const ActionText = withReadableText(
  requiredText(limits.actionTextMax, 'Please say what needs to be done.'),
  'An action item',
);
const Reason = withReadableText(
  requiredText(limits.actionReasonMax, 'Please say why you are dropping it.'),
  'A reason',
);

/** The optional fields. A date in the past is accepted. */
const OptionalDetails = z.object({ assignee_id: UserId.nullable(), due_on: Day.nullable() });
/** The details of an action item that was added with only a text. */
export const noDetails: z.infer<typeof OptionalDetails> = { assignee_id: null, due_on: null };
/** The details in a meeting export, which names the owner in another field. */
export const ExportedDetails = OptionalDetails.omit({ assignee_id: true });

/** The editable fields. Forms, drafts, changes and their inverses contain all of them. */
export const ActionDetails = z.object({ text: z.string(), ...OptionalDetails.shape });
export type ActionDetails = z.infer<typeof ActionDetails>;
type GivenDetails = { [Field in keyof ActionDetails]?: ActionDetails[Field] | undefined };

/** A client-generated id makes retries idempotent. */
export const TeamActionInput = z
  .object({ id: ActionId.optional(), text: ActionText, ...OptionalDetails.partial().shape })
  .meta({ examples: [{ text: 'Add a second reviewer to the rota', due_on: '2026-03-20' }] });
export type TeamActionInput = z.infer<typeof TeamActionInput>;

/**
 * POST /meetings/{id}/actions: `note_id` names a note in the column for action items. A second request for the same
 * note has no effect.
 */
export const ActionInput = TeamActionInput.extend({
  topic_id: TopicId.nullish(),
  note_id: NoteId.nullish(),
}).meta({
  examples: [
    {
      text: 'Add a second reviewer to the rota',
      assignee_id: '0198f2c4-7f00-7000-8000-000000000005',
      topic_id: '0198f2c4-7f00-7000-8000-000000000004',
    },
  ],
});
export type ActionInput = z.infer<typeof ActionInput>;

/** Absent fields stay unchanged. `reason` only applies if the status is `dropped`. */
export const ActionUpdate = z
  .object({
    text: ActionText.optional(),
    ...OptionalDetails.partial().shape,
    status: ActionStatus.optional(),
    reason: Reason.optional(),
  })
  .refine(({ status, reason }) => status !== 'dropped' || reason !== undefined, {
    path: ['reason'],
    message: 'Please say why you are dropping it.',
  })
  .meta({ examples: [{ status: 'done' }, { status: 'dropped', reason: 'The tool is gone.' }] });
export type ActionUpdate = z.infer<typeof ActionUpdate>;

function pickDetails(
  from: GivenDetails,
  isPicked: (field: keyof ActionDetails) => boolean,
): Partial<ActionDetails> {
  const picked: Partial<ActionDetails> = {};
  function pick<Field extends keyof ActionDetails>(field: Field): void {
    const value: ActionDetails[Field] | undefined = from[field];
    if (value !== undefined) picked[field] = value;
  }
  for (const field of ActionDetails.keyof().options) if (isPicked(field)) pick(field);
  return picked;
}

export function changedDetails(given: GivenDetails, before: GivenDetails = {}) {
  return pickDetails(given, (field) => given[field] !== before[field]);
}

export function inverseUpdate(before: Action, update: ActionUpdate): ActionUpdate {
  const { status, reason } = update;
  return {
    ...pickDetails(before, (field) => update[field] !== undefined),
    ...(status !== undefined && { status: before.status }),
    ...((status ?? reason) !== undefined && before.reason !== null && { reason: before.reason }),
  };
}

/** Pure rules (docs/retro.md ). Callers must answer outsiders with 404 first. */
export const actionPolicy = {
  /** Any member may add to a meeting while it agrees on actions, and to the team's list at any time. */
  addTo: (who: TeamContext, meeting: MeetingNow | null): PolicyResult => {
    if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
    if (meeting === null) return 'allowed';
    const { status } = meeting;
    if (status === 'closed' || status === 'archived') return 'ACTIONS_MEETING_OVER';
    if (status !== 'live') return 'MEETING_NOT_LIVE';
    return phaseFacts[meeting.phase].agreesActions ? 'allowed' : 'ACTIONS_NOT_NOW';
  },
  /** Any member may edit, finish, drop, reopen, delete or restore, in any phase and after the meeting. */
  change: (who: TeamContext): PolicyResult => (isInTeam(who) ? 'allowed' : 'TEAM_MEMBER_ONLY'),
} as const;
