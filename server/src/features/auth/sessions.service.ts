// Logins: opening one, recognising it in every request, giving it a new token, ending it. Only hashes of tokens are
// stored.
import type { SessionToken } from '@wentwell/contract/auth';
import { SessionId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { User } from '@wentwell/contract/users';
import { and, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { personNames, toUser, type UserRow, users } from '#server/features/users/users.table';
import type { CutOff } from '#server/live/cut-off';
import type { Clock } from '#server/platform/clock';
import type { Database, Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { sessions, sessionTokens } from './sessions.table.ts';

export interface SessionsDeps {
  db: Database;
  clock: Clock;
  log: BaseLogger;
  cutOff: CutOff;
}

/** How exactly a session's last use is known, in ms: writing it for every request would cost more than the request. */
const useIsWrittenEvery = 60_000;
/** Refreshing at once from many places leaves a token for each; with this many, the next refresh replaces them all. */
const tokensAtOnce = 10;
const userAgentMax = 300;

type SessionRow = typeof sessions.$inferSelect;

function toCaller(session: SessionRow, user: UserRow): Caller {
  const { display_name: displayName, full_name: fullName } = personNames(user);
  return {
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    displayName,
    fullName,
    isSuperuser: user.isSuperuser,
  };
}

export function sessionsService({ db, clock, log, cutOff }: SessionsDeps) {
  const beingMarked = new Set<SessionId>();

  /** A session within its times, of a person who is still there. */
  function livingSession(is: SQL) {
    return db
      .select({ session: sessions, user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          is,
          gt(sessions.expiresAt, sql.placeholder('now')),
          gt(sessions.lastUsedAt, sql.placeholder('usedAfter')),
          eq(users.isActive, true),
          isNull(users.deletedAt),
        ),
      );
  }

  // The one query that every request makes: prepared, and one round trip.
  const byToken = livingSession(
    inArray(
      sessions.id,
      db
        .select({ id: sessionTokens.sessionId })
        .from(sessionTokens)
        .where(
          and(
            eq(sessionTokens.tokenHash, sql.placeholder('tokenHash')),
            or(
              isNull(sessionTokens.worksUntil),
              gt(sessionTokens.worksUntil, sql.placeholder('now')),
            ),
          ),
        ),
    ),
  ).prepare('session_by_token');
  const byId = livingSession(eq(sessions.id, sql.placeholder('id'))).prepare('session_by_id');

  /** The moment before which a session that was not used since has ended. */
  function usedAfter(now: Date): Date {
    return new Date(now.getTime() - limits.sessionMaxIdle);
  }

  /** Writes the last use, beside the request: nobody waits for it, and its failure costs nothing. */
  function markUsed({ id, lastUsedAt }: SessionRow, now: Date): void {
    if (now.getTime() - lastUsedAt.getTime() < useIsWrittenEvery || beingMarked.has(id)) return;
    beingMarked.add(id);
    void db
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, now)))
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not written'))
      .finally(() => beingMarked.delete(id));
  }

  async function addToken(
    tx: Tx,
    { id, expiresAt }: Pick<SessionRow, 'id' | 'expiresAt'>,
  ): Promise<SessionToken> {
    const token = newSecret();
    await tx.insert(sessionTokens).values({ tokenHash: hashSecret(token), sessionId: id });
    return { access_token: token, token_type: 'bearer', expires_at: expiresAt.toISOString() };
  }

  return {
    /** Takes a bearer token; gives its caller, or null when it is unknown, ended or its person gone. */
    async authenticate(token: string): Promise<Caller | null> {
      const now = clock.now();
      const asked = { tokenHash: hashSecret(token), now, usedAfter: usedAfter(now) };
      const [found] = await byToken.execute(asked);
      if (!found) return null;
      markUsed(found.session, now);
      return toCaller(found.session, found.user);
    },

    /** Takes a session that was recognised before; gives its caller, or null when it has ended since. */
    async callerOf(id: SessionId): Promise<Caller | null> {
      const now = clock.now();
      const [found] = await byId.execute({ id, now, usedAfter: usedAfter(now) });
      return found ? toCaller(found.session, found.user) : null;
    },

    /** Opens a session in the caller's transaction, and clears away those of the person that are over. */
    async open(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> {
      const now = clock.now();
      const over = or(lte(sessions.expiresAt, now), lte(sessions.lastUsedAt, usedAfter(now)));
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), over));
      const session = {
        id: newId(SessionId),
        userId,
        userAgent: userAgent.slice(0, userAgentMax),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + limits.sessionMaxAge),
      };
      await tx.insert(sessions).values(session);
      return addToken(tx, session);
    },

    /**
     * Takes a caller and the token of the call; gives a new token of the same session, whose end does not move,
     * or null if it just ended. The replaced one works a little longer, so requests under way do not fail.
     */
    async refresh({ sessionId }: Caller, token: string): Promise<SessionToken | null> {
      return db.write(async (tx) => {
        const [session] = await tx
          .select()
          .from(sessions)
          .where(eq(sessions.id, sessionId))
          .for('update');
        if (!session) return null;
        const now = clock.now();
        const ofSession = eq(sessionTokens.sessionId, sessionId);
        await tx.delete(sessionTokens).where(and(ofSession, lte(sessionTokens.worksUntil, now)));
        const unreplaced = and(ofSession, isNull(sessionTokens.worksUntil));
        const tooMany = (await tx.$count(sessionTokens, unreplaced)) >= tokensAtOnce;
        await tx
          .update(sessionTokens)
          .set({ worksUntil: new Date(now.getTime() + limits.refreshedTokenMaxAge) })
          .where(
            tooMany ? unreplaced : and(unreplaced, eq(sessionTokens.tokenHash, hashSecret(token))),
          );
        return addToken(tx, session);
      });
    },

    /** Takes a caller; gives their account and the end of their session, or null if it just ended. */
    async describe(caller: Caller): Promise<{ user: User; expires_at: string } | null> {
      const [found] = await db
        .select({ user: users, expiresAt: sessions.expiresAt })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.id, caller.sessionId));
      return found ? { user: toUser(found.user), expires_at: found.expiresAt.toISOString() } : null;
    },

    /** Ends one session; its live sockets are closed once that is certain. */
    async end(sessionId: SessionId): Promise<void> {
      await db.write(async (tx) => {
        await tx.delete(sessions).where(eq(sessions.id, sessionId));
        tx.afterCommit(() => cutOff({ kind: 'session', sessionId }));
      });
    },

    /** Ends the caller's other sessions in their transaction; of their own, only the given token stays. */
    async endOthers(tx: Tx, { userId, sessionId }: Caller, token: string): Promise<void> {
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
      // Whoever copied a token may have refreshed it: a second one of the same session goes as well.
      const tokenHash = hashSecret(token);
      await tx
        .delete(sessionTokens)
        .where(and(eq(sessionTokens.sessionId, sessionId), ne(sessionTokens.tokenHash, tokenHash)));
      await tx
        .update(sessionTokens)
        .set({ worksUntil: null })
        .where(eq(sessionTokens.tokenHash, tokenHash));
      tx.afterCommit(() => cutOff({ kind: 'user', userId, exceptSession: sessionId }));
    },

    /** Ends every session of a person in the caller's transaction. */
    async endAll(tx: Tx, userId: UserId): Promise<void> {
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      tx.afterCommit(() => cutOff({ kind: 'user', userId }));
    },
  };
}
export type SessionsService = ReturnType<typeof sessionsService>;
