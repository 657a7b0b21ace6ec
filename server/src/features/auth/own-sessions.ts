// Routes that list and end the caller's own sessions (docs/api.md A-55).
import { OwnSession } from '@wentwell/contract/accounts/sessions';
import { ListQuery } from '@wentwell/contract/api/lists';
import { SessionId } from '@wentwell/contract/ids';
import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';

import type { Disconnect } from '#server/live/disconnect';
import type { Database } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';
import { notFound } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { pageOf } from '#server/platform/http/list-answer';

import { isActiveSession, sessions } from './sessions.table.ts';

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
