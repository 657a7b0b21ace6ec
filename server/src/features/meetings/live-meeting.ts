import type { TeamId } from '@wentwell/contract/ids';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';

import type { Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

import { meetings } from './meetings.table.ts';

export async function liveMeetingOf(db: Queries, teamId: TeamId) {
  const [found] = await db
    .select({ id: meetings.id, name: meetings.name })
    .from(meetings)
    .where(
      and(
        eq(meetings.teamId, teamId),
        eq(meetings.status, 'live'),
        or(isNull(meetings.endTime), gt(meetings.endTime, databaseNow)),
        isNull(meetings.deletedAt),
      ),
    )
    .orderBy(desc(meetings.startTime), desc(meetings.id))
    .limit(1);
  return found;
}
