// Registrations of unverified addresses. Each has its own password and names, and reveals nothing of the others.
import type { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { asc, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { type UserRow, users } from '#server/features/users/users.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';
import { hashSecret } from '#server/platform/secrets';

import { insertAccount, lockAccount } from './accounts.ts';
import { registrations } from './credentials.table.ts';
import { noPassword } from './password.ts';

export type Registration = Omit<typeof registrations.$inferSelect, 'userId' | 'sourceHash'>;
type Waiting = Omit<typeof registrations.$inferSelect, 'userId'>;
export type NewRegistration = Pick<
  Registration,
  'email' | 'passwordHash' | 'firstName' | 'lastName'
>;

function firstOf({ id, email, passwordHash, firstName, lastName, createdAt }: UserRow) {
  return { id, email, passwordHash, firstName, lastName, createdAt, sourceHash: null };
}

/** The account's pending registrations, oldest first. Never empty. */
export async function waitingRegistrations(queries: Queries, account: UserRow): Promise<Waiting[]> {
  const rows = await queries
    .select()
    .from(registrations)
    .where(eq(registrations.userId, account.id))
    .orderBy(asc(registrations.createdAt), asc(registrations.id));
  return rows.length > 0 ? rows : [firstOf(account)];
}

/** Requires the account's lock. */
export async function dropRegistrations(tx: Tx, userId: UserId): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.userId, userId));
}

/**
 * Picks the pending registration to evict when the address has too many: the oldest one of the source with the most.
 * An attacker who registers the same address repeatedly only evicts their own registrations.
 */
function pickEvicted(pending: readonly Waiting[], newSource: string): Waiting | undefined {
  const bySource = Map.groupBy([...pending, { sourceHash: newSource }], (each) => each.sourceHash);
  // The first registration has no source and counts as a separate one.
  const countOf = ({ sourceHash }: Waiting) =>
    sourceHash === null ? 1 : (bySource.get(sourceHash)?.length ?? 0);
  const highest = Math.max(...pending.map(countOf));
  return pending.find((registration) => countOf(registration) === highest);
}

async function addAnother(
  tx: Tx,
  account: UserRow,
  registration: NewRegistration & { sourceHash: string },
): Promise<void> {
  const waiting = await waitingRegistrations(tx, account);
  if (waiting.length === 1) {
    // Move the first registration out of the account row, so that it has no advantage over later ones.
    await tx.insert(registrations).values({ ...firstOf(account), userId: account.id });
    await tx
      .update(users)
      .set({ passwordHash: noPassword, firstName: '', lastName: '' })
      .where(eq(users.id, account.id));
  }
  // Eviction leaves several registrations, so the link alone never selects one.
  const evicted =
    waiting.length < limits.registrationsWaiting
      ? undefined
      : pickEvicted(waiting, registration.sourceHash);
  if (evicted) await tx.delete(registrations).where(eq(registrations.id, evicted.id));
  await tx
    .insert(registrations)
    .values({ ...registration, id: newId(z.uuid()), userId: account.id });
}

/** Adds an account, or calls `join` with the unverified one of the address. Throws if the address is taken. */
async function addOrJoin(
  tx: Tx,
  account: NewRegistration & { verifiedAt?: SQL<Date> },
  join: (pending: UserRow) => Promise<UserRow>,
): Promise<UserRow> {
  const added = await insertAccount(tx, account);
  if (added) return added;
  const known = await lockAccount(tx, account.email);
  // The account was deleted since the insert, so the address is free.
  if (!known) return addOrJoin(tx, account, join);
  if (!mayRegisterAnew(known)) throw new ApiError('REGISTER_USER_ALREADY_EXISTS');
  return join(known);
}

/** Returns the account with this registration's names. Throws REGISTER_USER_ALREADY_EXISTS if the address is taken. */
export async function addRegistration(
  tx: Tx,
  registration: NewRegistration,
  block: string,
): Promise<UserRow> {
  return addOrJoin(tx, registration, async (pending) => {
    const sourceHash = hashSecret(`${pending.id} ${block}`);
    await addAnother(tx, pending, { ...registration, sourceHash });
    return { ...pending, ...registration };
  });
}

/** Adds a verified account for a proven address and drops its other registrations. Throws if the address is taken. */
export async function addProven(tx: Tx, registration: NewRegistration): Promise<UserRow> {
  return addOrJoin(tx, { ...registration, verifiedAt: databaseNow }, (pending) =>
    admitRegistration(tx, pending, registration),
  );
}

/** Whether the account's address may be registered again. */
export function mayRegisterAnew(account: UserRow): boolean {
  return account.verifiedAt === null && account.isActive;
}

/** Verifies the account with this registration's password and names. Drops the others. */
export async function admitRegistration(
  tx: Tx,
  account: UserRow,
  { email, passwordHash, firstName, lastName }: NewRegistration,
): Promise<UserRow> {
  await dropRegistrations(tx, account.id);
  const [verified] = await tx
    .update(users)
    .set({
      email,
      passwordHash,
      firstName,
      lastName,
      verifiedAt: databaseNow,
      updatedAt: databaseNow,
    })
    .where(eq(users.id, account.id))
    .returning();
  if (!verified) throw new ApiError('VERIFY_USER_BAD_TOKEN');
  return verified;
}
