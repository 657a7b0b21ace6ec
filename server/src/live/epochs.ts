/** A board's epoch identifies its history. A client with another epoch reloads the board. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';
import { beginEra } from '#server/platform/db/database-identity';

/** One statement over a million boards would exceed the statement timeout. */
const boardsAtOnce = 2000;

const Renewed = z.tuple([z.object({ boards: z.number(), last: z.string().nullable() })]);

/** `heads` are the table with the boards' heads, and its column with the board's id. */
async function renewIn(db: Queries, heads: readonly [string, string]): Promise<number> {
  const [table, id] = heads.map((name) => sql.identifier(name));
  let count = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const { rows }: { rows: unknown[] } = await db.execute(sql`with part as
        (select ${id} as id from ${table} where ${id} > ${after}::uuid order by 1 limit ${boardsAtOnce}),
      renewed as (update ${table} set epoch = gen_random_uuid(), epoch_seq = seq
        where ${id} in (select id from part))
      select count(*)::int as boards, max(id::text) as last from part`);
    const [{ boards, last }] = Renewed.parse(rows);
    count += boards;
    after = last;
  }
  return count;
}

/** Sets a new epoch on every board, from its current seq on. Returns the number of boards. */
export function renewEpochs(db: Queries): Promise<number> {
  return renewIn(db, ['board_heads', 'meeting_id']);
}

const Schema = z.tuple([z.object({ hasEras: z.boolean(), hasHeads: z.boolean() })]);

/** Like `renewEpochs`, after a restore by an operator. The schema may be that of an older version. */
export async function renewHistory(db: Queries): Promise<number> {
  const { rows } = await db.execute(
    sql`select to_regclass('public.database_identity') is not null as "hasEras",
      to_regclass('public.board_heads') is not null as "hasHeads"`,
  );
  const [{ hasEras, hasHeads }] = Schema.parse(rows);
  if (hasEras) {
    await beginEra(db);
    return hasHeads ? renewEpochs(db) : renewIn(db, ['meetings', 'id']);
  }
  const { rowCount } = await db.execute(sql`update meetings set epoch = gen_random_uuid()`);
  return rowCount ?? 0;
}
