// Purges by age (docs/privacy.md), by the database's clock: a node whose clock jumped must delete nothing.
import { type DeletedKind, deletedKinds } from '@wentwell/contract/admin/admin';
import { MeetingId } from '@wentwell/contract/ids';
import { lt, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { hasHistory, historyCleared } from '#server/live/board-columns';
import { eraseBoards } from '#server/live/erasure';
import type { Tx } from '#server/platform/db/database';
import { fromDatabaseNow } from '#server/platform/db/database-time';
import type { Job } from '#server/platform/housekeeping';

import { auditEntries } from './audit.table.ts';
import { lockRow, type PurgeService } from './purge.ts';

export interface RetentionDeps {
  log: BaseLogger;
  purge: PurgeService;
  /** In ms. Null: forever. */
  keep: Record<'deleted' | 'history' | 'audit', number | null>;
}

/** Boards per transaction. */
const boardsAtOnce = 20;

/** In ms: the maximum gap between `history_since` and the board's last change. */
const lastChangeWithinMs = 3_600_000;

const Id = z.object({ id: z.uuid() });
const Board = z.object({ id: MeetingId });

/** The row that was deleted first. `kind` is also the table name. */
async function longestDeleted(
  tx: Tx,
  { kind, age, except }: { kind: DeletedKind; age: number; except: ReadonlySet<string> },
): Promise<string | null> {
  const { rows } = await tx.execute(sql`select id from ${sql.identifier(kind)}
    where deleted_at < ${fromDatabaseNow(-age)}
      and id <> all(${sql.param([...except])}::uuid[])
    order by deleted_at limit 1`);
  return rows[0] ? Id.parse(rows[0]).id : null;
}

async function isDue(
  tx: Tx,
  { kind, id, age }: { kind: DeletedKind; id: string; age: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from ${sql.identifier(kind)}
    where id = ${id} and deleted_at < ${fromDatabaseNow(-age)}`);
  return rows.length > 0;
}

export function retentionJobs({ log, purge, keep }: RetentionDeps): readonly Job[] {
  // A row that cannot be purged must not block the others. The next process retries it.
  const failed = new Set<string>();
  const cursors = new Map<string, MeetingId>();

  async function purgeNext(tx: Tx, kind: DeletedKind, age: number): Promise<boolean> {
    const id = await longestDeleted(tx, { kind, age, except: failed });
    if (id === null) return false;
    try {
      await lockRow(tx, { kind, id });
      // It may have been restored before the lock was acquired.
      if (!(await isDue(tx, { kind, id, age }))) return true;
      const next = await purge[kind](tx, { actorId: null, id, after: cursors.get(id) });
      if (next) {
        tx.afterCommit(() => cursors.set(id, next));
        return true;
      }
    } catch (error) {
      failed.add(id);
      throw error;
    }
    cursors.delete(id);
    log.info({ kind, id }, 'deleted permanently: it was deleted long ago');
    return true;
  }

  function forgetDeleted(kind: DeletedKind): Job {
    return {
      name: `deleted ${kind}`,
      run: async (tx) => keep.deleted !== null && purgeNext(tx, kind, keep.deleted),
    };
  }

  return [
    ...deletedKinds.map(forgetDeleted),
    {
      name: 'history of ended meetings',
      async run(tx) {
        if (keep.history === null) return false;
        const isDue = sql`${hasHistory(sql`history_since`)}
          and history_since < ${fromDatabaseNow(-keep.history - lastChangeWithinMs)}`;
        // The row lock excludes board changes. Clients that request erased changes get a full snapshot.
        const { rows } = await tx.execute(sql`select id from meetings
          where id in (select meeting_id from board_heads where ${isDue}
            order by history_since limit ${boardsAtOnce}::int)
          for update skip locked`);
        const ids = sql`${sql.param(rows.map((row) => Board.parse(row).id))}::uuid[]`;
        // A board that has not ended is checked again after the same period, not every hour.
        const over = await tx.execute(sql`update board_heads
          set history_bytes = 0,
            history_since = case when ended.id is null then now() else ${historyCleared} end
          from unnest(${ids}) as due(id)
            left join (select id from meetings where status in ('closed', 'canceled', 'archived')) as ended
              on ended.id = due.id
          where meeting_id = due.id and ${isDue}
          returning ended.id`);
        const ended = over.rows.filter(({ id }) => id !== null);
        await eraseBoards(
          tx,
          ended.map((row) => Board.parse(row).id),
        );
        return rows.length === boardsAtOnce;
      },
    },
    {
      name: 'audit log',
      async run(tx) {
        if (keep.audit === null) return;
        await tx.delete(auditEntries).where(lt(auditEntries.at, fromDatabaseNow(-keep.audit)));
      },
    },
  ];
}
