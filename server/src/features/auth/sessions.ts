// Sessions: opens, authenticates, refreshes and ends them. Stores only token hashes.
import { OwnSession, type SessionToken } from '@wentwell/contract/accounts/sessions';
import type { User } from '@wentwell/contract/accounts/users';
import { ListQuery } from '@wentwell/contract/api/lists';
import { SessionId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  type SQL,
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  sql,
} from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { isActiveAccount, toUser, users } from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import { BatchQueue, batchPerTick } from '#server/platform/batching';
import type { Database, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { toFields } from '#server/platform/db/field-names';
import { notFound, notStored } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { pageOf } from '#server/platform/http/list-answer';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import {
  callerColumns,
  isActiveSession,
  sessionTokens,
  sessions,
  toCaller,
} from './sessions.table.ts';

interface SessionsDeps {
  db: Database;
  log: BaseLogger;
  disconnect: Disconnect;
}

/** Precision of the last use, in ms. Writing it on every request would cost more than the request. */
const useWrittenEveryMs = 60_000;
/** Replaced tokens kept per session to detect reuse. */
const replacedTokensKept = 100;
const userAgentMax = 300;

type SessionRow = typeof sessions.$inferSelect;

const isUseOutdated = lt(sessions.lastUsedAt, fromDatabaseNow(-useWrittenEveryMs));

export function sessionsService({ db, log, disconnect }: SessionsDeps) {
  const usesInFlight = new Set<SessionId>();

  // Every request runs this query. It is prepared, takes one round trip, and batches concurrent requests.
  const callersBy = (isMeant: SQL) =>
    db
      .select({
        ...callerColumns,
        tokenHash: sessionTokens.tokenHash,
        replaces: sessionTokens.replaces,
        unmarked: sql<boolean>`${isUseOutdated}`.as('unmarked'),
        // A successor that was never used did not arrive: the replaced token works on.
        replacedLongAgo:
          sql<boolean>`case when ${sessionTokens.worksUntil} <= ${databaseNow} then not exists (
          select from ${sessionTokens} as successor where successor.session_id = ${sessionTokens.sessionId}
            and successor.replaces = ${sessionTokens.tokenHash}) else false end`.as(
            'replaced_long_ago',
          ),
      })
      .from(sessionTokens)
      .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(isMeant, isActiveSession, isActiveAccount))
      .limit(1);
  const byOneToken = callersBy(eq(sessionTokens.tokenHash, sql.placeholder('tokenHash'))).prepare(
    'session_by_token',
  );
  // The limit forces an index look-up per token. `unnest` of a subquery hides the number of tokens from the planner.
  const found = callersBy(sql`${sessionTokens.tokenHash} = asked.token_hash`).as('found');
  const byTokens = db
    .select()
    .from(sql`unnest((select ${sql.placeholder('tokenHashes')}::text[])) as asked(token_hash)`)
    .crossJoinLateral(found)
    .prepare('sessions_by_tokens');
  const byToken = batchPerTick(async (tokenHashes: readonly string[]) => {
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
        isUseOutdated,
      ),
    )
    .prepare('mark_session_uses');

  /** Never rejects, because losing a use is harmless. */
  async function writeUse(ids: readonly SessionId[]): Promise<void> {
    try {
      await markUses.execute({ ids });
    } catch (error) {
      log.warn({ err: error }, 'the use of sessions was not written');
    }
    for (const id of ids) usesInFlight.delete(id);
  }

  // Batches concurrent uses into one statement and one commit.
  const uses = new BatchQueue(writeUse);

  /** Writes the last use in the background. */
  function markUsed(id: SessionId): void {
    if (usesInFlight.has(id)) return;
    usesInFlight.add(id);
    void uses.run([id]);
  }

  /** Never rejects: a later use writes it again. Until then, the replaced token works. */
  async function markArrived(tokenHash: string): Promise<void> {
    const own = eq(sessionTokens.tokenHash, tokenHash);
    try {
      await db.update(sessionTokens).set({ replaces: null }).where(own);
    } catch (error) {
      log.warn({ err: error }, 'the first use of a token was not written');
    }
  }

  async function end(sessionId: SessionId): Promise<void> {
    await db.write(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.id, sessionId));
      tx.afterCommit(() => disconnect({ kind: 'session', sessionId }));
    });
  }

  async function insertSession(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> {
    const [session = notStored()] = await tx
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
    return addToken(tx, session);
  }

  async function addToken(
    tx: Tx,
    { id, expiresAt }: Pick<SessionRow, 'id' | 'expiresAt'>,
    replaces?: string,
  ): Promise<SessionToken> {
    const token = newSecret();
    await tx
      .insert(sessionTokens)
      .values({ tokenHash: hashSecret(token), sessionId: id, replaces });
    return { access_token: token, token_type: 'bearer', expires_at: expiresAt.toISOString() };
  }

  return {
    /** Whether the caller logged in within the last minutes. */
    async isFresh({ sessionId }: Pick<Caller, 'sessionId'>): Promise<boolean> {
      const isRecent = gt(sessions.createdAt, fromDatabaseNow(-limits.sessionFreshFor));
      return (await db.$count(sessions, and(eq(sessions.id, sessionId), isRecent))) > 0;
    },

    /**
     * Null for an unknown or expired token. A replaced token used after its grace period ends the session (theft), unless
     * its successor was never used: a lost answer.
     */
    async authenticate(
      token: string,
      { recordsUse }: { recordsUse: boolean } = { recordsUse: true },
    ): Promise<Caller | null> {
      const found = await byToken(hashSecret(token));
      if (!found) return null;
      if (found.replaces !== null) await markArrived(found.tokenHash);
      if (found.replacedLongAgo) {
        log.warn({ sessionId: found.sessionId }, 'a replaced token was used: its session ends');
        await end(found.sessionId);
        return null;
      }
      if (found.unmarked && recordsUse) markUsed(found.sessionId);
      return toCaller(found);
    },

    /** Opens a session and deletes the user's expired ones. */
    async open(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> {
      await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), sql`not (${isActiveSession})`));
      return insertSession(tx, userId, userAgent);
    },

    /**
     * Replaces the session's token. The expiry does not change. The old token works for a grace period, so that
     * requests in flight do not fail. It cannot refresh again, so a thief cannot extend it, unless the new one was never
     * used. That one is retired: its use then shows a theft. Returns null for a replaced token, or if the session has just
     * ended.
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
        const tokenHash = hashSecret(token);
        const own = and(ofSession, eq(sessionTokens.tokenHash, tokenHash));
        const ownIfLongAgo = tx
          .select({ tokenHash: sessionTokens.tokenHash })
          .from(sessionTokens)
          .where(and(own, lte(sessionTokens.worksUntil, databaseNow)));
        const lost = await tx
          .update(sessionTokens)
          .set({ worksUntil: databaseNow, replaces: null })
          .where(and(ofSession, inArray(sessionTokens.replaces, ownIfLongAgo)));
        // A refresh is a use, too, even if `markArrived` failed.
        const replaced = await tx
          .update(sessionTokens)
          .set({ worksUntil: fromDatabaseNow(limits.refreshedTokenMaxAge), replaces: null })
          .where(and(own, lost.rowCount === 0 ? isNull(sessionTokens.worksUntil) : undefined));
        if (replaced.rowCount === 0) return null;
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
        return addToken(tx, session, tokenHash);
      });
    },

    /** Null if the session has just ended. */
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
     * Ends all sessions of the account with their tokens and tickets, and opens a new one for the caller. Closes the
     * sockets. Only the caller's own pages reconnect, with the new token.
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

    /** Closes the sockets after the commit. `forget` also removes the user from presence. Returns how many ended. */
    async endAll(tx: Tx, userId: UserId, options: { forget?: true } = {}): Promise<number> {
      const ended = await tx.delete(sessions).where(eq(sessions.userId, userId));
      tx.afterCommit(() => disconnect({ kind: 'user', userId, ...options }));
      return ended.rowCount ?? 0;
    },
  };
}
export type SessionsService = ReturnType<typeof sessionsService>;

