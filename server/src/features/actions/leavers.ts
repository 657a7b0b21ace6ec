// Removes leavers from boards: owners of action items (docs/retro.md R-124), co-leads, raised hands.
import { releasedAction } from '@wentwell/contract/board/action-changes';
import { handType } from '@wentwell/contract/board/hands';
import type { TeamId, UserId } from '@wentwell/contract/ids';
import { and, arrayContains, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';

import { boardRecords } from '#server/board/board-records.table';
import type { BoardStore } from '#server/board/store';
import { meetings } from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';

import { writeActions } from './action-rows.ts';
import {
  actions,
  lockTeamActions,
  requireLocked,
  showsAny,
  toAction,
  toActionRow,
} from './actions.table.ts';

export interface Leaver {
  userId: UserId;
  /** The team that they leave; all of them where the account is deleted. */
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

/** A condition on the boards that have the leaver as a co-lead, or their hand up. */
function isLeft(queries: Queries, leaver: Leaver) {
  const { userId } = leaver;
  const left = queries
    .select({ id: memberships.teamId })
    .from(memberships)
    .where(membershipsOf(leaver));
  const hasHand = and(eq(boardRecords.type, handType.type), eq(boardRecords.id, userId));
  const raised = queries.select({ id: boardRecords.meetingId }).from(boardRecords).where(hasHand);
  const isTheirs = or(arrayContains(meetings.coLeads, [userId]), inArray(meetings.id, raised));
  return and(inArray(meetings.teamId, left), isTheirs);
}

/** In the order in which boards are locked. */
function boardsWhere(queries: Queries, where: SQL | undefined) {
  return queries
    .select({ id: meetings.id, teamId: meetings.teamId })
    .from(meetings)
    .where(where)
    .orderBy(asc(meetings.id));
}

export function leaversService(store: BoardStore) {
  return {
    /** Call before the membership is deleted: whoever changes a board holds its lock before that of a membership. */
    async release(tx: Tx, leaver: Leaver, actorId: UserId): Promise<void> {
      const owned = ownedOpen(leaver);
      const isTouched = or(showsAny(tx, ownedOpen(leaver)), isLeft(tx, leaver));
      const locked = await boardsWhere(tx, isTouched).for('update');
      const found = leaver.teamId
        ? [{ teamId: leaver.teamId }]
        : await tx
            .selectDistinct({ teamId: actions.teamId })
            .from(actions)
            .where(owned)
            .orderBy(asc(actions.teamId));
      for (const { teamId } of found) await lockTeamActions(tx, teamId);
      // Naming a co-lead locks the membership, too, so one of the two waits for the other.
      await tx.select().from(memberships).where(membershipsOf(leaver)).for('update');
      const shown = await boardsWhere(tx, showsAny(tx, ownedOpen(leaver)));
      const left = await boardsWhere(tx, isLeft(tx, leaver));
      requireLocked(locked, [...shown, ...left]);
      await store.changeLockedBoards(
        tx,
        left.map(({ id }) => id),
        { name: 'meeting.leave', input: { user_id: leaver.userId }, actorId },
      );
      const rows = await tx
        .select({ action: actions, now: databaseNowField })
        .from(actions)
        .where(owned);
      const released = rows.map(({ action, now }) =>
        toActionRow(
          releasedAction(toAction(action), {
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
    },
  };
}
