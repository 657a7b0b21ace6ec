import { sql } from 'drizzle-orm';

import type { Queries } from '#server/platform/db/database';

/** Simulates a migration that removed what this program uses: no present program may run on the schema. */
export async function raiseFloor(db: Queries): Promise<void> {
  await db.execute(sql`insert into schema_floor (id, oldest_migration, oldest_program)
    values (1, 9999999999999, '99.0.0')
    on conflict (id) do update set oldest_migration = excluded.oldest_migration,
      oldest_program = excluded.oldest_program`);
}
