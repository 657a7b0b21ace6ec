import { type MatrixRow, members, open, own, someAddress, team } from './statuses.ts';

const aPassword = 'Tamarind7orchard';

export const accountRows: MatrixRow[] = [
  {
    route: 'POST /api/v1/auth/register',
    statuses: open(201),
    body: () => ({ email: someAddress(), password: aPassword }),
  },
  {
    route: 'POST /api/v1/auth/register-invited',
    statuses: open(404),
    body: () => ({ token: 'no-such', password: aPassword, first_name: 'Robin' }),
  },
  { route: 'GET /api/v1/auth/registration', statuses: open(200) },
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
  // Without a provider the route does not exist.
  { route: 'POST /api/v1/auth/provider/start', statuses: open(404) },
  {
    route: 'POST /api/v1/auth/provider/finish',
    statuses: open(404),
    body: () => ({ secret: 'no-such', query: 'state=no-such' }),
  },
  {
    route: 'POST /api/v1/auth/provider/confirm',
    statuses: open(404),
    body: () => ({ token: 'no-such', proof: 'no-such' }),
  },
  { route: 'GET /api/v1/me/sign-in', statuses: own(200) },
  {
    route: 'DELETE /api/v1/me/identities/:id',
    statuses: own(404),
    params: ({ actors: { colleague } }) => ({ id: colleague.sessionId }),
  },
  { route: 'GET /api/v1/auth/validate', statuses: own(200) },
  {
    route: 'POST /api/v1/auth/change-password',
    statuses: own(400),
    body: () => ({ current_password: 'Wrong1password', new_password: aPassword }),
  },
  { route: 'GET /api/v1/me/sessions', statuses: own(200) },
  { route: 'GET /api/v1/me/export', statuses: own(200) },
  {
    // Another user's session, hidden from everybody else.
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
];
