// An administrator's action and its audit entry are one transaction; the admin feature stores the entries.
import type { AuditAction, AuditTarget } from '@wentwell/contract/admin';
import type { UserId } from '@wentwell/contract/ids';
import type { PersonalData } from '@wentwell/contract/personal-data';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import type { Actor } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';

/** The act and its object: one target as a rule, the person first where a team is another. */
export interface AuditedAction {
  action: AuditAction;
  targets: readonly { kind: AuditTarget; id: string }[];
}

/** The actor: somebody by a request, or the operator by a command on the server, who is no account. */
export type AuditActor = Pick<Actor, 'userId' | 'address' | 'requestId'> | 'operator';

/** Writes to the audit log in the caller's transaction, so that there is an entry exactly if the action was committed. */
export type WriteAudit = (tx: Tx, actor: AuditActor, done: AuditedAction) => Promise<void>;

/** Reads the log's entries of a person's acts, the oldest first, some at a time. */
export type ReadOwnActs = (
  queries: Queries,
  userId: UserId,
) => AsyncIterable<PersonalData['audit_log']>;

/** Adds the entries with COMMIT, for features that know nothing of that of administrators, whose table it is. */
export function auditWithCommit(
  tx: Tx,
  { userId, address, requestId }: Pick<Actor, 'userId' | 'address' | 'requestId'>,
  { action, targets }: AuditedAction,
): void {
  const rows = targets.map(
    ({ kind, id }) =>
      sql`(${newId(z.uuid())}, ${databaseNow}, ${userId}, ${action}, ${kind}, ${id}, ${address}, ${requestId})`,
  );
  tx.beforeCommit(() =>
    tx.execute(sql`insert into audit_entries
      (id, at, actor_id, action, target_kind, target_id, address, request_id)
      values ${sql.join(rows, sql`, `)}`),
  );
}
