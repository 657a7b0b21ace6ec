// The accounts of the demo. Their password is public, so they work on a private start alone.
import type { UserId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';

import { users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

import type { PasswordHasher } from './password.ts';
import type { SessionsService } from './sessions.service.ts';

export interface SamplesDeps {
  db: Database;
  hasher: Pick<PasswordHasher, 'verify'>;
  sessions: Pick<SessionsService, 'endAll'>;
}

/** The credentials that anybody can read in this repository. */
export interface PublicLogin {
  emails: readonly string[];
  password: string;
}

export function samplesService({ db, hasher, sessions }: SamplesDeps) {
  /** Versions before the mark existed made samples, too: they are known by their public login. */
  async function findUnmarked({ emails, password }: PublicLogin): Promise<UserId[]> {
    const candidates = await db
      .select({ id: users.id, passwordHash: users.passwordHash })
      .from(users)
      .where(and(inArray(users.email, [...emails]), eq(users.isSample, false)));
    const found: UserId[] = [];
    for (const { id, passwordHash } of candidates) {
      if (await hasher.verify(passwordHash, password)) found.push(id);
    }
    return found;
  }

  return {
    /** Marks accounts as samples, so that any start that is not private deactivates them. */
    async mark(ids: readonly UserId[]): Promise<void> {
      await db
        .update(users)
        .set({ isSample: true })
        .where(inArray(users.id, [...ids]));
    },

    /** Deactivates every sample account, ends its sessions, and returns how many were active. */
    async deactivate(login: PublicLogin): Promise<number> {
      const unmarked = await findUnmarked(login);
      return db.write(async (tx) => {
        // Deleted ones as well: a superuser may restore them.
        const closed = await tx
          .update(users)
          .set({ isSample: true, isActive: false, updatedAt: databaseNow })
          .where(
            and(
              eq(users.isActive, true),
              or(eq(users.isSample, true), inArray(users.id, unmarked)),
            ),
          )
          .returning({ id: users.id });
        for (const { id } of closed) await sessions.endAll(tx, id);
        return closed.length;
      });
    },

    /** Opens the sample accounts again that `deactivate` closed. */
    async reactivate(): Promise<void> {
      await db
        .update(users)
        .set({ isActive: true, updatedAt: databaseNow })
        .where(and(eq(users.isSample, true), eq(users.isActive, false), isNull(users.deletedAt)));
    },
  };
}
