import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';

import { openDatabase, type Queries } from '#server/platform/db/database';
import { DatabaseIdentity } from '#server/platform/db/database-identity';
import { collectLog } from '#test/collect-log';
import { createTestDatabase, runSql } from '#test/postgres';

it('lets a renewal finish that takes longer than the usual connection check', async () => {
  await using database = await createTestDatabase();
  const { connection } = database;
  const era = `insert into database_identity (id, era, renewals, timeline) values (1, gen_random_uuid(), 1, '00000000')`;
  await runSql(connection, era);
  const { log, lines } = collectLog('error');
  const renewEpochs = vi.fn(async (queries: Queries) => {
    await queries.execute(sql`select pg_sleep(2)`);
    return 1;
  });
  const identity = new DatabaseIdentity({ log, renewEpochs });
  const db = openDatabase(connection, {
    log,
    maxConnections: 1,
    answerTimeoutMs: 1000,
    checkConnection: (client, answerTimeoutMs) => identity.check(client, answerTimeoutMs),
  });
  try {
    await vi.waitFor(() => db.execute(sql`select 1`), { timeout: 30_000, interval: 100 });
    expect(renewEpochs).toHaveBeenCalledOnce();
    expect(lines()).toEqual([expect.objectContaining({ boards: 1 })]);
  } finally {
    await db.close();
  }
});
