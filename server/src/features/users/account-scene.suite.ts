// Test fixture for accounts.
import type { UserId } from '@wentwell/contract/ids';
import { eq } from 'drizzle-orm';

import type { TestApp, TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

import { users } from './users.table.ts';

export const path = '/api/v1/users';

/** Two users who share a team, a stranger and a superuser. */
export async function buildCircle(app: TestApp) {
  const me = await buildUser(app, { firstName: 'Robin', lastName: 'Field' });
  const mate = await buildUser(app);
  const stranger = await buildUser(app);
  const root = await buildUser(app, { isSuperuser: true });
  const team = await buildTeam(app, { admin: mate, members: [me] });
  return { me, mate, stranger, root, team };
}

/** Calls that change an account, and helpers to read its row and session. */
export function accountCalls(app: TestApp) {
  return {
    patch: (id: string, { as, body }: { as: TestUser; body: unknown }) =>
      app.request('PATCH', `${path}/${id}`, { as, body }),
    async row(id: UserId) {
      const [found] = await app.db.select().from(users).where(eq(users.id, id));
      return found;
    },
    /** Status of GET /users/me: 401 if the session has ended. */
    status: async (as: TestUser) => (await app.get(as, `${path}/me`)).status,
  };
}
