import { defaultColumns } from '@wentwell/contract/notes/columns';

import {
  admins,
  mates,
  type MatrixRow,
  members,
  open,
  own,
  row,
  someAddress,
  team,
} from './statuses.ts';

export const teamRows: MatrixRow[] = [
  row('GET /api/v1/teams', own(200)),
  row('GET /api/v1/teams/me', own(200)),
  row('POST /api/v1/teams', own(201), { body: { name: 'Fresh' } }),
  row('GET /api/v1/teams/:teamId', members(200)),
  row('PUT /api/v1/teams/:teamId', admins(200), { body: { name: 'Other' } }),
  row('DELETE /api/v1/teams/:teamId', admins(204)),
  row('GET /api/v1/teams/:teamId/members', members(200)),
  row('GET /api/v1/teams/:teamId/former-members', members(200)),
  row('GET /api/v1/teams/:teamId/health', members(200)),
  row('GET /api/v1/teams/:teamId/years/:year', members(200), { params: () => ({ year: '2026' }) }),
  row('GET /api/v1/teams/:teamId/badges', members(200)),
  row('GET /api/v1/me/badges', own(200)),
  row('GET /api/v1/teams/:teamId/outsider-acts', admins(200)),
  row('PUT /api/v1/teams/:teamId/members/:userId', admins(200), { body: { role: 'admin' } }),
  // A superuser outside the team cannot leave it.
  row(
    'POST /api/v1/teams/:teamId/leave',
    team({ member: 204, owner: 204, admin: 204, superuser: 404 }),
  ),
  row('GET /api/v1/teams/:teamId/meetings', members(200)),
  row('GET /api/v1/teams/:teamId/meeting-start', members(200)),
  row('GET /api/v1/teams/:teamId/templates', members(200)),
  // Superusers do not take part in other teams.
  row('POST /api/v1/teams/:teamId/templates', mates(201), {
    body: { name: 'Fresh', columns: defaultColumns },
  }),
  // Saved by the colleague.
  row('PUT /api/v1/teams/:teamId/templates/:templateId', admins(200), { body: { name: 'Other' } }),
  row('DELETE /api/v1/teams/:teamId/templates/:templateId', admins(204)),
  row('GET /api/v1/teams/:teamId/invitations', members(200)),
  row('POST /api/v1/teams/:teamId/invitations', members(201), {
    body: () => ({ invited_user_email: someAddress() }),
  }),
  row('DELETE /api/v1/teams/:teamId/invitations/:invitationId', admins(204)),
  row('GET /api/v1/teams/invitations/token/:token', open(200)),
  row('POST /api/v1/teams/invitations/token/:token/accept', { ...own(403), invited: 200 }),
  row('GET /api/v1/me/team-invitations', own(200)),
  row(
    'POST /api/v1/me/team-invitations/:invitationId/respond',
    { ...own(404), invited: 200 },
    { body: { status: 'accepted' } },
  ),
];
