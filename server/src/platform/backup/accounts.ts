import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';
import { sqlStateOf } from '#server/platform/db/database-errors';

const Accounts = z.object({
  count: z.number().int(),
  oldest: z.coerce.date().nullable(),
});

/** Includes deleted accounts until they are purged. Returns 0 if the database has no schema. */
export async function accountsOf(db: Queries): Promise<z.infer<typeof Accounts>> {
  try {
    const { rows } = await db.execute(
      sql`select count(*)::int as count, min(created_at) as oldest from public.users`,
    );
    return Accounts.parse(rows[0]);
  } catch (error) {
    if (sqlStateOf(error) === '42P01') return { count: 0, oldest: null };
    throw error;
  }
}
