import { sql } from 'drizzle-orm';

import type { Queries } from '#server/platform/db/database';

/** As after a migration that took away what this program uses: no program of today may run on the schema. */
export async function raiseFloor(db: Queries): Promise<void> {
  await db.execute(sql`insert into schema_floor (id, oldest_migration, oldest_program)
    values (1, 9999999999999, '99.0.0')
    on conflict (id) do update set oldest_migration = excluded.oldest_migration,
      oldest_program = excluded.oldest_program`);
}