/** Routes that list and end the caller's own sessions (docs/api.md A-55). */
export function ownSessionsRoutes(
  api: Api,
  { db, disconnect }: { db: Database; disconnect: Disconnect },
): void {
  function living({ userId }: Caller) {
    return and(eq(sessions.userId, userId), isActiveSession);
  }

  const { list, answer } = callsOf(api, 'Auth');

  list('/me/sessions', {
    operationId: 'listMySessions',
    summary: 'List my sessions',
    description: 'The caller’s sessions, last used first, with the time of last use to the minute.',
    querystring: ListQuery,
    lists: OwnSession,
    async run({ caller, query }) {
      const mine = living(caller);
      const sorted = db
        .select()
        .from(sessions)
        .where(mine)
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
      const { rows, total } = await pageOf(sorted, query, () => db.$count(sessions, mine));
      const own = rows.map((row) => ({ ...toFields(row), current: row.id === caller.sessionId }));
      return { rows: own, total };
    },
  });

  answer('DELETE /me/sessions/:id', {
    operationId: 'endMySession',
    summary: 'End one of my sessions',
    description:
      'Ends it with its live sockets; ending the caller’s own session logs out. Other people’s sessions are ' +
      '404.',
    params: z.object({ id: SessionId }),
    async run({ caller, params: { id: sessionId } }) {
      await db.write(async (tx) => {
        const [ended] = await tx
          .delete(sessions)
          .where(and(living(caller), eq(sessions.id, sessionId)))
          .returning({ id: sessions.id });
        if (!ended) notFound();
        tx.afterCommit(() => disconnect({ kind: 'session', sessionId }));
      });
    },
  });
}
