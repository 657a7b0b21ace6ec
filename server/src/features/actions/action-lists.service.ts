// Lists of action items: a team's, and what one person owns in all their teams.
import type { OwnActionsQuery, TeamActionsQuery } from '@wentwell/contract/action-lists';
import type { Action } from '@wentwell/contract/actions';
import type { TeamId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';

import { accessTeam, teamsOf } from '#server/features/teams/team-access';
import type { Database } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';

import { actions, toAction } from './actions.table.ts';

const isOpen = sql`${actions.status} = 'open'`;

/** Open ones first, what is due first on top and what has no day after that; then what was finished or dropped last. */
const inOrder = [
  sql`${isOpen} desc`,
  sql`case when ${isOpen} then ${actions.dueOn} end asc nulls last`,
  sql`case when ${isOpen} then ${actions.createdAt} end asc`,
  sql`coalesce(${actions.doneAt}, ${actions.updatedAt}) desc`,
  actions.id,
];

function matching({ status, due_before }: OwnActionsQuery): SQL | undefined {
  return and(
    isNull(actions.deletedAt),
    status && inArray(actions.status, status),
    due_before === undefined ? undefined : lt(actions.dueOn, due_before),
  );
}

function ownedBy(owner: TeamActionsQuery['assignee_id']): SQL | undefined {
  if (owner === undefined) return undefined;
  return owner === 'nobody' ? isNull(actions.assigneeId) : eq(actions.assigneeId, owner);
}

export function actionLists(db: Database) {
  async function page(
    which: SQL | undefined,
    { skip, limit }: OwnActionsQuery,
  ): Promise<ListPage<Action>> {
    const rows = await db
      .select()
      .from(actions)
      .where(which)
      .orderBy(...inOrder)
      .offset(skip)
      .limit(limit);
    return { rows: rows.map(toAction), total: await db.$count(actions, which) };
  }

  return {
    async ofTeam(
      caller: Caller,
      teamId: TeamId,
      query: TeamActionsQuery,
    ): Promise<ListPage<Action>> {
      await accessTeam(db, caller, teamId);
      const ofTeam = eq(actions.teamId, teamId);
      return page(and(ofTeam, matching(query), ownedBy(query.assignee_id)), query);
    },

    /** The caller's own action items in the teams that they are in. */
    async mine(caller: Caller, query: OwnActionsQuery): Promise<ListPage<Action>> {
      const own = eq(actions.assigneeId, caller.userId);
      return page(and(own, inArray(actions.teamId, teamsOf(db, caller)), matching(query)), query);
    },
  };
}
