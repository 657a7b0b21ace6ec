// Names of former team members, for the notes, comments and action items that still show them.
import type { TeamId, UserId } from '@wentwell/contract/ids';
import { FormerMembersQuery } from '@wentwell/contract/teams/team-lists';
import { FormerMember } from '@wentwell/contract/teams/teams';
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import { actions } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import { isGuestOfTeam } from '#server/features/guests/guests.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { teamContextInTeam } from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { type Api, callsOf } from '#server/platform/http/calls';
import { pageOf } from '#server/platform/http/list-answer';

/** Selects users who own a meeting of the team, or own or owned an action item. */
function selectLeaders(db: Database, teamId: TeamId) {
  const ownersBy = (owner: typeof actions.assigneeId | typeof actions.formerAssigneeId) =>
    db
      .select({ id: sql<UserId>`${owner}` })
      .from(actions)
      .where(and(eq(actions.teamId, teamId), isNull(actions.deletedAt), isNotNull(owner)));
  return union(
    ownersBy(actions.assigneeId),
    ownersBy(actions.formerAssigneeId),
    db
      .select({ id: meetings.ownerId })
      .from(meetings)
      .where(and(eq(meetings.teamId, teamId), isNull(meetings.deletedAt))),
  );
}

/** Adds the authors of notes and comments. */
function selectNamed(db: Database, teamId: TeamId) {
  const ofTeam = and(eq(meetings.teamId, teamId), isNull(meetings.deletedAt));
  const boards = db.select({ id: meetings.id }).from(meetings).where(ofTeam);
  const writersOf = (table: typeof notes | typeof comments) =>
    db
      .select({ id: sql<UserId>`${table.authorId}` })
      .from(table)
      .where(
        and(inArray(table.meetingId, boards), isNull(table.deletedAt), isNotNull(table.authorId)),
      );
  return selectLeaders(db, teamId).union(writersOf(notes)).union(writersOf(comments));
}

export function formerMembersRoutes(api: Api, db: Database): void {
  const { list } = callsOf(api, 'Teams');

  list('/teams/:teamId/former-members', {
    operationId: 'listFormerMembers',
    summary: 'List former members',
    description:
      'For members: names of people who have left the team and whose notes, comments, meetings or action ' +
      'items it still has, and nothing else. Excludes deleted accounts. `user_id` filters by ids separated by' +
      ' commas; at most 100.',
    config: { requestCost: 10 },
    querystring: FormerMembersQuery,
    lists: FormerMember,
    async run({ caller, params: { teamId }, query }) {
      await teamContextInTeam(db, caller, teamId);
      const members = db
        .select({ id: memberships.userId })
        .from(memberships)
        .where(eq(memberships.teamId, teamId));
      const which = and(
        query.user_id && inArray(users.id, query.user_id),
        // An array, because with `in` PostgreSQL scans every account.
        sql`${users.id} = any(array(${selectNamed(db, teamId)}))`,
        notInArray(users.id, members),
        isNull(users.deletedAt),
        // Excludes guests, except those who led a meeting or owned an action item, because they were members too.
        or(not(isGuestOfTeam(teamId)), sql`${users.id} = any(array(${selectLeaders(db, teamId)}))`),
        // Users without a name are shown by their address, which only current team members may see.
        or(ne(users.firstName, ''), ne(users.lastName, '')),
      );
      const sorted = db.select().from(users).where(which).orderBy(asc(users.id));
      const { rows, total } = await pageOf(sorted, query, () => db.$count(users, which));
      const names = rows.map((row) => ({
        id: row.id,
        display_name: personNames(row).display_name,
      }));
      return { rows: names, total };
    },
  });
}
