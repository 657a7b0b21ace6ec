// Who gets what from every route: one row a route, one status an actor (docs/api.md A-42).
// The suite fails on a route without a row. Targets are the scene's: a meeting of the team, a note of a colleague, …
import type { Actor, Scene } from './authz-scene.ts';

export type Statuses = Record<Actor, number>;

export interface MatrixRow {
  /** Method and path as registered. */
  route: string;
  statuses: Statuses;
  /** What stands for the parameters beside those that the scene names itself. */
  params?: (scene: Scene) => Record<string, string>;
  body?: (scene: Scene) => unknown;
  /** The login alone takes a form. */
  form?: (scene: Scene) => Record<string, string>;
}

/** Answers whoever asks, also without a login. */
function open(status: number): Statuses {
  return {
    anonymous: status,
    stranger: status,
    invited: status,
    exMember: status,
    member: status,
    owner: status,
    admin: status,
    otherAdmin: status,
    superuser: status,
  };
}

/** Answers every signed-in person alike: it is about themselves. */
function own(status: number): Statuses {
  return { ...open(status), anonymous: 401 };
}

/** Belongs to the team: to outsiders there is nothing (docs/api.md A-41). */
function team(statuses: Pick<Statuses, 'member' | 'owner' | 'admin' | 'superuser'>): Statuses {
  return { ...own(404), ...statuses };
}

/** Every member and superusers. */
function members(status: number): Statuses {
  return team({ member: status, owner: status, admin: status, superuser: status });
}

/** Team admins and superusers; members may see, and are told that they may not. */
function admins(status: number): Statuses {
  return team({ member: 403, owner: 403, admin: status, superuser: status });
}

/** The admin area. */
function superusers(status: number): Statuses {
  return { ...own(403), superuser: status };
}

const someAddress = () => `new.${crypto.randomUUID()}@example.com`;
const aPassword = 'Tamarind7orchard';
const kinds = ['invitations', 'meetings', 'notes', 'teams', 'users'] as const;

function adminArea(prefix: string): MatrixRow[] {
  return [
    ...kinds.flatMap((kind): MatrixRow[] => {
      const params = (scene: Scene) => ({ id: scene.deleted[kind] });
      return [
        { route: `GET ${prefix}/deleted/${kind}`, statuses: superusers(200) },
        { route: `POST ${prefix}/restore/${kind}/:id`, statuses: superusers(200), params },
        { route: `DELETE ${prefix}/permanent/${kind}/:id`, statuses: superusers(204), params },
      ];
    }),
    { route: `GET ${prefix}/stats/soft-deletes`, statuses: superusers(200) },
    { route: `GET ${prefix}/users/:userId`, statuses: superusers(200) },
    { route: `GET ${prefix}/audit`, statuses: superusers(200) },
    // The one admin call that team admins have too, for their own team.
    { route: `POST ${prefix}/teams/:teamId/remove-user/:userId`, statuses: admins(204) },
  ];
}

