import type { TeamId } from '@wentwell/contract/ids';
// The retros that count in a team's figures: closed, with two people or more (docs/retro.md R-241).
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import { checkIns, checkInTurns } from '#server/features/check-in/check-ins.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { votes } from '#server/features/votes/votes.table';

/** At least two people wrote notes, voted, or answered the check-in. One author key is one person. */
export const tookPart = sql`2 <= greatest(
  (select count(distinct coalesce(${notes.authorId}::text, ${notes.authorHash}, ${notes.authorName}))
   from ${notes} where ${notes.meetingId} = ${meetings.id} and ${notes.deletedAt} is null),
  (select count(distinct ${votes.userId}) from ${votes} where ${votes.meetingId} = ${meetings.id}),
  (select count(*) from ${checkInTurns} where ${checkInTurns.meetingId} = ${meetings.id}),
  (select count(*) from ${checkIns}, jsonb_object_keys(${checkIns.scores} || ${checkIns.outcomes})
   where ${checkIns.meetingId} = ${meetings.id}))`;

/** A condition on meetings. */
export function countedRetrosOf(teamId: TeamId) {
  return and(
    eq(meetings.teamId, teamId),
    inArray(meetings.status, ['closed', 'archived']),
    isNull(meetings.deletedAt),
    sql`${meetings.endTime} is not null`,
    tookPart,
  );
}
