// OpenAPI metadata: introduction, tags, and schema names.
import * as actionLists from '@wentwell/contract/action-lists';
import * as actions from '@wentwell/contract/actions';
import * as admin from '@wentwell/contract/admin';
import * as adminLists from '@wentwell/contract/admin-lists';
import * as agreements from '@wentwell/contract/agreements';
import * as auth from '@wentwell/contract/auth';
import * as board from '@wentwell/contract/board';
import * as carryOver from '@wentwell/contract/carry-over';
import * as catchUp from '@wentwell/contract/catch-up';
import * as checkIn from '@wentwell/contract/check-in';
import * as checkInCalls from '@wentwell/contract/check-in-calls';
import * as columns from '@wentwell/contract/columns';
import * as comments from '@wentwell/contract/comments';
import * as discussion from '@wentwell/contract/discussion';
import * as errors from '@wentwell/contract/errors';
import * as groups from '@wentwell/contract/groups';
import * as guestChanges from '@wentwell/contract/guest-changes';
import * as guests from '@wentwell/contract/guests';
import * as invitations from '@wentwell/contract/invitations';
import * as live from '@wentwell/contract/live';
import * as meetingChanges from '@wentwell/contract/meeting-changes';
import * as meetingExport from '@wentwell/contract/meeting-export';
import * as meetingLists from '@wentwell/contract/meeting-lists';
import * as meetings from '@wentwell/contract/meetings';
import * as notes from '@wentwell/contract/notes';
import * as outcomes from '@wentwell/contract/outcomes';
import * as outsiderActs from '@wentwell/contract/outsider-acts';
import * as personalData from '@wentwell/contract/personal-data';
import * as phases from '@wentwell/contract/phases';
import * as reactions from '@wentwell/contract/reactions';
import * as ready from '@wentwell/contract/ready';
import * as sessions from '@wentwell/contract/sessions';
import * as setupCheck from '@wentwell/contract/setup-check';
import * as signIn from '@wentwell/contract/sign-in';
import * as spectators from '@wentwell/contract/spectators';
import * as suggestions from '@wentwell/contract/suggestions';
import * as summaryMail from '@wentwell/contract/summary-mail';
import * as teamInput from '@wentwell/contract/team-input';
import * as teamLists from '@wentwell/contract/team-lists';
import * as teamUpdates from '@wentwell/contract/team-updates';
import * as teams from '@wentwell/contract/teams';
import * as templates from '@wentwell/contract/templates';
import * as timer from '@wentwell/contract/timer';
import * as userChanges from '@wentwell/contract/user-changes';
import * as userLists from '@wentwell/contract/user-lists';
import * as users from '@wentwell/contract/users';
import * as version from '@wentwell/contract/version';
import * as votes from '@wentwell/contract/votes';
import { z } from 'zod';

import type { ApiDescription } from './platform/http/openapi-document.ts';

const contract = [
  errors,
  auth,
  sessions,
  signIn,
  users,
  userChanges,
  userLists,
  personalData,
  teams,
  teamInput,
  teamUpdates,
  teamLists,
  outsiderActs,
  invitations,
  columns,
  templates,
  meetings,
  meetingChanges,
  meetingLists,
  phases,
  notes,
  groups,
  votes,
  suggestions,
  outcomes,
  actions,
  actionLists,
  agreements,
  ready,
  checkIn,
  checkInCalls,
  timer,
  discussion,
  comments,
  reactions,
  meetingExport,
  carryOver,
  catchUp,
  summaryMail,
  live,
  board,
  spectators,
  guests,
  guestChanges,
  admin,
  adminLists,
  setupCheck,
  version,
];

/** Maps schemas exported by the contract to their export names. */
function exportedNames(modules: readonly object[]): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    const isShape =
      value instanceof z.ZodObject ||
      value instanceof z.ZodEnum ||
      value instanceof z.ZodDiscriminatedUnion;
    if (isShape && /^[A-Z]/.test(name) && !names.has(value)) names.set(value, name);
  }
  return names;
}

const tags = Object.entries({
  Auth: 'Registering, verifying an address, logging in and out, passwords, sessions.',
  Users: 'People: oneself, and those one shares a team with.',
  Teams: 'Teams and their members.',
  Invitations: 'Ways into a team for one email address: sent by the team, answered by the person.',
  Meetings: 'Planning, starting, leading and closing meetings.',
  Templates: 'Columns and settings that meetings start with: built-in ones, and those of a team.',
  'Check-in':
    'How people feel, the question of the day, and whether the meeting was worth their time.',
  Discussion:
    'The topics of a meeting: their order, which one is discussed, and what is said about them.',
  Notes: 'What people write on the board of a meeting.',
  Groups: 'Notes that belong together: grouped and parted.',
  Votes: 'What each person finds most important on the board of a meeting.',
  'Action items': 'What a team has agreed to do: who, by when, and what became of it.',
  Board:
    'A whole board at one moment, what happened on it since, and the entry to its live channel.',
  Screens: 'A board on a screen without an account, by a link that can be revoked.',
  Guests: 'People without an account in one meeting, by a link that can be revoked.',
  Admin:
    'For superusers: what was deleted, its restoring and its end. Every call here answers under `/api/admin` as well.',
  Service: 'Which build this is, and whether it is well. No login needed.',
}).map(([name, description]) => ({ name, description }));

const description = `
The HTTP API of Wentwell, the very one that its own site uses.

**Asking.** Bodies and answers are JSON in UTF-8 with \`snake_case\` names; \`POST /api/v1/auth/login\` alone takes a
form. Times are ISO 8601 in UTC, ids are UUIDs. Fields that a call does not know are ignored; of a field that is sent
twice the last one counts. A \`PUT\` changes the fields that it is sent and leaves the others. Bodies are at most 64 KiB, and
an imported meeting 1 MiB.

**Who asks.** \`POST /api/v1/auth/login\` gives an \`access_token\`; send it as \`Authorization: Bearer …\`. Cookies are
never read.

**Lists** take \`skip\` and \`limit\` in the query; the body is a plain array, and \`X-Total-Count\` carries the total.
Those of administrators also take \`after\`.

**Refusals** are problem documents (RFC 9457, \`application/problem+json\`). \`detail\` can be shown to a person as it
is; \`code\` is for programs and never changes; a 422 names each field in \`errors\`. What one may not see is answered
like what does not exist: 404. A 429 or 503 says in \`Retry-After\` how many seconds to wait. A refused call has changed
nothing.

**Live.** A board is followed over a WebSocket at \`/api/v1/ws/meetings/{meetingId}?token={ticket}\` on this same host
(\`wss:\` where the site is \`https:\`); \`POST /api/v1/meetings/{meetingId}/live-ticket\` gives the ticket, for one entry
within 30 seconds, and \`&since={seq}\` asks for what happened after a snapshot. Messages are JSON with \`type\`, \`data\`,
\`userId\`, \`timestamp\`, and a \`seq\` where the board changed. Who cannot hold a socket asks
\`GET /api/v1/meetings/{meetingId}/events?since={seq}\` instead.

**The admin calls** are described under \`/api/v1/admin\`; \`/api/admin\` is the same.
`.trim();

export function apiDescription(runningVersion: string): ApiDescription {
  return {
    title: 'Wentwell',
    version: runningVersion,
    description,
    tags,
    schemas: exportedNames(contract),
    twinPrefix: '/api/admin',
  };
}
