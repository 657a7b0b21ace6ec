import { type MatrixRow, members, open, own, row, someAddress, team } from './statuses.ts';

const aPassword = 'Tamarind7orchard';

export const accountRows: MatrixRow[] = [
  row('POST /api/v1/auth/register', open(201), {
    body: () => ({ email: someAddress(), password: aPassword }),
  }),
  row('POST /api/v1/auth/register-invited', open(404), {
    body: { token: 'no-such', password: aPassword, first_name: 'Robin' },
  }),
  row('GET /api/v1/auth/registration', open(200)),
  row('POST /api/v1/auth/verification', open(400), { body: { token: 'no-such' } }),
  row('POST /api/v1/auth/verify', open(400), { body: { token: 'no-such' } }),
  row('POST /api/v1/auth/resend-verification', open(202), {
    body: ({ actors: { colleague } }) => ({ email: colleague.email }),
  }),
  row('POST /api/v1/auth/login', open(400), {
    form: ({ actors: { colleague } }) => ({
      username: colleague.email,
      password: 'Wrong1password',
    }),
  }),
  row('POST /api/v1/auth/forgot-password', open(202), {
    body: ({ actors: { colleague } }) => ({ email: colleague.email }),
  }),
  row('POST /api/v1/auth/reset-password', open(400), {
    body: { token: 'no-such', password: aPassword },
  }),
  row('POST /api/v1/auth/refresh', own(200), { body: {} }),
  row('POST /api/v1/auth/logout', own(204)),
  // Without a provider the route does not exist.
  row('POST /api/v1/auth/provider/start', open(404)),
  row('POST /api/v1/auth/provider/finish', open(404), {
    body: { secret: 'no-such', query: 'state=no-such' },
  }),
  row('POST /api/v1/auth/provider/confirm', open(404), {
    body: { token: 'no-such', proof: 'no-such' },
  }),
  row('GET /api/v1/me/sign-in', own(200)),
  row('DELETE /api/v1/me/identities/:id', own(404), {
    params: ({ actors: { colleague } }) => ({ id: colleague.sessionId }),
  }),
  row('GET /api/v1/auth/validate', own(200)),
  row('POST /api/v1/auth/change-password', own(400), {
    body: { current_password: 'Wrong1password', new_password: aPassword },
  }),
  row('GET /api/v1/me/sessions', own(200)),
  row('GET /api/v1/me/export', own(200)),
  // Another user's session, hidden from everybody else.
  row('DELETE /api/v1/me/sessions/:id', own(404), {
    params: ({ actors: { colleague } }) => ({ id: colleague.sessionId }),
  }),
  row('GET /api/v1/users', own(200)),
  row('GET /api/v1/users/', own(200)),
  row('GET /api/v1/users/me', own(200)),
  row('PATCH /api/v1/users/me', own(200), { body: { first_name: 'Other', is_superuser: true } }),
  row('GET /api/v1/users/:id', members(200)),
  row('PATCH /api/v1/users/:id', team({ member: 403, owner: 403, admin: 403, superuser: 200 }), {
    body: { first_name: 'Other' },
  }),
  row('DELETE /api/v1/users/:id', team({ member: 403, owner: 403, admin: 403, superuser: 204 })),
];
