// The closed table of everything the API refuses with, and the problem document that carries it.
import { z } from 'zod';

import type { accountErrors } from './account-errors.ts';

/** Titles by status, those of the specification where it has one (docs/api.md A-21). */
export const problemTitles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Validation Error',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;
export type ProblemStatus = keyof typeof problemTitles;

const table = {
  BAD_REQUEST: [400, 'The request could not be understood.'],
  NOT_AUTHENTICATED: [401, 'Please log in.'],
  SESSION_EXPIRED: [401, 'Your session has expired. Please log in again.'],
  FORBIDDEN: [403, 'You may not do this.'],
  TEAM_ADMIN_ONLY: [403, 'Requires admin permissions'],
  INVITATION_SENDER_ONLY: [403, 'Only its sender or a team admin can cancel an invitation.'],
  INVITATION_OTHER_EMAIL: [403, 'This invitation was sent to another email address.'],
  MEETING_OWNER_LEADS: [403, 'Only the meeting owner can change the phase.'],
  TIMER_OWNER_ONLY: [403, 'Only the meeting owner can change the timer.'],
  SUGGESTIONS_OWNER_ONLY: [403, 'Only the meeting owner can have groups suggested.'],
  DISCUSSION_OWNER_ONLY: [403, 'Only the meeting owner can lead the discussion.'],
  CHECK_IN_OWNER_ONLY: [403, 'Only the meeting owner can lead the check-in.'],
  MEETING_OWNER_OR_ADMIN: [403, 'Only the meeting owner or a team admin can change this meeting.'],
  NOTE_AUTHOR_ONLY: [403, 'Only the author of this note can change it.'],
  COMMENT_AUTHOR_ONLY: [403, 'Only the author of this comment can change it.'],
  TEMPLATE_CREATOR_OR_ADMIN: [
    403,
    'Only whoever saved this template or a team admin can change it.',
  ],
  TEMPLATE_BUILT_IN: [
    403,
    'Built-in templates cannot be changed. Save one of your own for the team instead.',
  ],
  TEAM_MEMBER_ONLY: [403, 'Only members of the team can take part in its meetings.'],
  NOT_FOUND: [404, 'There is nothing here, or you have no access to it.'],
  SCREEN_LINK_GONE: [
    404,
    'This screen link does not work any more. Ask whoever leads the meeting for a new one.',
  ],
  INVITATION_NOT_FOUND: [404, 'Invitation not found or may have expired'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take that method.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  CANNOT_REMOVE_SELF: [409, 'Cannot remove yourself'],
  CANNOT_CHANGE_OWN_ROLE: [409, 'Cannot change your own role'],
  LAST_TEAM_ADMIN: [409, 'A team needs an admin: make somebody else an admin first.'],
  INVITATION_PENDING: [409, 'There is already a pending invitation for this email address.'],
  ALREADY_MEMBER: [409, 'This person is already a member of the team.'],
  INVITATIONS_FULL: [
    409,
    'This team has as many open invitations as it may have. Cancel some of them, or wait for answers.',
  ],
  ACCOUNT_INACTIVE: [409, 'The account is deactivated.'],
  MAIL_NOT_WAITING: [409, 'It was sent, or its link expired.'],
  INVITATION_NOT_PENDING: [409, 'This invitation has already been answered.'],
  MEETING_STATUS_MOVE: [409, 'The meeting cannot change to that status.'],
  MEETING_NOT_EDITABLE: [409, 'Closed, canceled and archived meetings cannot be edited.'],
  SCREEN_LINK_OVER: [409, 'A meeting that is over cannot get a screen link.'],
  MEETING_NOT_LIVE: [409, 'The meeting is not live.'],
  MEETING_TEAM_FIXED: [409, 'A meeting that has started stays with its team.'],
  COLUMNS_CHANGED: [
    409,
    'Somebody changed the columns meanwhile. Nothing was saved: load the present columns to go on from them.',
  ],
  COLUMN_HOLDS_NOTES: [
    409,
    'A column that holds notes cannot be removed: move or delete its notes first.',
  ],
  COLUMN_KIND_FIXED: [
    409,
    'A column that holds notes cannot be turned into one for action items, or back: move or delete its notes first.',
  ],
  ANONYMITY_FIXED: [
    409,
    'Whether notes are anonymous is decided before the first note, and stays.',
  ],
  TEMPLATE_NAME_TAKEN: [409, 'There is a template of this name already. Please choose another.'],
  TEMPLATES_FULL: [
    409,
    'A team can have 50 templates of its own. Delete one before you save another.',
  ],
  AUTHOR_KEY_MISSING: [
    422,
    'This meeting is anonymous: what you write needs the key of your browser (X-Author-Key). Please reload the page.',
  ],
  SCORE_KEY_MISSING: [
    422,
    'Scores are anonymous: what you answer needs the key of your browser (X-Author-Key). Please reload the page.',
  ],
  MEETING_NOT_ANONYMOUS: [
    409,
    'This meeting is not anonymous any more: what you write is shown with your name. Your text was not sent.',
  ],
  LAST_PHASE: [409, 'This is the final phase.'],
  TOPIC_DISCUSSED: [409, 'This topic was discussed: only others can be carried over.'],
  SUMMARY_NOT_OVER: [409, 'The summary can be sent when the meeting is over.'],
  TIMER_NONE: [409, 'There is no timer.'],
  TIMER_NOT_RUNNING: [409, 'The timer is not running.'],
  TIMER_NOT_PAUSED: [409, 'The timer is not paused.'],
  TIMER_TOO_LONG: [409, 'A timer can run for at most 8 hours.'],
  READY_OTHER_PHASE: [409, 'The meeting is in another phase by now.'],
  CHECK_IN_OFF: [409, 'The check-in is switched off in this meeting.'],
  CHECK_IN_NOT_NOW: [409, 'The question of the day belongs to Joining.'],
  WORTH_NOT_NOW: [
    409,
    'You can say whether it was worth your time from Discussing on, until a day after the meeting.',
  ],
  SCORED_ELSEWHERE: [
    409,
    'You have answered in another browser already. What you gave there counts, and can be changed there.',
  ],
  SCORES_FULL: [409, 'There are as many answers as there are people in the team.'],
  GROUPS_NOT_NOW: [409, 'Notes can only be grouped during Grouping or Discussing.'],
  VOTING_NOT_YET: [409, 'Voting has not begun.'],
  VOTING_OVER: [409, 'Voting is over.'],
  NO_VOTES_LEFT: [409, 'You have no votes left.'],
  VOTES_PER_TOPIC: [409, 'That is more than one topic may get from you.'],
  VOTES_SPENT: [409, 'Somebody has spent more votes than that. Choose a higher limit.'],
  DISCUSSION_NOT_NOW: [409, 'Topics are discussed during Discussing.'],
  DISCUSSION_NO_TOPIC: [409, 'No topic is being discussed.'],
  DISCUSSION_OTHER_TOPIC: [409, 'Another topic is being discussed by now.'],
  COMMENTS_NOT_YET: [409, 'Topics can be commented on from Revealing on.'],
  TOPIC_COMMENTS_FULL: [409, 'This topic has as many comments as it may have: 200.'],
  BOARD_COMMENTS_FULL: [409, 'This board has as many comments as it may have: 1000.'],
  REACTIONS_NOT_YET: [409, 'Notes can be reacted to from Revealing on.'],
  REACTION_FACE_DOWN: [409, 'This note still lies face down.'],
  REACTIONS_FULL: [409, 'A note can have at most 12 different reactions.'],
  REACTED_BY_ALL: [409, 'There are as many of this reaction as there are people in the team.'],
  ACTIONS_NOT_NOW: [
    409,
    'Action items are added in Discussing and Ready to Close. Before that, add them to the list of the team.',
  ],
  ACTIONS_MEETING_OVER: [
    409,
    'The meeting is over. Add action items to the list of the team instead.',
  ],
  ACTIONS_FULL: [
    409,
    'This team has 300 open action items. Finish or drop some of them before you add more.',
  ],
  ACTIONS_OF_MEETING_FULL: [
    409,
    'This meeting has 200 action items. Add further ones to the list of the team.',
  ],
  NOTES_NOT_NOW: [409, 'Notes can only be added during Writing or Grouping phases'],
  NOTE_CHANGES_NOT_NOW: [409, 'Notes cannot be changed in this phase.'],
  MEETING_FINISHED: [409, 'Cannot add notes to a finished meeting.'],
  NOTE_CHANGES_FINISHED: [
    409,
    'The meeting is finished: its notes cannot be moved, edited or deleted any more.',
  ],
  BOARD_FULL: [409, 'This board is full: it holds at most 1000 notes.'],
  KEY_REUSED: [409, 'This idempotency key was used for another request.'],
  NOT_A_MEMBER: [409, 'This person is not a member of the team.'],
  ID_TAKEN: [409, 'This id is already in use.'],
  NOT_SOFT_DELETED: [409, 'Only what has been deleted can be removed for good: delete it first.'],
  RESTORE_ADDRESS_TAKEN: [409, 'Another account has been made with this email address since.'],
  INVITATION_GONE: [410, 'This invitation has expired or was canceled.'],
  STALE_VERSION: [412, 'Somebody changed this meanwhile.'],
  NOTE_UNKNOWN: [422, 'A note of this group is no longer on the board.'],
  ACTION_ASSIGNEE_UNKNOWN: [422, 'This person is not in the team.'],
  ACTION_NOTE_UNKNOWN: [422, 'This note is no longer on the board.'],
  ACTION_NOTE_KIND: [422, 'Only a note in the column for action items can be tracked.'],
  TOPIC_UNKNOWN: [422, 'This board has no such topic.'],
  VOTES_LIMITS: [422, 'The votes per topic can be at most the votes per person.'],
  TEMPLATE_UNKNOWN: [422, 'The team has no such template.'],
  CARRY_OVER_TARGET: [422, 'Choose another meeting of the same team.'],
  COLUMN_UNKNOWN: [422, 'This meeting has no such column.'],
  MEETING_TIMES: [422, 'A meeting cannot end before it starts.'],
  BODY_TOO_LARGE: [413, 'The request is too large.'],
  NOT_JSON: [415, 'The request body must be JSON.'],
  NOT_A_FORM: [415, 'The request body must be a form: application/x-www-form-urlencoded.'],
  VALIDATION: [422, 'Validation Error'],
  TEAM_INVITATIONS_OF_TODAY: [
    429,
    'This team has sent 200 invitations within a day. Please send more tomorrow.',
  ],
  INVITED_OFTEN_TODAY: [
    429,
    'Your team has invited this address three times within a day. Please try again tomorrow.',
  ],
  TOO_MANY_REQUESTS: [429, 'Too many attempts. Please wait before trying again.'],
  TEAMS_TODAY: [
    429,
    'You have made as many teams as one account may in a day. Try again tomorrow.',
  ],
  MEETINGS_TODAY: [
    429,
    'This team has made as many meetings as it may in a day. Try again tomorrow.',
  ],
  SUMMARY_MAIL_TODAY: [
    429,
    'The summary of this meeting was sent within the last day. Send it again tomorrow.',
  ],
  BOARD_HISTORY_FULL: [
    429,
    'This board has changed too often within an hour. Please wait before you change notes again.',
  ],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.'],
  INTERNAL: [500, 'Something went wrong on our side. Please try again.'],
  BOARD_BUSY: [503, 'Many changes are waiting on this board. Please try again in a moment.'],
  STARTING: [503, 'Wentwell is starting. Please try again in a moment.'],
  UNAVAILABLE: [503, 'Service temporarily unavailable. Please try again later.'],
} as const satisfies Record<string, readonly [ProblemStatus, string]>;

/** What policies refuse with, and whatever else is told before a call is made. */
export type PolicyErrorCode = keyof typeof table;

/** Every refusal the API knows. */
export type ErrorCode = PolicyErrorCode | keyof typeof accountErrors;

/** What a policy says: go on, or the refusal to answer with. */
export type PolicyResult = 'allowed' | PolicyErrorCode;

/** `detail` is the text for the person (docs/api.md A-22). */
export function describeError(code: PolicyErrorCode): { status: ProblemStatus; detail: string } {
  const [status, detail] = table[code];
  return { status, detail };
}

/** One field that failed its rule: where it stands, what to tell the person, zod's kind of issue. */
export const FieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** RFC 9457. `code` is the table's key, so that clients need not compare sentences. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(FieldError).optional(),
  /** With 412, and with 409 where something changed meanwhile: what it is now, as the caller may see it. */
  current: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof Problem>;
