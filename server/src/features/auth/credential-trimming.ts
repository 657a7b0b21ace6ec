// Ends an account's sessions and links. Deletes expired rows, because they reveal login times.
import type { UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, eq, gt, inArray, lt, lte, or } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { HOUR } from '#server/platform/http/rate-limits';

import {
  loginFailures,
  loginSources,
  passwordResets,
  pendingLinks,
  providerSignIns,
  verifications,
} from './credentials.table.ts';
import { remembered } from './login-failures.ts';
import { sessions } from './sessions.table.ts';

/** For this long, opening an expired or used link explains why it fails. */
const linkKeptFor = 7 * 24 * 3_600_000;

/** Maximum number of sessions per transaction. */
const batchSize = 1000;

// `not(isActiveSession)` would scan the whole table.
const isExpired = or(
  lte(sessions.expiresAt, databaseNow),
  lte(sessions.lastUsedAt, fromDatabaseNow(-limits.sessionMaxIdle)),
);

/** Keeps expired codes for an hour for the limit in `identities.ts`. Returns true if more sessions may remain. */
export async function trimCredentials(tx: Tx): Promise<boolean> {
  const over = tx.select({ id: sessions.id }).from(sessions).where(isExpired).limit(batchSize);
  const ended = await tx.delete(sessions).where(inArray(sessions.id, over));
  await tx.delete(providerSignIns).where(lt(providerSignIns.expiresAt, databaseNow));
  await tx.delete(pendingLinks).where(lt(pendingLinks.expiresAt, fromDatabaseNow(-HOUR)));
  const forgotten = fromDatabaseNow(-remembered);
  await tx.delete(loginSources).where(lt(loginSources.lastAt, forgotten));
  await tx.delete(loginFailures).where(lt(loginFailures.firstAt, forgotten));
  const longAgo = fromDatabaseNow(-linkKeptFor);
  for (const links of [verifications, passwordResets]) {
    await tx.delete(links).where(or(lt(links.expiresAt, longAgo), lt(links.usedAt, longAgo)));
  }
  return ended.rowCount === batchSize;
}

/** Ends sessions, links and codes. The caller closes the sockets. Link rows stay, because limits count them. */
export async function revokeCredentials(tx: Tx, userId: UserId): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  for (const links of [verifications, passwordResets, pendingLinks]) {
    const isOpen = and(eq(links.userId, userId), gt(links.expiresAt, databaseNow));
    await tx.update(links).set({ expiresAt: databaseNow }).where(isOpen);
  }
}
