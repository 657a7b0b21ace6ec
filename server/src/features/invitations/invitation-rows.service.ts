// Invitations as rows: which of them are valid, and how they are read with their team and sender.
import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';

import { lockTeamRow } from '#server/features/teams/team-access';
import { memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';

import {
  invitations,
  isExpired,
  membershipOfSender,
  senderMayInvite,
  type StoredInvitation,
} from './invitations.table.ts';

/** The invitations of living teams, deleted ones among them, each with its team and its sender. */
export function stored(db: Queries, where: SQL | undefined) {
  return db
    .select({ invitation: invitations, team: teams, sender: users, senderMayInvite, isExpired })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .innerJoin(users, eq(users.id, invitations.senderId))
    .leftJoin(memberships, membershipOfSender)
    .where(and(isNull(teams.deletedAt), where));
}

export const sentTo = (email: string) => sql`lower(${invitations.email}) = ${email.toLowerCase()}`;

/** Neither canceled nor replaced. */
export const active = and(isNull(invitations.deletedAt), ne(invitations.status, 'canceled'));
/** The link of a canceled invitation still answers, with 410: the invited person learns what happened. */
export const answerable = or(isNull(invitations.deletedAt), eq(invitations.status, 'pending'));
/** An invitation names its sender, so that one of a deleted sender is not shown. */
export const visible = and(answerable, isNull(users.deletedAt));

export async function find(db: Queries, which: SQL | undefined): Promise<StoredInvitation> {
  const [found] = await stored(db, which);
  if (!found) throw new ApiError('INVITATION_NOT_FOUND');
  return found;
}

/** The same under the locks of the team and of itself: of two answers at once the second finds the first. */
export async function lock(tx: Tx, which: SQL | undefined): Promise<StoredInvitation> {
  await lockTeamRow(tx, (await find(tx, which)).team.id);
  const [found] = await stored(tx, which).for('update', { of: invitations });
  if (!found) throw new ApiError('INVITATION_NOT_FOUND');
  return found;
}
