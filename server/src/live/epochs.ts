/** A board's epoch names its history: a client that knows another epoch fetches the board anew. */
import { sql } from 'drizzle-orm';

import type { Queries } from '#server/platform/db/database';

/** Sets a new epoch on every board: its history is no longer the one that clients know. Returns how many. */
export async function renewEpochs(db: Queries): Promise<number> {
  const { rowCount } = await db.execute(sql`update meetings set epoch = gen_random_uuid()`);
  return rowCount ?? 0;
}
