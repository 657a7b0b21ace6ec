// Orders changes of action items. They are seen on several boards: a change of one locks these boards first, in the
// order of their ids, and then the team's action items. A board that begins to show them does so under the same lock.
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import { and, asc, eq, or, sql } from 'drizzle-orm';

import { meetings } from '#server/features/meetings/meetings.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';

import { lockTeamActions, looksBack, requireLocked } from './actions.table.ts';

/** The place of an action item. Neither changes, but that a purge of the meeting makes it null. */
export interface ActionPlace {
  teamId: TeamId;
  meetingId: MeetingId | null;
}

const [teamId, meetingId] = [sql.placeholder('teamId'), sql.placeholder('meetingId')];

function showing(queries: Queries) {
  return queries
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(eq(meetings.teamId, teamId), or(sql`${meetings.id} = ${meetingId}::uuid`, looksBack)),
    )
    .orderBy(asc(meetings.id));
}

const lockShowing = preparedOn((queries: Queries) =>
  showing(queries).for('update').prepare('lock_boards_with_action'),
);

const findShowing = preparedOn((queries: Queries) =>
  showing(queries).prepare('find_boards_with_action'),
);

/**
 * Locks the boards that show an action item, and then all action items of its team. Resolves with the boards. All
 * statements are sent before the first answer: what is sent after them runs under the locks.
 */
export async function lockActions(tx: Tx, place: ActionPlace): Promise<MeetingId[]> {
  const [locked, , shown] = await Promise.all([
    lockShowing(tx).execute({ ...place }),
    lockTeamActions(tx, place.teamId),
    findShowing(tx).execute({ ...place }),
  ]);
  requireLocked(locked, shown);
  return shown.map(({ id }) => id);
}
