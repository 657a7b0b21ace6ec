// Logins: opens, recognises, refreshes and ends them. Stores only hashes of tokens.
import { SessionId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { SessionToken } from '@wentwell/contract/sessions';
import type { User } from '@wentwell/contract/users';
import { and, desc, eq, gt, isNotNull, isNull, lt, notInArray, sql, type SQL } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { isLivingPerson, toUser, users } from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { GatheredCalls, lookUpTogether } from '#server/platform/gathered-calls';
import type { Caller } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import {
  callerColumns,
  isLivingSession,
  sessions,
  sessionTokens,
  toCaller,
} from './sessions.table.ts';

interface SessionsDeps {
  db: Database;
  log: BaseLogger;
  disconnect: Disconnect;
}

/** How exactly a session's last use is known, in ms: writing it for every request would cost more than the request. */
const useIsWrittenEvery = 60_000;
/** Replaced tokens are kept, so that their late use is noticed; the oldest beyond these are forgotten. */
const replacedTokensKept = 100;
const userAgentMax = 300;

type SessionRow = typeof sessions.$inferSelect;

const isUnmarked = lt(sessions.lastUsedAt, fromDatabaseNow(-useIsWrittenEvery));

export function sessionsService({ db, log, disconnect }: SessionsDeps) {
  const beingMarked = new Set<SessionId>();

  // The one query that every request makes: prepared, one round trip, and one for all that arrive in the same moment.
  const callersBy = (isMeant: SQL) =>
    db
      .select({
        ...callerColumns,
        tokenHash: sessionTokens.tokenHash,
        unmarked: sql<boolean>`${isUnmarked}`.as('unmarked'),
        replacedLongAgo:
          sql<boolean>`coalesce(${sessionTokens.worksUntil} <= ${databaseNow}, false)`.as(
            'replaced_long_ago',
          ),
      })
      .from(sessionTokens)
      .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(isMeant, isLivingSession, isLivingPerson))
      .limit(1);
  const byOneToken = callersBy(eq(sessionTokens.tokenHash, sql.placeholder('tokenHash'))).prepare(
    'session_by_token',
  );
  // The limit forces a look-up for each token, whatever the statistics say; `unnest` hides their number from the planner.
  const found = callersBy(sql`${sessionTokens.tokenHash} = asked.token_hash`).as('found');
  const byTokens = db
    .select()
    .from(sql`unnest((select ${sql.placeholder('tokenHashes')}::text[])) as asked(token_hash)`)
    .crossJoinLateral(found)
    .prepare('sessions_by_tokens');
  const byToken = lookUpTogether(async (tokenHashes: readonly string[]) => {
    const [tokenHash, ...others] = tokenHashes;
    const callers =
      others.length === 0
        ? await byOneToken.execute({ tokenHash })
        : (await byTokens.execute({ tokenHashes: [...tokenHashes] })).map((each) => each.found);
    return new Map(callers.map((each) => [each.tokenHash, each]));
  });

  const markUses = db
    .update(sessions)
    .set({ lastUsedAt: databaseNow })
    .where(
      and(
        sql`${sessions.id} = any((select ${sql.placeholder('ids')}::uuid[])::uuid[])`,
        isUnmarked,
      ),
    )
    .prepare('mark_session_uses');

  /** Never rejects: that a use is not written costs nothing. */
  async function writeUse(ids: readonly SessionId[]): Promise<void> {
    try {
      await markUses.execute({ ids });
    } catch (error) {
      log.warn({ err: error }, 'the use of sessions was not written');
    }
    for (const id of ids) beingMarked.delete(id);
  }

  // A crowd that joins within a moment is one statement and one COMMIT, not one each.
  const uses = new GatheredCalls(writeUse);

  /** Writes the last use, beside the request: nobody waits for it. */
  function markUsed(id: SessionId): void {
    if (beingMarked.has(id)) return;
    beingMarked.add(id);
    void uses.run([id]);
  }

  async function end(sessionId: SessionId): Promise<void> {
    await db.write(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.id, sessionId));
      tx.afterCommit(() => disconnect({ kind: 'session', sessionId }));
    });
  }

  async function insertSession(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> {
    const [session] = await tx
      .insert(sessions)
      .values({
        id: newId(SessionId),
        userId,
        userAgent: userAgent.slice(0, userAgentMax),
        createdAt: databaseNow,
        lastUsedAt: databaseNow,
        expiresAt: fromDatabaseNow(limits.sessionMaxAge),
      })
      .returning();
    if (!session) throw new Error('an inserted session was not returned');
    return addToken(tx, session);
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
    /** Whether the caller has logged in, and thereby given the password, within the last minutes. */
    async isFresh({ sessionId }: Pick<Caller, 'sessionId'>): Promise<boolean> {
      const isYoung = gt(sessions.createdAt, fromDatabaseNow(-limits.sessionFreshFor));
      return (await db.$count(sessions, and(eq(sessions.id, sessionId), isYoung))) > 0;
    },

    /** Null if the token is unknown or ended. A replaced token used after its grace was copied: its session ends. */
    async authenticate(
      token: string,
      { recordsUse }: { recordsUse: boolean } = { recordsUse: true },
    ): Promise<Caller | null> {
      const found = await byToken(hashSecret(token));
      if (!found) return null;
      if (found.replacedLongAgo) {
        log.warn({ sessionId: found.sessionId }, 'a replaced token was used: its session ends');
        await end(found.sessionId);
        return null;
      }
      if (found.unmarked && recordsUse) markUsed(found.sessionId);
      return toCaller(found);
    },

    /** Opens a session in the caller's transaction, and clears away those of the person that are over. */
    async open(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> {
      await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), sql`not (${isLivingSession})`));
      return insertSession(tx, userId, userAgent);
    },

    /**
     * Replaces the token of the call within its session, whose end does not move. The replaced one works a little
     * longer, so that requests under way do not fail, but never refreshes again: whoever stole it cannot keep the
     * session. Returns null for such a token, and when the session just ended.
     */
    async refresh({ sessionId }: Caller, token: string): Promise<SessionToken | null> {
      return db.write(async (tx) => {
        const [session] = await tx
          .select()
          .from(sessions)
          .where(eq(sessions.id, sessionId))
          .for('update');
        if (!session) return null;
        const ofSession = eq(sessionTokens.sessionId, sessionId);
        const [replaced] = await tx
          .update(sessionTokens)
          .set({ worksUntil: fromDatabaseNow(limits.refreshedTokenMaxAge) })
          .where(
            and(
              ofSession,
              eq(sessionTokens.tokenHash, hashSecret(token)),
              isNull(sessionTokens.worksUntil),
            ),
          )
          .returning({ tokenHash: sessionTokens.tokenHash });
        if (!replaced) return null;
        const latest = tx
          .select({ tokenHash: sessionTokens.tokenHash })
          .from(sessionTokens)
          .where(and(ofSession, isNotNull(sessionTokens.worksUntil)))
          .orderBy(desc(sessionTokens.worksUntil))
          .limit(replacedTokensKept);
        await tx
          .delete(sessionTokens)
          .where(
            and(
              ofSession,
              isNotNull(sessionTokens.worksUntil),
              notInArray(sessionTokens.tokenHash, latest),
            ),
          );
        return addToken(tx, session);
      });
    },

    /** Null when the session has just ended. */
    async describe(caller: Caller): Promise<{ user: User; expires_at: string } | null> {
      const [found] = await db
        .select({ user: users, expiresAt: sessions.expiresAt })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.id, caller.sessionId));
      return found ? { user: toUser(found.user), expires_at: found.expiresAt.toISOString() } : null;
    },

    end,

    /**
     * Ends every session of the caller's account in their transaction, with all tokens and tickets, and opens a new
     * one for the caller. Sockets of the other sessions close for good; those of the caller's own session close so
     * that the own pages come back with the new token, and nobody else does.
     */
    async replaceAll(tx: Tx, { userId, sessionId }: Caller): Promise<SessionToken> {
      const ended = await tx
        .delete(sessions)
        .where(eq(sessions.userId, userId))
        .returning({ id: sessions.id, userAgent: sessions.userAgent });
      const own = ended.find(({ id }) => id === sessionId);
      tx.afterCommit(() => {
        disconnect({ kind: 'user', userId, exceptSession: sessionId });
        disconnect({ kind: 'session', sessionId, because: 'goingAway' });
      });
      return insertSession(tx, userId, own?.userAgent ?? '');
    },

    /** Closes the sockets after the commit. `forget` also removes the user from presence. Returns the count. */
    async endAll(tx: Tx, userId: UserId, options: { forget?: true } = {}): Promise<number> {
      const ended = await tx.delete(sessions).where(eq(sessions.userId, userId));
      tx.afterCommit(() => disconnect({ kind: 'user', userId, ...options }));
      return ended.rowCount ?? 0;
    },
  };
}
export type SessionsService = ReturnType<typeof sessionsService>;
