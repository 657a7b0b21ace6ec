/** A board's epoch names its history: a client that knows another epoch fetches the board anew. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';
import { beginEra } from '#server/platform/db/database-identity';

/** A statement over all of a million boards would take longer than any statement may. */
const boardsAtOnce = 2000;

const Renewed = z.tuple([z.object({ boards: z.number(), last: z.string().nullable() })]);

/** Sets a new epoch on every board, which begins where the board stands now. Returns how many there are. */
export async function renewEpochs(db: Queries): Promise<number> {
  let count = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const { rows }: { rows: unknown[] } = await db.execute(sql`with part as
        (select id from meetings where id > ${after}::uuid order by id limit ${boardsAtOnce}),
      renewed as (update meetings set epoch = gen_random_uuid(), epoch_seq = seq
        where id in (select id from part))
      select count(*)::int as boards, max(id::text) as last from part`);
    const [{ boards, last }] = Renewed.parse(rows);
    count += boards;
    after = last;
  }
  return count;
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
