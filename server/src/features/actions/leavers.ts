// Removes leavers from boards: owners of action items (docs/retro.md R-124), co-leads, their records such as raised hands.
import { unassignedAction } from '@wentwell/contract/board/action-changes';
import { typesOfMembers } from '@wentwell/contract/board/page';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { and, arrayContains, asc, eq, inArray, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

import { boardRecords } from '#server/board/board-records.table';
import type { BoardStore } from '#server/board/store';
import { meetings } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { idsOf } from '#server/platform/ids';

import { writeActions } from './action-rows.ts';
import {
  actions,
  boardsShowing,
  lockTeamActions,
  requireLocked,
  toAction,
  toActionRow,
} from './actions.table.ts';

export interface Leaver {
  userId: UserId;
  /** The team they leave. Null: all teams, because the account is deleted. */
  teamId: TeamId | null;
}

function ownedOpen({ userId, teamId }: Leaver) {
  return and(
    eq(actions.assigneeId, userId),
    eq(actions.status, 'open'),
    isNull(actions.deletedAt),
    teamId ? eq(actions.teamId, teamId) : undefined,
  );
}

function membershipsOf({ userId, teamId }: Leaver) {
  return and(eq(memberships.userId, userId), teamId ? eq(memberships.teamId, teamId) : undefined);
}

/** The ids of the boards where the leaver is a co-lead or has records that end now. */
function boardsLeft(queries: Queries, leaver: Leaver) {
  const { userId } = leaver;
  const left = queries
    .select({ id: memberships.teamId })
    .from(memberships)
    .where(membershipsOf(leaver));
  const types = typesOfMembers().map(({ type }) => type);
  const isTheirs = and(inArray(boardRecords.type, types), eq(boardRecords.id, userId));
  return unionAll(
    queries
      .select({ id: sql<MeetingId>`${meetings.id}` })
      .from(meetings)
      .where(and(inArray(meetings.teamId, left), arrayContains(meetings.coLeads, [userId]))),
    queries
      .select({ id: sql<MeetingId>`${boardRecords.meetingId}` })
      .from(boardRecords)
      .where(and(isTheirs, inArray(boardRecords.teamId, left))),
  );
}

/** Sorted in board lock order. */
function boardsAmong(queries: Queries, ids: SQLWrapper) {
  return queries
    .select({ id: meetings.id, teamId: meetings.teamId })
    .from(meetings)
    .where(inArray(meetings.id, ids))
    .orderBy(asc(meetings.id));
}

/** Returns the release of a leaver. Call it before deleting the membership. */
export function leaverRelease(store: BoardStore) {
  // Lock order: boards first, then memberships.
  return async (tx: Tx, leaver: Leaver, actorId: UserId): Promise<void> => {
    const owned = ownedOpen(leaver);
    const touched = boardsShowing(tx, owned).unionAll(boardsLeft(tx, leaver));
    const locked = await boardsAmong(tx, touched).for('update');
    const found = leaver.teamId
      ? [{ teamId: leaver.teamId }]
      : await tx
          .selectDistinct({ teamId: actions.teamId })
          .from(actions)
          .where(owned)
          .orderBy(asc(actions.teamId));
    for (const { teamId } of found) await lockTeamActions(tx, teamId);
    // Naming a co-lead locks the membership too, so the two transactions run one after the other.
    await tx.select().from(memberships).where(membershipsOf(leaver)).for('update');
    const shown = await boardsAmong(tx, boardsShowing(tx, owned));
    const left = await boardsAmong(tx, boardsLeft(tx, leaver));
    requireLocked(locked, [...shown, ...left]);
    await store.changeLockedBoards(tx, idsOf(left), {
      name: 'meeting.leave',
      input: { user_id: leaver.userId },
      actorId,
    });
    const rows = await tx
      .select({ action: actions, now: databaseNowField })
      .from(actions)
      .where(owned);
    const released = rows.map(({ action, now }) =>
      toActionRow(
        unassignedAction(toAction(action), {
          now,
          versionFloor: tx.versionFloor,
          facts: { members: new Map() },
          isServer: true,
        }),
      ),
    );
    for (const { teamId } of found) {
      const boards = shown.filter((each) => each.teamId === teamId).map(({ id }) => id);
      const its = released.filter((row) => row.teamId === teamId);
      const name = 'action.release';
      await writeActions(store, tx, { rows: its, boards, actorId, name });
    }
  };
}
