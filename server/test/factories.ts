// Stored samples: each creates missing parents, so that a test names only its subject.
import { SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import type { Phase } from '@wentwell/contract/phases';

import { passwordHasher } from '#server/features/auth/password';
import { sessions, sessionTokens } from '#server/features/auth/sessions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import type { TestApp, TestUser } from './build-test-app.ts';
import { quickHashing } from './quick-hashing.ts';

let counter = 0;

/** The password of all test users, hashed once and only when needed. */
export const ownPassword = 'Tamarind7orchard';
let ownPasswordHash: Promise<string> | undefined;

/** A verified user with an open session. */
export async function buildUser(
  app: TestApp,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<TestUser> {
  counter += 1;
  // Equal lengths, so that answers naming different people have equal sizes.
  const number = String(counter).padStart(5, '0');
  const id = newId(UserId);
  const email = overrides.email ?? `person-${number}@example.com`;
  await app.db.insert(users).values({
    id,
    email,
    passwordHash: await (ownPasswordHash ??= passwordHasher(quickHashing).hash(ownPassword)),
    firstName: 'Person',
    lastName: `Number ${number}`,
    verifiedAt: new Date(),
    ...overrides,
  });
  const token = newSecret();
  const sessionId = newId(SessionId);
  await app.db.insert(sessions).values({
    id: sessionId,
    userId: id,
    expiresAt: new Date(Date.now() + limits.sessionMaxAge),
  });
  await app.db.insert(sessionTokens).values({ tokenHash: hashSecret(token), sessionId });
  return { id, email, token, sessionId };
}

/** A team with members; an admin is created if none is given. */
export async function buildTeam(
  app: TestApp,
  people: { admin?: TestUser; members?: readonly TestUser[]; name?: string } = {},
): Promise<{ id: TeamId; admin: TestUser }> {
  const admin = people.admin ?? (await buildUser(app));
  const id = newId(TeamId);
  await app.db.insert(teams).values({ id, name: people.name ?? 'Rocket' });
  await app.db.insert(memberships).values([
    { teamId: id, userId: admin.id, role: 'admin' as const },
    ...(people.members ?? []).map(({ id: userId }) => ({
      teamId: id,
      userId,
      role: 'member' as const,
    })),
  ]);
  return { id, admin };
}

/** A meeting created by API calls, by default live and in joining. */
export async function buildMeeting(
  app: TestApp,
  options: {
    owner?: TestUser;
    team?: { id: TeamId };
    phase?: Phase;
    status?: 'planned' | 'live' | 'closed';
    name?: string;
  } = {},
): Promise<Meeting> {
  const owner = options.owner ?? (await buildUser(app));
  const team = options.team ?? (await buildTeam(app, { admin: owner }));
  const { phase = 'joining', status = 'live', name = 'Sprint 12' } = options;
  const made = await app.post(owner, '/api/v1/meetings', { name, team_id: team.id });
  const path = `/api/v1/meetings/${Meeting.parse(made.body).id}`;
  const put = (next: string) => app.put(owner, path, { status: next });
  if (status !== 'planned') await put('live');
  if (phase !== 'joining') {
    await app.post(owner, `${path}/phase/transition`, { phase });
  }
  if (status === 'closed') await put('closed');
  return app.read(owner, path, Meeting);
}
