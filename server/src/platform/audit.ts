// An administrator's action and its audit entry are one transaction; the admin feature reads the entries.
import type { AuditAction, AuditTarget } from '@wentwell/contract/admin';
import { UserId } from '@wentwell/contract/ids';
import type { PersonalData } from '@wentwell/contract/personal-data';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import type { Actor } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';

/** The act and the ids of its objects, by their kinds: one as a rule, the person first where a team is another. */
export interface AuditedAction extends Partial<Record<AuditTarget, string>> {
  action: AuditAction;
}

/** The operator has no account, and the column is not null. */
export const operatorId = UserId.parse('00000000-0000-0000-0000-000000000000');
const operator = { userId: operatorId, address: '', requestId: '' };

/** The actor: somebody by a request, or the operator by a command on the server. */
export type AuditActor = Pick<Actor, 'userId' | 'address' | 'requestId'> | 'operator';

/**
 * Writes in the caller's transaction, so that there is an entry exactly if the action was committed. Not async: with
 * `beforeCommit` the statement must be sent as soon as its answer is asked for.
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

/** Reads the log's entries of a person's acts, the oldest first, some at a time. */
export type ReadOwnActs = (
  queries: Queries,
  userId: UserId,
) => AsyncIterable<PersonalData['audit_log']>;
