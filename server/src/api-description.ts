// OpenAPI metadata: introduction, tags, and schema names.
import * as auth from '@wentwell/contract/accounts/auth';
import * as personalData from '@wentwell/contract/accounts/personal-data';
import * as sessions from '@wentwell/contract/accounts/sessions';
import * as signIn from '@wentwell/contract/accounts/sign-in';
import * as userChanges from '@wentwell/contract/accounts/user-changes';
import * as userLists from '@wentwell/contract/accounts/user-lists';
import * as users from '@wentwell/contract/accounts/users';
import * as actionLists from '@wentwell/contract/actions/action-lists';
import * as actions from '@wentwell/contract/actions/actions';
import * as admin from '@wentwell/contract/admin/admin';
import * as adminLists from '@wentwell/contract/admin/admin-lists';
import * as outsiderActs from '@wentwell/contract/admin/outsider-acts';
import * as setupCheck from '@wentwell/contract/admin/setup-check';
import * as version from '@wentwell/contract/api/version';
import * as marks from '@wentwell/contract/board/marks';
import * as board from '@wentwell/contract/board/snapshot';
import * as discussion from '@wentwell/contract/discussion/discussion';
import * as timer from '@wentwell/contract/discussion/timer';
import * as votes from '@wentwell/contract/discussion/votes';
import * as errors from '@wentwell/contract/errors';
import * as meetingExport from '@wentwell/contract/exports/meeting-export';
import * as guestChanges from '@wentwell/contract/guests/guest-changes';
import * as guests from '@wentwell/contract/guests/guests';
import * as spectators from '@wentwell/contract/guests/spectators';
import * as live from '@wentwell/contract/live/live';
import * as carryOver from '@wentwell/contract/meetings/carry-over';
import * as meetingChanges from '@wentwell/contract/meetings/meeting-changes';
import * as meetingLists from '@wentwell/contract/meetings/meeting-lists';
import * as meetings from '@wentwell/contract/meetings/meetings';
import * as templates from '@wentwell/contract/meetings/templates';
import * as columns from '@wentwell/contract/notes/columns';
import * as comments from '@wentwell/contract/notes/comments';
import * as groups from '@wentwell/contract/notes/groups';
import * as notes from '@wentwell/contract/notes/notes';
import * as reactions from '@wentwell/contract/notes/reactions';
import * as suggestions from '@wentwell/contract/notes/suggestions';
import * as phases from '@wentwell/contract/phases';
import * as summaryMail from '@wentwell/contract/report/summary-mail';
import * as invitations from '@wentwell/contract/teams/invitations';
import * as teamInput from '@wentwell/contract/teams/team-input';
import * as teamLists from '@wentwell/contract/teams/team-lists';
import * as teamUpdates from '@wentwell/contract/teams/team-updates';
import * as teams from '@wentwell/contract/teams/teams';
import { z } from 'zod';

import { serverFeatures } from './board-features.ts';
import type { ApiDescription } from './platform/http/openapi-document.ts';

const contract = [
  ...serverFeatures.flatMap(({ schemas = [] }) => schemas),
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
  actions,
  actionLists,
  marks,
  timer,
  discussion,
  comments,
  reactions,
  meetingExport,
  carryOver,
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
  Auth: 'Registration, verification, login, logout, passwords and sessions.',
  Users: 'The caller’s account, and people in shared teams.',
  Teams: 'Teams and their members.',
  Invitations: 'Invitations of an email address to a team, and its answer.',
  Meetings: 'Planning, starting, leading and closing meetings. Leads are the owner and co-leads.',
  Templates: 'Columns and settings for new meetings: built-in ones, and a team’s own.',
  'Check-in': 'Moods, the question of the day, and whether the meeting was worth the time.',
  Discussion: 'A meeting’s topics: their order, the current one, and comments.',
  Notes: 'Notes on a meeting’s board.',
  Groups: 'Groups of notes.',
  Votes: 'Each person’s votes on topics.',
  'Action items': 'A team’s action items: text, owner, due day, and outcome.',
  Board: 'A board’s snapshot, its changes since, and the ticket of its live channel.',
  Screens: 'A board on a screen without an account, by a revocable link.',
  Guests: 'People without an account in one meeting, by a revocable link.',
  Admin:
    'For superusers: restoring and permanently deleting records. Every call is also available under `/api/admin`.',
  Service: 'Version and health. No login required.',
}).map(([name, description]) => ({ name, description }));

const description = `
The HTTP API of Wentwell, as its own site uses it.

**Requests.** Bodies and answers are JSON in UTF-8 with \`snake_case\` names; only \`POST /api/v1/auth/login\` takes a
form. Times are ISO 8601 in UTC, ids are UUIDs. Unknown fields are ignored; the last of duplicate fields counts. A
\`PUT\` changes the fields in its body and keeps the others. Bodies are limited to 64 KiB, an imported meeting to 1 MiB.

**Authentication.** \`POST /api/v1/auth/login\` returns an \`access_token\`; send it as \`Authorization: Bearer …\`.
Cookies are never read.

**Lists** take \`skip\` and \`limit\`; the body is an array, and \`X-Total-Count\` has the total. Administrators' lists
also take the cursor \`after\`.

**Errors** are problem documents (RFC 9457, \`application/problem+json\`). \`detail\` is a sentence for people;
\`code\` is for programs and never changes; a 422 lists each field in \`errors\`. Objects that the caller may not see
are 404, like missing ones. A 429 or 503 has \`Retry-After\` in seconds. A refused call has changed nothing.

**Live channel.** Follow a board over a WebSocket at \`/api/v1/ws/meetings/{meetingId}?token={ticket}\` on the same host
(\`wss:\` if the site is \`https:\`). \`POST /api/v1/meetings/{meetingId}/live-ticket\` returns a ticket, valid once
within 30 seconds. \`&since={seq}\` requests the changes after a snapshot. Messages are JSON with \`type\`, \`data\`,
\`userId\`, \`timestamp\`, and \`seq\` if the board changed. Clients without sockets poll
\`GET /api/v1/meetings/{meetingId}/events?since={seq}\`.

**Admin calls** are described under \`/api/v1/admin\`; \`/api/admin\` is an alias.
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
