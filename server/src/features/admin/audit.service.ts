// The audit log. Services add to it, superusers read it, nothing changes or deletes a row (docs/api.md A-47).
import { type AuditEntry, adminPolicy, AuditAction, DeletedKind } from '@wentwell/contract/admin';
import type { ListQuery } from '@wentwell/contract/lists';
import { desc } from 'drizzle-orm';
import { z } from 'zod';

import type { WriteAudit } from '#server/platform/audit';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { newId } from '#server/platform/ids';

import { auditEntries } from './audit.table.ts';

function toAuditEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_id: row.actorId,
    action: AuditAction.parse(row.action),
    target_kind: DeletedKind.parse(row.targetKind),
    target_id: row.targetId,
    address: row.address,
    request_id: row.requestId,
  };
}

export function auditService({ db, clock }: { db: Database; clock: Clock }) {
  const write: WriteAudit = async (tx, actor, { action, targets }) => {
    const at = clock.now();
    await tx.insert(auditEntries).values(
      targets.map(({ kind, id }) => ({
        id: newId(z.uuid()),
        at,
        actorId: actor.userId,
        action,
        targetKind: kind,
        targetId: id,
        address: actor.address,
        requestId: actor.requestId,
      })),
    );
  };

  return {
    write,

    /** What was done, newest first. */
    async list(caller: Caller, { skip, limit }: ListQuery): Promise<ListPage<AuditEntry>> {
      authorize(adminPolicy.use(caller));
      const rows = await db
        .select()
        .from(auditEntries)
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .offset(skip)
        .limit(limit);
      return { rows: rows.map(toAuditEntry), total: await db.$count(auditEntries) };
    },
  };
}
export type AuditService = ReturnType<typeof auditService>;
