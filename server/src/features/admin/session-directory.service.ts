// Everybody's sessions as superusers look them over, to end one that somebody has lost.
import { adminPolicy } from '@wentwell/contract/admin';
import type { AccountSession, SessionSearch } from '@wentwell/contract/admin-lists';
import type { SessionId } from '@wentwell/contract/ids';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import { isLivingSession, sessions } from '#server/features/auth/sessions.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import type { WriteAudit } from '#server/platform/audit';
import type { Database } from '#server/platform/db/database';
import { containsText } from '#server/platform/db/search';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';

export interface SessionDirectoryDeps {
  db: Database;
  audit: WriteAudit;
  disconnect: Disconnect;
}

export function sessionDirectory({ db, audit, disconnect }: SessionDirectoryDeps) {
  return {
    /** Those that have not ended, the last used one first. */
    async list(
      caller: Caller,
      { search, skip, limit }: SessionSearch,
    ): Promise<ListPage<AccountSession>> {
      authorize(adminPolicy.use(caller));
      const matching = and(
        isLivingSession,
        isNull(users.deletedAt),
        containsText(users.email, search),
      );
      return db.snapshot(async (queries) => {
        const found = await queries
          .select({ session: sessions, user: users })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(matching)
          .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
          .offset(skip)
          .limit(limit);
        const [counted] = await queries
          .select({ total: sql<number>`count(*)::int` })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(matching);
        const rows = found.map(({ session, user }) => ({
          id: session.id,
          user: {
            id: user.id,
            email: user.email,
            display_name: personNames(user).display_name,
          },
          created_at: session.createdAt.toISOString(),
          last_used_at: session.lastUsedAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          user_agent: session.userAgent,
          current: session.id === caller.sessionId,
        }));
        return { rows, total: counted?.total ?? 0 };
      });
    },

    /** Ends anybody's session with its sockets. */
    async end(actor: Actor, id: SessionId): Promise<void> {
      authorize(adminPolicy.use(actor));
      await db.write(async (tx) => {
        const [ended] = await tx.delete(sessions).where(eq(sessions.id, id)).returning();
        if (!ended) throw new ApiError('NOT_FOUND');
        // One's own is no act on what belongs to somebody else.
        if (ended.userId !== actor.userId) {
          const targets = [
            { kind: 'users', id: ended.userId },
            { kind: 'sessions', id },
          ] as const;
          await audit(tx, actor, { action: 'end_session', targets });
        }
        tx.afterCommit(() => disconnect({ kind: 'session', sessionId: id }));
      });
    },
  };
}
export type SessionDirectory = ReturnType<typeof sessionDirectory>;
