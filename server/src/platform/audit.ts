// Writes an administrator's action and its audit entry in one transaction. The admin feature reads the entries.
import type { PersonalData } from '@wentwell/contract/accounts/personal-data';
import type { AuditAction, AuditTarget } from '@wentwell/contract/admin/admin';
import { UserId } from '@wentwell/contract/ids';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import type { Actor } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';

/** The action and its target ids by type. If there are several, the user comes first. */
export interface AuditedAction extends Partial<Record<AuditTarget, string>> {
  action: AuditAction;
}

/** Stands for the operator, who has no account, in a column that cannot be null. */
export const operatorId = UserId.parse('00000000-0000-0000-0000-000000000000');
const operator = { userId: operatorId, address: '', requestId: '' };

/** The actor: the sender of a request, or the operator who runs a command on the server. */
export type AuditActor = Pick<Actor, 'userId' | 'address' | 'requestId'> | 'operator';

/**
 * Writes in the caller's transaction, so that an entry exists exactly if the action was committed. Not async: with
 * `beforeCommit`, the statement must be sent as soon as its promise is requested.
 */
export function writeAudit(
  tx: Tx,
  actor: AuditActor,
  { action, ...targets }: AuditedAction,
): Promise<unknown> {
  const { userId, address, requestId } = actor === 'operator' ? operator : actor;
  const rows = Object.entries(targets).map(
    ([kind, id]) =>
      sql`(${newId(z.uuid())}, ${databaseNow}, ${userId}, ${action}, ${kind}, ${id}, ${address}, ${requestId})`,
  );
  return tx.execute(sql`insert into audit_entries
    (id, at, actor_id, action, target_kind, target_id, address, request_id)
    values ${sql.join(rows, sql`, `)}`);
}

/** Reads the audit entries of a user's own actions in batches, oldest first. */
export type ReadOwnActs = (
  queries: Queries,
  userId: UserId,
) => AsyncIterable<PersonalData['audit_log']>;
