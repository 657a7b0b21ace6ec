// An administrator's action and its audit entry are one transaction; the admin feature stores the entries.
import type { AuditAction, AuditTarget } from '@wentwell/contract/admin';

import type { Tx } from '#server/platform/db/database';
import type { Actor } from '#server/platform/http/caller';

/** What was done, and to what: one target as a rule, the person first where a team is another. */
export interface AuditedAction {
  action: AuditAction;
  targets: readonly { kind: AuditTarget; id: string }[];
}

/** Who did it: somebody by a request, or the operator by a command on the server, who is no account. */
export type AuditActor = Pick<Actor, 'userId' | 'address' | 'requestId'> | 'operator';

/** Writes to the audit log in the caller's transaction, so that there is an entry exactly if the action was committed. */
export type WriteAudit = (tx: Tx, actor: AuditActor, done: AuditedAction) => Promise<void>;
