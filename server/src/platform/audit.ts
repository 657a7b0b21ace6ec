// What administrators do is written down in the transaction that does it; the admin feature keeps the book.
import type { AuditAction, DeletedKind } from '@wentwell/contract/admin';

import type { Tx } from '#server/platform/db/database';
import type { Actor } from '#server/platform/http/caller';

/** What was done, and to what: one target as a rule, the person first where a team is another. */
export interface Deed {
  action: AuditAction;
  targets: readonly { kind: DeletedKind; id: string }[];
}

/** Writes a deed into the audit log, in the caller's transaction: there is an entry exactly if it was done. */
export type WriteAudit = (tx: Tx, actor: Actor, deed: Deed) => Promise<void>;
