// Restores and purges for superusers, audited. A parent hides its children, so one row is all there is to mark.
import { adminPolicy, type DeletedKind, type RestoredRow } from '@wentwell/contract/admin';
import type { ErrorCode } from '@wentwell/contract/errors';
import { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import { erasing } from '#server/features/users/users.table';
import type { WriteAudit } from '#server/platform/audit';
import type { Database, Tx } from '#server/platform/db/database';
import { sqlStateOf } from '#server/platform/db/database-errors';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';

import type { DeletedService, Located } from './deleted.ts';
import type { PurgeService } from './purge.ts';

export interface AdminDeps {
  db: Database;
  audit: WriteAudit;
  deleted: DeletedService;
  purge: PurgeService;
  /** A restored person logs in anew: ends the sessions, links and codes of before. */
  endCredentials(tx: Tx, userId: UserId): Promise<void>;
  /** Puts a deleted note back on its board, whose lock is held, and tells the board. */
  restoreNote(tx: Tx, caller: Caller, noteId: NoteId): Promise<void>;
  /** Puts a deleted meeting back, whose lock is held, and tells its board. */
  restoreMeeting(tx: Tx, caller: Caller, meetingId: MeetingId): Promise<void>;
}

const uniqueViolation = '23505';
// Taken by the living meanwhile. Unique indexes decide, so that two at once cannot both have one.
const takenMeanwhile: Partial<Record<DeletedKind, ErrorCode>> = {
  users: 'RESTORE_ADDRESS_TAKEN',
  invitations: 'INVITATION_PENDING',
};

const Row = z.object({ deleted: z.boolean(), erasing: z.boolean() });

/** The row under its lock, deleted or not. The kinds are the names of their tables. */
export async function lockRow(tx: Tx, { kind, id }: Located) {
  if (kind === 'notes') {
    // Every change of a board locks the board first; who locks a note before it would meet them head on.
    await tx.execute(sql`select from meetings
      where id = (select meeting_id from notes where id = ${id}) for update`);
  }
  const isErasing = kind === 'users' ? sql`password_hash = ${erasing}` : sql`false`;
  const found = await tx.execute(
    sql`select deleted_at is not null as deleted, ${isErasing} as erasing
      from ${sql.identifier(kind)} where id = ${id} for update`,
  );
  if (!found.rows[0]) throw new ApiError('NOT_FOUND');
  return Row.parse(found.rows[0]);
}

export function adminService(deps: AdminDeps) {
  const { db, audit, deleted, purge, restoreNote, restoreMeeting } = deps;

  async function restore(tx: Tx, actor: Actor, { kind, id }: Located): Promise<void> {
    if (kind === 'notes') {
      await restoreNote(tx, actor, NoteId.parse(id));
      return;
    }
    if (kind === 'meetings') {
      await restoreMeeting(tx, actor, MeetingId.parse(id));
      return;
    }
    if (kind === 'users') await deps.endCredentials(tx, UserId.parse(id));
    await tx.execute(sql`update ${sql.identifier(kind)}
      set deleted_at = null, updated_at = now() where id = ${id}`);
  }

  return {
    /**
     * Throws NOT_FOUND for what is not deleted, RESTORE_ADDRESS_TAKEN where a new account has the address, ERASURE_BEGUN
     * where steps of an erasure are done.
     */
    async restore(actor: Actor, target: Located): Promise<RestoredRow> {
      try {
        return await db.write(async (tx) => {
          authorize(adminPolicy.restore(actor, await lockRow(tx, target)));
          await restore(tx, actor, target);
          await audit(tx, actor, { action: 'restore', targets: [target] });
          return deleted.present(tx, actor, target);
        });
      } catch (error) {
        const taken = takenMeanwhile[target.kind];
        throw taken && sqlStateOf(error) === uniqueViolation ? new ApiError(taken) : error;
      }
    },

    /** Removes what is soft-deleted already, with what hangs on it; there is no way back. */
    async deletePermanently(actor: Actor, target: Located): Promise<void> {
      const purgeFrom = (after: MeetingId | undefined) =>
        db.write(async (tx) => {
          authorize(adminPolicy.deletePermanently(actor, await lockRow(tx, target)));
          // With the first step: what a broken-off erasure has done is in the log, too.
          if (!after) await audit(tx, actor, { action: 'delete_permanently', targets: [target] });
          return purge[target.kind](tx, { actorId: actor.userId, id: target.id, after });
        });
      for (let next = await purgeFrom(undefined); next;) next = await purgeFrom(next);
    },
  };
}
export type AdminService = ReturnType<typeof adminService>;
