import { type MatrixRow, members, own, team } from './statuses.ts';

export const actionRows: MatrixRow[] = [
  { route: 'GET /api/v1/me/actions', statuses: own(200) },
  { route: 'GET /api/v1/teams/:teamId/actions', statuses: members(200) },
  {
    // Superusers add no action items in other teams.
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
    // Open items are not asked about; outcomes.test.ts proves who may answer.
    route: 'PUT /api/v1/actions/:actionId/outcome',
    statuses: team({ member: 404, owner: 404, admin: 404, superuser: 404 }),
    body: () => ({ outcome: 'better' }),
  },
  { route: 'GET /api/v1/teams/:teamId/outcomes', statuses: members(200) },
  { route: 'GET /api/v1/teams/:teamId/agreements', statuses: members(200) },
  {
    route: 'POST /api/v1/teams/:teamId/agreements',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    body: () => ({ text: 'Fresh' }),
  },
  {
    route: 'PUT /api/v1/teams/:teamId/agreements/:agreementId',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
    body: () => ({ state: 'ended' }),
  },
  {
    // An existing item is returned; actions.test.ts proves who may restore.
    route: 'POST /api/v1/actions/:actionId/restore',
    statuses: team({ member: 200, owner: 200, admin: 200, superuser: 403 }),
  },
  // Superusers do not take part in other teams' meetings.
  {
    route: 'PUT /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403, guest: 204 }),
    params: () => ({ emoji: '🎉' }),
  },
  {
    route: 'DELETE /api/v1/meetings/:meetingId/notes/:noteId/reactions/:emoji',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 403, guest: 204 }),
    params: () => ({ emoji: '🎉' }),
  },
];
