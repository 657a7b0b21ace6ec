// What orders changes of action items. They are seen on several boards: whoever changes one locks these boards first, in
// the order of their ids, and then the team's action items. A board that begins to show them does so under the same lock.
import type { TeamId } from '@wentwell/contract/ids';
import { sql } from 'drizzle-orm';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { Tx } from '#server/platform/db/database';

/** Held until the transaction ends. Call it after the locks of boards, never before them. */
export async function lockTeamActions(tx: Tx, teamId: TeamId): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.actionsOfTeam}::int, hashtext(${teamId}))`,
  );
}