export const authzMatrix: MatrixRow[] = [
  { route: 'GET /health/live', statuses: open(200) },
  { route: 'GET /health/ready', statuses: open(200) },
  { route: 'GET /version.json', statuses: open(200) },
  { route: 'GET /api/version', statuses: open(200) },
  { route: 'GET /api/v1/openapi.json', statuses: open(200) },

  {
    route: 'POST /api/v1/auth/register',
    statuses: open(201),
    body: () => ({ email: someAddress(), password: aPassword }),
  },
  {
    route: 'POST /api/v1/auth/verification',
    statuses: open(400),
    body: () => ({ token: 'no-such' }),
  },
  { route: 'POST /api/v1/auth/verify', statuses: open(400), body: () => ({ token: 'no-such' }) },
  {
    route: 'POST /api/v1/auth/resend-verification',
    statuses: open(202),
    body: ({ actors: { colleague } }) => ({ email: colleague.email }),
  },
  {
    route: 'POST /api/v1/auth/login',
    statuses: open(400),
    form: ({ actors: { colleague } }) => ({
      username: colleague.email,
      password: 'Wrong1password',
    }),
  },
  {
    route: 'POST /api/v1/auth/forgot-password',
    statuses: open(202),
    body: ({ actors: { colleague } }) => ({ email: colleague.email }),
  },
  {
    route: 'POST /api/v1/auth/reset-password',
    statuses: open(400),
    body: () => ({ token: 'no-such', password: aPassword }),
  },
  { route: 'POST /api/v1/auth/refresh', statuses: own(200), body: () => ({}) },
  { route: 'POST /api/v1/auth/logout', statuses: own(204) },
  { route: 'GET /api/v1/auth/validate', statuses: own(200) },
  {
    route: 'POST /api/v1/auth/change-password',
    statuses: own(400),
    body: () => ({ current_password: 'Wrong1password', new_password: aPassword }),
  },
  { route: 'GET /api/v1/me/sessions', statuses: own(200) },
  {
    // A colleague's login: nobody else's, whoever asks.
    route: 'DELETE /api/v1/me/sessions/:id',
    statuses: own(404),
    params: ({ actors: { colleague } }) => ({ id: colleague.sessionId }),
  },

  { route: 'GET /api/v1/users', statuses: own(200) },
  { route: 'GET /api/v1/users/', statuses: own(200) },
  { route: 'GET /api/v1/users/me', statuses: own(200) },
  {
    route: 'PATCH /api/v1/users/me',
    statuses: own(200),
    body: () => ({ first_name: 'Other', is_superuser: true }),
  },
  { route: 'GET /api/v1/users/:id', statuses: members(200) },
  {
    route: 'PATCH /api/v1/users/:id',
    statuses: team({ member: 403, owner: 403, admin: 403, superuser: 200 }),
    body: () => ({ first_name: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/users/:id',
    statuses: team({ member: 403, owner: 403, admin: 403, superuser: 204 }),
  },

  { route: 'GET /api/v1/teams', statuses: own(200) },
  { route: 'GET /api/v1/teams/me', statuses: own(200) },
  { route: 'POST /api/v1/teams', statuses: own(201), body: () => ({ name: 'Fresh' }) },
  { route: 'GET /api/v1/teams/:teamId', statuses: members(200) },
  { route: 'PUT /api/v1/teams/:teamId', statuses: admins(200), body: () => ({ name: 'Other' }) },
  { route: 'DELETE /api/v1/teams/:teamId', statuses: admins(204) },
  { route: 'GET /api/v1/teams/:teamId/members', statuses: members(200) },
  {
    route: 'PUT /api/v1/teams/:teamId/members/:userId',
    statuses: admins(200),
    body: () => ({ role: 'admin' }),
  },
  {
    // A superuser who is not in the team has nothing to leave.
    route: 'POST /api/v1/teams/:teamId/leave',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 404 }),
  },
  { route: 'GET /api/v1/teams/:teamId/meetings', statuses: members(200) },

  { route: 'GET /api/v1/teams/:teamId/invitations', statuses: members(200) },
  {
    route: 'POST /api/v1/teams/:teamId/invitations',
    statuses: members(201),
    body: () => ({ invited_user_email: someAddress() }),
  },
  { route: 'DELETE /api/v1/teams/:teamId/invitations/:invitationId', statuses: admins(204) },
  { route: 'GET /api/v1/teams/invitations/token/:token', statuses: open(200) },
  {
    route: 'POST /api/v1/teams/invitations/token/:token/accept',
    statuses: { ...own(403), invited: 200 },
  },
  { route: 'GET /api/v1/me/team-invitations', statuses: own(200) },
  {
    route: 'POST /api/v1/me/team-invitations/:invitationId/respond',
    statuses: { ...own(404), invited: 200 },
    body: () => ({ status: 'accepted' }),
  },

  { route: 'GET /api/v1/meetings', statuses: own(200) },
  { route: 'GET /api/v1/meetings/me', statuses: own(200) },
  { route: 'GET /api/v1/meetings/teams', statuses: own(200) },
  {
    route: 'POST /api/v1/meetings',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 201 }),
    body: ({ teamId }) => ({ name: 'Fresh', team_id: teamId }),
  },
  { route: 'GET /api/v1/meetings/:meetingId', statuses: members(200) },
  {
    route: 'PUT /api/v1/meetings/:meetingId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    body: () => ({ name: 'Other' }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/owner',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    body: ({ actors: { colleague } }) => ({ owner_id: colleague.id }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/phase', statuses: members(200) },
  {
    route: 'POST /api/v1/meetings/:meetingId/phase/next',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/phase/transition',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    body: () => ({ phase: 'voting' }),
  },
  {
    // Superusers take no part in other people's meetings.
    route: 'PUT /api/v1/meetings/:meetingId/ready',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: () => ({ ready: true }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/timer',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    body: () => ({ action: 'start', seconds: 300 }),
  },
  {
    // Superusers take no part in other people's meetings.
    route: 'PUT /api/v1/meetings/:meetingId/topics/:topicId/votes',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    params: ({ voting }) => voting,
    body: () => ({ count: 1 }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/votes/finished',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    params: ({ voting: { meetingId } }) => ({ meetingId }),
    body: () => ({ finished: true }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/discussion',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
    params: ({ discussing: { meetingId } }) => ({ meetingId }),
    body: () => ({ current: null }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/discussion/extend',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    params: ({ discussing: { meetingId } }) => ({ meetingId }),
    body: () => ({ more: true }),
  },
  { route: 'GET /api/v1/me/actions', statuses: own(200) },
  { route: 'GET /api/v1/teams/:teamId/actions', statuses: members(200) },
  {
    // Superusers agree on nothing in other people's teams.
    route: 'POST /api/v1/teams/:teamId/actions',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    body: () => ({ text: 'Fresh' }),
  },
  {
    route: 'POST /api/v1/meetings/:meetingId/actions',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    params: ({ discussing: { meetingId } }) => ({ meetingId }),
    body: () => ({ text: 'Fresh' }),
  },
  {
    route: 'PUT /api/v1/actions/:actionId',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: () => ({ text: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/actions/:actionId',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403 }),
  },
  {
    // One that is not deleted is answered as it is; who takes a deletion back is proved in actions.test.ts.
    route: 'POST /api/v1/actions/:actionId/restore',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
  },
  {
    // Superusers take no part in other people's meetings.
    route: 'POST /api/v1/meetings/:meetingId/topics/:topicId/comments',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    params: ({ discussing: { meetingId, topicId } }) => ({ meetingId, topicId }),
    body: () => ({ content: 'Fresh' }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    params: ({ discussing }) => discussing,
    body: () => ({ content: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/topics/:topicId/comments/:commentId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
    params: ({ discussing }) => discussing,
  },
  { route: 'GET /api/v1/meetings/:meetingId/board', statuses: members(200) },
  { route: 'GET /api/v1/meetings/:meetingId/events', statuses: members(200) },
  { route: 'POST /api/v1/meetings/:meetingId/live-ticket', statuses: members(201) },

  { route: 'GET /api/v1/notes/me', statuses: own(200) },
  { route: 'GET /api/v1/meetings/:meetingId/notes', statuses: members(200) },
  {
    // Superusers look after the product; they take no part in other people's meetings.
    route: 'POST /api/v1/meetings/:meetingId/notes',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    body: () => ({ content: 'Fresh' }),
  },
  { route: 'GET /api/v1/meetings/:meetingId/notes/:noteId', statuses: members(200) },
  { route: 'GET /api/v1/meetings/:meetingId/notes/:noteId/similar', statuses: members(200) },
  {
    route: 'GET /api/v1/meetings/:meetingId/group-suggestions',
    statuses: team({ member: 403, owner: 200, admin: 403, superuser: 403 }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/notes/:noteId',
    statuses: team({ member: 403, owner: 200, admin: 200, superuser: 200 }),
    body: () => ({ content: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/notes/:noteId',
    statuses: team({ member: 403, owner: 204, admin: 204, superuser: 204 }),
  },
  // Superusers take no part in other people's meetings.
  {
    route: 'PUT /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403 }),
    params: () => ({ emoji: '🎉' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403 }),
    params: () => ({ emoji: '🎉' }),
  },
  // A note that is not deleted is answered as it is; who takes a deletion back is proved in note-restore.test.ts.
  { route: 'POST /api/v1/meetings/:meetingId/notes/:noteId/restore', statuses: members(200) },

  {
    route: 'POST /api/v1/meetings/:meetingId/groups',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    body: ({ noteId, groupedIds: [other] }) => ({ note_ids: [noteId, other] }),
  },
  {
    route: 'PUT /api/v1/meetings/:meetingId/groups/:groupId',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: ({ noteId }) => ({ add: [noteId] }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/groups/:groupId',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403 }),
  },

  ...adminArea('/api/admin'),
  ...adminArea('/api/v1/admin'),
];

/** Served to whoever asks, with no data of anybody: the reader of the description, and the site's own methods. */
export const withoutData = /^(OPTIONS \*|GET \/api\/docs(\/.*)?)$/;

/** Who may hold a socket to a live board of the team; the others are closed with 4403. */
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
};

/** What a socket may send, and what comes of it; rights are those of the socket itself (docs/live-protocol.md S-21 to S-30). */
export const socketCommands: Record<string, string> = {
  user_joined: 'nothing: presence is the socket itself',
  user_left: 'nothing: presence is the socket itself',
  note_updated: 'the stored note of this board, as each may see it',
  note_editing: 'a mark for the others on this board',
  note_dragging: 'a mark for the others on this board, by members',
  check: 'a resync where the sender sees another board than the server',
  ping: 'a pong',
  pong: 'nothing',
};
