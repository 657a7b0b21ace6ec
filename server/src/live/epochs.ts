/** A board's epoch names its history: a client that knows another epoch fetches the board anew. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';
import { beginEra } from '#server/platform/db/database-identity';

/** Sets a new epoch on every board, which begins where the board stands now. Returns how many there are. */
export async function renewEpochs(db: Queries): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update meetings set epoch = gen_random_uuid(), epoch_seq = seq`,
  );
  return rowCount ?? 0;
}

const Schema = z.tuple([z.object({ hasEras: z.boolean() })]);

/** The same where an operator says that the history is another one. A restored schema may be that of an older version. */
export async function renewHistory(db: Queries): Promise<number> {
  const { rows } = await db.execute(
    sql`select to_regclass('public.database_identity') is not null as "hasEras"`,
  );
  const [{ hasEras }] = Schema.parse(rows);
  if (hasEras) {
    await beginEra(db);
    return renewEpochs(db);
  }
  const { rowCount } = await db.execute(sql`update meetings set epoch = gen_random_uuid()`);
  return rowCount ?? 0;
}
