// Catch-up: absent members can add to a retro for two days after its end (docs/retro.md ).
import { z } from 'zod';

import { ActionId, MeetingId, TeamId, TopicId, UserId, Uuid } from '../ids.ts';
import { limits } from '../limits.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';
import { requiredText, Timestamp } from '../text/text.ts';
import type { Meeting } from './meetings.ts';

export const AdditionId = Uuid.brand<'AdditionId'>();
export type AdditionId = z.infer<typeof AdditionId>;

export const catchUpMs = 48 * 60 * 60 * 1000;

export const additionsMax = { perPerson: 20, perMeeting: 200 };

const AdditionText = requiredText(limits.noteContentMax, 'Content is required');

/** POST /meetings/{id}/catch-up/additions */
export const AdditionInput = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('note'), text: AdditionText }),
    z.object({ kind: z.literal('me_too'), topic_id: TopicId }),
    z.object({ kind: z.literal('objection'), action_id: ActionId, text: AdditionText }),
  ])
  .meta({ examples: [{ kind: 'note', text: 'The staging server was down on Monday, too.' }] });
export type AdditionInput = z.infer<typeof AdditionInput>;

export const AdditionKind = z.enum(['note', 'me_too', 'objection']);
export type AdditionKind = z.infer<typeof AdditionKind>;

/** A face-down addition as its author sees it. */
const OwnAddition = z.object({
  id: AdditionId,
  kind: AdditionKind,
  topic_id: TopicId.nullable(),
  action_id: ActionId.nullable(),
  text: z.string(),
});
export type OwnAddition = z.infer<typeof OwnAddition>;

/** GET /meetings/{id}/catch-up */
export const CatchUp = z.object({
  /** When adding ends. Null if the caller cannot add. */
  open_until: Timestamp.nullable(),
  /** The caller's face-down additions. Their order reveals no times. */
  additions: z.array(OwnAddition),
});
export type CatchUp = z.infer<typeof CatchUp>;

/** GET /me/catch-ups: a retro of the caller's teams that has no data of the caller. */
export const MissedRetro = z.object({
  meeting_id: MeetingId,
  meeting_name: z.string(),
  team_id: TeamId,
  open_until: Timestamp,
});

export const Revealed = z.object({
  id: AdditionId,
  kind: AdditionKind,
  /** Text of the topic or action item. Null for a note, or if the topic or item was removed. */
  about: z.string().nullable(),
  text: z.string(),
  /** Null if either retro is anonymous. */
  user_id: UserId.nullable(),
});
export type Revealed = z.infer<typeof Revealed>;

/** GET /meetings/{id}/additions: additions to earlier retros by absent members, for this meeting. */
export const LeftAdditions = z.object({
  /** The number of face-down additions to earlier retros (docs/retro.md R-363). 0 outside joining. */
  waiting: z.number().int().min(0),
  /** Additions revealed in this meeting. Their order reveals no times. */
  revealed: z.array(Revealed),
});
export type LeftAdditions = z.infer<typeof LeftAdditions>;

type Ended = Pick<Meeting, 'status' | 'end_time' | 'imported'>;

/** When catch-up ends. Null if the meeting is imported or not closed. `status` is the effective status. */
export function catchUpEnd({ status, end_time, imported = false }: Ended): Date | null {
  const isOver = !imported && (status === 'closed' || status === 'archived');
  return isOver && end_time !== null ? new Date(new Date(end_time).getTime() + catchUpMs) : null;
}

export type CatchUpRefusal =
  | 'TEAM_MEMBER_ONLY'
  | 'CATCH_UP_NOT_OVER'
  | 'CATCH_UP_OVER'
  | 'CATCH_UP_TOOK_PART';

/** Null if the user may add. `tookPart`: the meeting has data of the user. */
export function refuseAddition(
  who: TeamContext,
  meeting: Ended,
  { now, tookPart }: { now: Date; tookPart: boolean },
): CatchUpRefusal | null {
  if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
  const end = catchUpEnd(meeting);
  if (end === null) return 'CATCH_UP_NOT_OVER';
  if (now >= end) return 'CATCH_UP_OVER';
  return tookPart ? 'CATCH_UP_TOOK_PART' : null;
}
