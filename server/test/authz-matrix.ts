// The authorisation matrix: one row per route, one status per actor (docs/api.md A-42). A route without a row fails. Targets
// come from the setup: a meeting of the team, a colleague's note, …
import type { Actor } from './authz-scene.ts';
import { accountRows } from './authz/accounts.ts';
import { actionRows } from './authz/actions.ts';
import { adminAreaRows } from './authz/admin.ts';
import { meetingRows } from './authz/meetings.ts';
import { noteRows } from './authz/notes.ts';
import { productRows } from './authz/product.ts';
import type { MatrixRow } from './authz/statuses.ts';
import { teamRows } from './authz/teams.ts';
import { topicRows } from './authz/topics.ts';

export const authzMatrix: MatrixRow[] = [
  ...productRows,
  ...accountRows,
  ...teamRows,
  ...meetingRows,
  ...topicRows,
  ...actionRows,
  ...noteRows,
  ...adminAreaRows,
];

/** Open to everybody and without personal data: the API documentation and the site's methods. */
export const withoutData = /^(OPTIONS \*|GET \/api\/docs(\/.*)?)$/;

/** Actors allowed to open a socket to a live board of the team; others are closed with 4403. */
export const socketActors: Record<Actor, 'welcome' | 4403> = {
  anonymous: 4403,
  stranger: 4403,
  invited: 4403,
  exMember: 4403,
  member: 'welcome',
  owner: 'welcome',
  admin: 'welcome',
  otherAdmin: 4403,
  superuser: 'welcome',
  guest: 'welcome',
};

/** Socket commands and their outcome; rights belong to the socket (docs/live-protocol.md S-21 to S-30). */
export const socketCommands: Record<string, string> = {
  user_joined: 'nothing: presence is the socket itself',
  user_left: 'nothing: presence is the socket itself',
  note_updated: 'the stored note of this board, as each may see it',
  note_editing: 'a mark for the others on this board',
  note_dragging: 'a mark for the others on this board, by members',
  typing: 'a count for the others on this board, by members',
  floating_reaction: 'an emoji over the board of the others, by members',
  check: 'a resync where the sender sees another board than the server',
  ping: 'a pong',
  pong: 'nothing',
};
