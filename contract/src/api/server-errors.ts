// Errors that neither policies nor pages refer to. Pages show the server's sentences, so they do not load this table.
import { limits } from '../limits.ts';
import { withStatus } from './problem-status.ts';

export const serverErrors = {
  ...withStatus(400, {
    BAD_REQUEST: 'The request could not be understood.',
  }),
  ...withStatus(401, {
    NOT_AUTHENTICATED: 'Please log in.',
    SESSION_EXPIRED: 'Your session has expired. Please log in again.',
  }),
  ...withStatus(403, {
    ADDITIONS_LEADS_ONLY: 'Only leads can reveal what absent members added.',
    GUEST_MUTED: 'A lead has muted you, so you can only read.',
  }),
  ...withStatus(404, {
    SCREEN_LINK_GONE: 'This screen link no longer works. Ask a lead of the meeting for a new one.',
    GUEST_LINK_GONE: 'This guest link no longer works. Ask a lead of the meeting for a new one.',
    INVITATION_NOT_FOUND: 'Invitation not found or may have expired',
  }),
  ...withStatus(405, {
    METHOD_NOT_ALLOWED: 'This address does not support that method.',
  }),
  ...withStatus(408, {
    REQUEST_TIMEOUT: 'The request took too long to arrive.',
  }),
  ...withStatus(409, {
    NOT_ANONYMOUS: 'This meeting is not anonymous.',
    NOTE_NOT_ANONYMOUS: 'This note is not anonymous.',
    NOTE_FACE_DOWN: 'This note is face down until the reveal.',
    QUESTION_TO_ONESELF: 'You wrote this note.',
    AI_NOTES_FIXED: 'AI access to the notes can only be changed before the first note.',
    AI_SWITCHED_OFF: 'No AI service is set up, or the team has not switched it on.',
    AI_TEXT_CHANGED: 'The meeting has changed. Read the text again before you send it.',
    LAST_TEAM_ADMIN: 'A team needs an admin: make someone else an admin first.',
    INVITATION_PENDING: 'There is already a pending invitation for this email address.',
    ALREADY_MEMBER: 'This person is already a member of the team.',
    INVITATIONS_FULL: 'This team has too many open invitations. Cancel some, or wait for answers.',
    ACCOUNT_EXISTS: 'This address already has an account.',
    ACCOUNT_INACTIVE: 'The account is deactivated.',
    MAIL_NOT_WAITING: 'This email was already sent, or its link has expired.',
    INVITATION_NOT_PENDING: 'This invitation has already been answered.',
    MEETING_STATUS_MOVE: 'The meeting cannot change to that status.',
    MEETING_NOT_EDITABLE: 'Closed, canceled and archived meetings cannot be edited.',
    GUESTS_FORBIDDEN: 'Your team does not allow guests. Its admins can change that.',
    GUESTS_OFF: 'This meeting does not allow guests. Allow them in its settings first.',
    GUESTS_FULL: 'This link has reached its limit of guests.',
    GUESTS_WAITING: 'Many people are waiting to be let in. Try again in a few minutes.',
    GUEST_ADMITTED: 'You have already joined. Ask a lead to change your name.',
    GUEST_CLAIM_GONE: 'Your work has already been kept, or your guest session has expired.',
    GUEST_CLAIM_EARLY: 'You can keep your work once the retro has ended.',
    GUEST_CLAIM_TOOK_PART:
      'This account took part in the retro itself, so it cannot keep what you did as a guest.',
    SCREEN_LINK_OVER: 'A meeting that is over cannot get a screen link.',
    MEETING_TEAM_FIXED: 'You cannot change the team after a meeting has started.',
    COLUMNS_CHANGED:
      'Someone else changed the columns. Nothing was saved: load the current columns and continue from there.',
    TEMPLATE_NAME_TAKEN: 'A template with this name already exists. Please choose another.',
    TEMPLATES_FULL: `A team can have ${limits.templatesPerTeam} templates of its own. Delete one before you save another.`,
    MEETING_NOT_ANONYMOUS:
      'This meeting is no longer anonymous, so your notes show your name. Your text was not sent.',
    LAST_PHASE: 'This is the final phase.',
    TOPIC_DISCUSSED: 'This topic has been discussed. Only undiscussed topics can be carried over.',
    SCORED_ELSEWHERE:
      'You have already answered in another browser. Those answers count, and you can change them there.',
    SCORES_FULL: 'There are already as many answers as people in the team.',
    CATCH_UP_NOT_OVER: 'You can catch up once the meeting is closed.',
    CATCH_UP_OVER: 'The 48 hours for additions are over. You can still read the report.',
    CATCH_UP_TOOK_PART: 'You took part in this retro. Only absent members can add to it.',
    ADDITIONS_FULL: 'At most 20 additions per person and 200 per retro. Remove one of yours first.',
    ADDITION_REVEALED: 'The team has already revealed this, so it cannot be taken back.',
    ADDITIONS_NOT_NOW:
      'Additions can only be revealed in Joining, and only while guests are not allowed.',
    DISCUSSION_NO_TOPIC: 'No topic is being discussed.',
    DISCUSSION_OTHER_TOPIC: 'The discussion has moved to another topic.',
    BOARD_COMMENTS_FULL: `This board has reached its limit of ${limits.commentsPerBoard} comments.`,
    REACTED_BY_ALL: 'There are already as many of this reaction as people in the team.',
    ACTIONS_FULL: `This team has ${limits.openActionsPerTeam} open action items. Finish or drop some before you add more.`,
    ACTIONS_OF_MEETING_FULL: `This meeting has ${limits.actionsPerMeeting} action items. Add more on the Actions page.`,
    AGREEMENTS_FULL: 'A team can have 50 agreements at most. End one first.',
    KEY_REUSED: 'This idempotency key was used for another request.',
    NOT_A_MEMBER: 'This person is not a member of the team.',
    ID_TAKEN: 'This id is already in use.',
    RESTORE_ADDRESS_TAKEN: 'Another account now uses this email address.',
  }),
  ...withStatus(410, {
    INVITATION_GONE: 'This invitation has expired or was canceled.',
  }),
  ...withStatus(412, {
    STALE_VERSION: 'Someone has changed this in the meantime.',
  }),
  ...withStatus(413, {
    BODY_TOO_LARGE: 'The request is too large.',
  }),
  ...withStatus(415, {
    NOT_JSON: 'The request body must be JSON.',
    NOT_A_FORM: 'The request body must be a form: application/x-www-form-urlencoded.',
  }),
  ...withStatus(421, {
    UNKNOWN_ADDRESS:
      'This address gets no live updates, because the server does not know it. Ask the operator to set PUBLIC_URL or add the address to WEB_ORIGIN.',
  }),
  ...withStatus(422, {
    AUTHOR_KEY_MISSING:
      'This meeting is anonymous: your browser must send its author key (X-Author-Key). Please reload the page.',
    SCORE_KEY_MISSING:
      'Scores are anonymous: your browser must send its author key (X-Author-Key). Please reload the page.',
    NOTE_UNKNOWN: 'A note of this group is no longer on the board.',
    ACTION_ASSIGNEE_UNKNOWN: 'This person is not in the team.',
    ACTION_NOTE_UNKNOWN: 'This note is no longer on the board.',
    ACTION_NOTE_KIND: 'Only a note in the column for action items can be tracked.',
    TOPIC_UNKNOWN: 'This board has no such topic.',
    TEMPLATE_UNKNOWN: 'The team has no such template.',
    CARRY_OVER_TARGET: 'Choose another meeting of the same team.',
    COLUMN_UNKNOWN: 'This meeting has no such column.',
    VALIDATION: 'Validation Error',
  }),
  ...withStatus(429, {
    AI_DRAFTS_TODAY:
      'You have used your ten drafts or thirty attempts for today, or your team three times as many. Try again tomorrow.',
    TEAM_INVITATIONS_OF_TODAY: `This team has sent ${limits.teamInvitationsPerDay} invitations within a day. Please send more tomorrow.`,
    INVITED_OFTEN_TODAY:
      'Your team has invited this address three times within a day. Please try again tomorrow.',
    TOO_MANY_REQUESTS: 'Too many attempts. Please wait before trying again.',
    TEAMS_TODAY: "You have reached today's limit of new teams. Try again tomorrow.",
    MEETINGS_TODAY: "This team has reached today's limit of new meetings. Try again tomorrow.",
    IMPORTS_TODAY: 'You have imported 64 MiB within a day. Try again tomorrow.',
    SUMMARY_MAIL_TODAY:
      'The summary of this meeting was sent within the last day. Send it again tomorrow.',
    BOARD_HISTORY_FULL:
      'This board has changed too often within an hour. Please wait before you change it again.',
  }),
  ...withStatus(431, {
    HEADERS_TOO_LARGE: 'The request headers are too large.',
  }),
  ...withStatus(500, {
    INTERNAL: 'Something went wrong on our side. Please try again.',
  }),
  ...withStatus(503, {
    AI_UNAVAILABLE: 'The AI service gave no usable answer. Please try again in a minute.',
    BOARD_BUSY: 'Many changes are waiting on this board. Please try again in a moment.',
    SITE_BUSY: 'The site is very busy. Please try again in a moment.',
    STARTING: 'Wentwell is starting. Please try again in a moment.',
    UNAVAILABLE: 'Service temporarily unavailable. Please try again later.',
  }),
};
