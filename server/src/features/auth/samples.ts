// Demo accounts. Their password is public, so they are active only on a private start.
import type { UserId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNull } from 'drizzle-orm';

import { users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

import type { SessionsService } from './sessions.service.ts';

export interface SamplesDeps {
  db: Database;
  sessions: Pick<SessionsService, 'endAll'>;
}

export function samplesService({ db, sessions }: SamplesDeps) {
  return {
    /** Marks accounts as samples. Every other start deactivates them. */
    async mark(ids: readonly UserId[]): Promise<void> {
      await db
        .update(users)
        .set({ isSample: true })
        .where(inArray(users.id, [...ids]));
    },

    /** Deactivates all sample accounts and ends their sessions. Returns how many were active. */
    async deactivate(): Promise<number> {
      return db.write(async (tx) => {
        // Includes deleted accounts, because a superuser may restore them.
        const closed = await tx
          .update(users)
          .set({ isActive: false, updatedAt: databaseNow })
          .where(and(eq(users.isActive, true), eq(users.isSample, true)))
          .returning({ id: users.id });
        for (const { id } of closed) await sessions.endAll(tx, id);
        return closed.length;
      });
    },

    /** Reverts `deactivate`. */
    async reactivate(): Promise<void> {
      await db
        .update(users)
        .set({ isActive: true, updatedAt: databaseNow })
        .where(and(eq(users.isSample, true), eq(users.isActive, false), isNull(users.deletedAt)));
    },
  };
}
