// The errors of the API and the problem document that carries them.
import { z } from 'zod';

import type { accountErrors } from './accounts/account-errors.ts';
import { type Refusal, withStatus } from './api/problem-status.ts';
import type { serverErrors } from './api/server-errors.ts';

const table = {
  ...withStatus(403, {
    FORBIDDEN: 'You cannot do this.',
    TEAM_ADMIN_ONLY: 'Requires admin permissions',
    INVITATION_SENDER_ONLY: 'Only the sender or a team admin can cancel an invitation.',
    INVITATION_OTHER_EMAIL: 'This invitation was sent to another email address.',
    MEETING_OWNER_LEADS: 'Only leads can change the phase.',
    CO_LEADS_OWNER_ONLY: 'Only the meeting owner can name co-leads.',
    TIMER_OWNER_ONLY: 'Only leads can change the timer.',
    SUGGESTIONS_OWNER_ONLY: 'Only leads can use suggested groups.',
    DISCUSSION_OWNER_ONLY: 'Only leads can run the discussion.',
    CHECK_IN_OWNER_ONLY: 'Only leads can run the check-in.',
    HAND_OF_ANOTHER: "You can only raise your own hand. Only leads can lower others'.",
    THANKS_OF_ANOTHER: 'Only the person who gave these thanks can take them back.',
    MEETING_OWNER_OR_ADMIN: 'Only leads and team admins can change this meeting.',
    HAND_OVER_OWNER_OR_ADMIN: 'Only the owner or a team admin can hand over.',
    NOTE_AUTHOR_ONLY: 'Only the author of this note can change it.',
    COMMENT_AUTHOR_ONLY: 'Only the author of this comment can change it.',
    TEMPLATE_CREATOR_OR_ADMIN:
      'Only the person who saved this template or a team admin can change it.',
    TEMPLATE_BUILT_IN: 'Built-in templates cannot be changed. Save your own instead.',
    TEAM_MEMBER_ONLY: 'Only members of the team can take part in its meetings.',
  }),
  ...withStatus(404, {
    NOT_FOUND: 'This does not exist, or you have no access to it.',
  }),
  ...withStatus(409, {
    CANNOT_REMOVE_SELF: 'Cannot remove yourself',
    CANNOT_CHANGE_OWN_ROLE: 'Cannot change your own role',
    MEETING_NOT_LIVE: 'The meeting is not live.',
    COLUMN_HOLDS_NOTES: "Move or delete this column's notes before you remove it.",
    COLUMN_KIND_FIXED: "Move or delete this column's notes first.",
    ANONYMITY_FIXED: 'Anonymity can only be changed before the first note.',
    SUMMARY_NOT_OVER: 'The summary is available once the meeting is over.',
    TIMER_NONE: 'There is no timer.',
    TIMER_NOT_RUNNING: 'The timer is not running.',
    TIMER_NOT_PAUSED: 'The timer is not paused.',
    TIMER_TOO_LONG: 'A timer can run for at most 8 hours.',
    READY_OTHER_PHASE: 'The meeting has moved to another phase.',
    CHECK_IN_OFF: 'The check-in is switched off in this meeting.',
    CHECK_UP_NOT_ASKED: 'This meeting does not ask this question.',
    CHECK_UP_FULL: 'This meeting has reached its limit of 60 questions with answers.',
    CHECK_UP_NOT_NOW: 'The check-up can only be answered in Joining.',
    CHECK_IN_NOT_NOW: 'The question of the day is only asked in Joining.',
    WORTH_NOT_NOW: 'Rate the meeting from Discussing until a day after it.',
    GROUPS_NOT_NOW: 'Notes can only be grouped during Grouping or Discussing.',
    VOTING_NOT_YET: 'Voting has not begun.',
    VOTING_OVER: 'Voting is over.',
    NO_VOTES_LEFT: 'You have no votes left.',
    VOTE_LIMITS_RISE: 'Once voting has begun, limits can only be raised.',
    VOTES_PER_TOPIC: 'You have given this topic the maximum number of votes.',
    DISCUSSION_NOT_NOW: 'Topics can only be discussed in Discussing.',
    COMMENTS_NOT_YET: 'You can comment on topics from Revealing onwards.',
    TOPIC_COMMENTS_FULL: 'This topic has reached its limit of 200 comments.',
    REACTIONS_NOT_YET: 'You can react to notes from Revealing onwards.',
    REACTION_FACE_DOWN: 'This note is still face down.',
    REACTIONS_FULL: 'A note can have at most 12 different reactions.',
    ACTIONS_NOT_NOW: 'Add actions in Discussing or Ready to Close, or on the Actions page.',
    ACTIONS_MEETING_OVER: 'The meeting is over. Add actions on the Actions page.',
    THANKS_NOT_NOW: 'You can thank people from Discussing until a day after the end.',
    THANKS_SWITCHED_OFF: 'The team has switched badges and thanks off.',
    THANKS_TO_ONESELF: 'You cannot thank yourself.',
    THANKS_FULL: 'This meeting has reached its limit of 200 thanks.',
    BOARD_FULL: 'This board is full: it holds at most 1000 notes.',
    NOTES_NOT_NOW: 'Notes can only be added during Writing or Grouping phases',
    NOTE_CHANGES_NOT_NOW: 'Notes cannot be changed in this phase.',
    MEETING_FINISHED: 'Cannot add notes to a finished meeting.',
    NOTE_CHANGES_FINISHED: 'The meeting is finished. Its notes cannot be changed.',
    NOT_SOFT_DELETED: 'Delete this first. Only deleted items can be removed for good.',
    ERASURE_BEGUN: 'This is being deleted for good and can no longer be restored.',
  }),
  ...withStatus(422, {
    VOTES_LIMITS: 'The votes per topic can be at most the votes per person.',
    MEETING_TIMES: 'A meeting cannot end before it starts.',
  }),
};

/** Errors of policies, and others that pages show before they send a request. */
export type PolicyErrorCode = keyof typeof table;

export type ErrorCode = PolicyErrorCode | keyof typeof serverErrors | keyof typeof accountErrors;

/** The result of a policy: allowed, or the error to respond with. */
export type PolicyResult = 'allowed' | PolicyErrorCode;

/** `detail` is the text for users (docs/api.md A-22). */
export function describeError(code: PolicyErrorCode): Refusal {
  return table[code];
}

export function refusalText(result: PolicyResult): string | undefined {
  return result === 'allowed' ? undefined : describeError(result).detail;
}

/** The reason for a rejection decided on the client. Pages only load the texts of policies. */
export function boardErrorText(code: ErrorCode): string {
  return isPolicyError(code) ? describeError(code).detail : 'The board has since changed.';
}

function isPolicyError(code: ErrorCode): code is PolicyErrorCode {
  return Object.hasOwn(table, code);
}

/** An invalid field: its path, a message for users, and Zod's issue code. */
export const FieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** RFC 9457. `code` is the table's key, so that clients need not compare texts. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(FieldError).optional(),
  /** Sent with 412, and with 409 after a concurrent change: the current state, as the caller may see it. */
  current: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof Problem>;
