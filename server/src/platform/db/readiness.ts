/** Whether the database would take a change now, and if not, why. */
import { sql } from 'drizzle-orm';

import type { Database } from '#server/platform/db/database';
import { sqlStateOf } from '#server/platform/db/database-errors';
import { healthProbe } from '#server/platform/db/health-probe.table';
import { schemaState } from '#server/platform/db/migrate';

const problemByState: Record<string, string> = {
  25006: 'database is read-only',
  53100: 'disk full',
  57014: 'database does not answer',
};

/** Writes one row. Returns why a change would fail, in a few words that may be public; null: it would not. */
export async function databaseProblem(db: Database): Promise<string | null> {
  try {
    return await db.probe(async (queries) => {
      const state = await schemaState(queries);
      if (state === 'older' || state === 'newer') return `schema is ${state} than the program`;
      await queries
        .insert(healthProbe)
        .values({ id: 1 })
        .onConflictDoUpdate({ target: healthProbe.id, set: { checkedAt: sql`now()` } });
      return null;
    });
  } catch (error) {
    return problemByState[sqlStateOf(error) ?? ''] ?? 'database away';
  }
}
