// OpenAPI metadata: introduction, tags, and schema names.
import { z } from 'zod';

import * as contract from './api-schemas.ts';
import type { ApiDescription } from './platform/http/openapi-document.ts';

/** Maps schemas to their export names. */
function exportedNames(): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, value] of Object.entries<unknown>(contract)) {
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
    schemas: exportedNames(),
    twinPrefix: '/api/admin',
  };
}
