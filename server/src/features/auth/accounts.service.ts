// Finding the account of an address: one living account at most, however the address is spelled (docs/api.md A-51).
import { and, eq, gt, isNull, sql } from 'drizzle-orm';

import {
  invitations,
  membershipOfSender,
  senderMayInvite,
} from '#server/features/invitations/invitations.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { type UserRow, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

function livingAt(email: string) {
  return and(eq(sql`lower(${users.email})`, sql`lower(${email})`), isNull(users.deletedAt));
}

/** The address may be written in any case. */
export async function findAccount(db: Queries, email: string): Promise<UserRow | undefined> {
  const [account] = await db.select().from(users).where(livingAt(email));
  return account;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockAccount(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [account] = await tx.select().from(users).where(livingAt(email)).for('update');
  return account;
}

/** Whether an invitation to this address still waits for its answer. */
export async function isInvited(db: Queries, email: string): Promise<boolean> {
  const waiting = await db
    .select({ id: invitations.id })
    .from(invitations)
    .innerJoin(teams, and(eq(teams.id, invitations.teamId), isNull(teams.deletedAt)))
    .innerJoin(users, eq(users.id, invitations.senderId))
    .leftJoin(memberships, membershipOfSender)
    .where(
      and(
        eq(sql`lower(${invitations.email})`, sql`lower(${email})`),
        eq(invitations.status, 'pending'),
        isNull(invitations.deletedAt),
        gt(invitations.expiresAt, databaseNow),
        senderMayInvite,
      ),
    )
    .limit(1);
  return waiting.length > 0;
}
