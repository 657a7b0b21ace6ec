/** A board's epoch identifies its history. A client with another epoch reloads the board. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';
import { beginEra } from '#server/platform/db/database-identity';

/** One statement over a million boards would exceed the statement timeout. */
const boardsAtOnce = 2000;

const Renewed = z.tuple([z.object({ boards: z.number(), last: z.string().nullable() })]);

/** Sets a new epoch on every board, from its current seq on. Returns the number of boards. */
export async function renewEpochs(db: Queries): Promise<number> {
  let count = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const { rows }: { rows: unknown[] } = await db.execute(sql`with part as
        (select meeting_id as id from board_heads where meeting_id > ${after}::uuid order by 1 limit ${boardsAtOnce}),
      renewed as (update board_heads set epoch = gen_random_uuid(), epoch_seq = seq
        where meeting_id in (select id from part))
      select count(*)::int as boards, max(id::text) as last from part`);
    const [{ boards, last }] = Renewed.parse(rows);
    count += boards;
    after = last;
  }
  return count;
}

/** Like `renewEpochs`, after a restore by an operator. */
export async function renewHistory(db: Queries): Promise<number> {
  await beginEra(db);
  return renewEpochs(db);
}
