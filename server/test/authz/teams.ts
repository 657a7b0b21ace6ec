import { defaultColumns } from '@wentwell/contract/notes/columns';

import { admins, type MatrixRow, members, open, own, someAddress, team } from './statuses.ts';

export const teamRows: MatrixRow[] = [
  { route: 'GET /api/v1/teams', statuses: own(200) },
  { route: 'GET /api/v1/teams/me', statuses: own(200) },
  { route: 'POST /api/v1/teams', statuses: own(201), body: () => ({ name: 'Fresh' }) },
  { route: 'GET /api/v1/teams/:teamId', statuses: members(200) },
  { route: 'PUT /api/v1/teams/:teamId', statuses: admins(200), body: () => ({ name: 'Other' }) },
  { route: 'DELETE /api/v1/teams/:teamId', statuses: admins(204) },
  { route: 'GET /api/v1/teams/:teamId/members', statuses: members(200) },
  { route: 'GET /api/v1/teams/:teamId/former-members', statuses: members(200) },
  { route: 'GET /api/v1/teams/:teamId/health', statuses: members(200) },
  {
    route: 'GET /api/v1/teams/:teamId/years/:year',
    statuses: members(200),
    params: () => ({ year: '2026' }),
  },
  { route: 'GET /api/v1/teams/:teamId/badges', statuses: members(200) },
  { route: 'GET /api/v1/me/badges', statuses: own(200) },
  { route: 'GET /api/v1/teams/:teamId/outsider-acts', statuses: admins(200) },
  {
    route: 'PUT /api/v1/teams/:teamId/members/:userId',
    statuses: admins(200),
    body: () => ({ role: 'admin' }),
  },
  {
    // A superuser outside the team cannot leave it.
    route: 'POST /api/v1/teams/:teamId/leave',
    statuses: team({ member: 204, owner: 204, admin: 204, superuser: 404 }),
  },
  { route: 'GET /api/v1/teams/:teamId/meetings', statuses: members(200) },
  { route: 'GET /api/v1/teams/:teamId/meeting-start', statuses: members(200) },
  { route: 'GET /api/v1/teams/:teamId/templates', statuses: members(200) },
  {
    // Superusers do not take part in other teams.
    route: 'POST /api/v1/teams/:teamId/templates',
    statuses: team({ member: 201, owner: 201, admin: 201, superuser: 403 }),
    body: () => ({ name: 'Fresh', columns: defaultColumns }),
  },
  {
    // Saved by the colleague.
    route: 'PUT /api/v1/teams/:teamId/templates/:templateId',
    statuses: admins(200),
    body: () => ({ name: 'Other' }),
  },
  {
    route: 'DELETE /api/v1/teams/:teamId/templates/:templateId',
    statuses: admins(204),
  },
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
];
