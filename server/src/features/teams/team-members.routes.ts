// Team members and roles. The team's row lock ensures that concurrent changes never remove the last admin.
import type { UserId } from '@wentwell/contract/ids';
import { MembersQuery } from '@wentwell/contract/teams/team-lists';
import { MemberUpdate, TeamMember, teamPolicy } from '@wentwell/contract/teams/teams';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { inBothSpellings, users } from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { containsEveryWord } from '#server/platform/db/search';
import { ApiError, authorize, notFound } from '#server/platform/http/api-error';
import { actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { pageOf } from '#server/platform/http/list-answer';

import { lockTeam, teamContextInTeam } from './team-access.ts';
import { remainingRoles, type MemberRef } from './team-admins.ts';
import { membershipOf, memberships, membersOf, teams, toTeamMember } from './teams.table.ts';

interface TeamMembersDeps {
  db: Database;
  disconnect: Disconnect;
  /** Removes the leaver from boards. Call before deleting the membership. */
  releaseBoards(tx: Tx, which: MemberRef, actorId: UserId): Promise<void>;
}

function stored(queries: Queries, { teamId, userId }: MemberRef) {
  return membersOf(queries, teamId, eq(memberships.userId, userId));
}

async function find(tx: Tx, which: MemberRef) {
  const [found = notFound()] = await stored(tx, which);
  return found;
}

async function takeOut(
  tx: Tx,
  which: MemberRef,
  { by, releaseBoards, disconnect }: TeamMembersDeps & { by: UserId },
): Promise<void> {
  await releaseBoards(tx, which, by);
  await tx.delete(memberships).where(membershipOf(which.userId, which.teamId));
  tx.afterCommit(() => disconnect({ kind: 'member', ...which }));
}

export function teamMembersRoutes(api: Api, deps: TeamMembersDeps): void {
  const { db, disconnect } = deps;
  const { list, answer } = callsOf(api, 'Teams');

  list('/teams/:teamId/members', {
    operationId: 'listTeamMembers',
    summary: 'List the members of a team',
    description:
      'For members, in joining order. Every word of `search` matches any part of a name or the address, ' +
      'ignoring case. `user_id` filters by ids separated by commas; at most 100.',
    querystring: MembersQuery,
    lists: TeamMember,
    async run({ caller, params: { teamId }, query }) {
      await teamContextInTeam(db, caller, teamId);
      const searched = sql`concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email})`;
      const isFound = and(
        query.user_id && inArray(users.id, query.user_id),
        inBothSpellings(query.search, (each) => containsEveryWord(searched, each)),
      );
      const found = () => membersOf(db, teamId, isFound);
      const sorted = found().orderBy(asc(memberships.joinedAt), asc(memberships.userId));
      const { rows, total } = await pageOf(sorted, query, () => db.$count(found().as('every')));
      return { rows: rows.map((row) => toTeamMember(row.membership, row.user)), total };
    },
  });

  answer('PUT /teams/:teamId/members/:userId', {
    operationId: 'changeTeamMemberRole',
    summary: 'Change a member’s role',
    description:
      'By team admins; nobody changes their own role, and a team keeps at least one admin (409).',
    body: MemberUpdate,
    answers: { 200: TeamMember },
    refuses: [403, 409],
    run: ({ params: which, body: { role }, request }) =>
      db.write(async (tx) => {
        const actor = actorOf(request);
        // Lock order: user first, then team, as when deleting an account. The new admin cannot be deleted meanwhile.
        await stored(tx, which).for('share', { of: users });
        const { teamContext } = await lockTeam(tx, actor, which.teamId);
        authorize(teamPolicy.changeRole(teamContext, which.userId));
        const { membership, user } = await find(tx, which);
        if (membership.role === role) return toTeamMember(membership, user);
        if (role !== 'admin' && !(await remainingRoles(tx, which)).admin) {
          throw new ApiError('LAST_TEAM_ADMIN');
        }
        await tx.update(memberships).set({ role }).where(membershipOf(which.userId, which.teamId));
        const done = { action: 'change_role', users: which.userId, teams: which.teamId } as const;
        await writeAudit(tx, actor, done);
        return toTeamMember({ ...membership, role }, user);
      }),
  });

  answer('POST /teams/:teamId/leave', {
    operationId: 'leaveTeam',
    summary: 'Leave a team',
    description:
      'The caller’s live boards of the team close. The last admin cannot leave while others remain (409); ' +
      'when the last member leaves, the team is deleted.',
    refuses: [409],
    run: ({ caller, params: { teamId } }) =>
      db.write(async (tx) => {
        const { teamContext } = await lockTeam(tx, caller, teamId);
        authorize(teamPolicy.leave(teamContext));
        const which = { teamId, userId: caller.userId };
        const left = await remainingRoles(tx, which);
        if (teamContext.role === 'admin' && left.member && !left.admin) {
          throw new ApiError('LAST_TEAM_ADMIN');
        }
        await takeOut(tx, which, { ...deps, by: caller.userId });
        if (left.member) return;
        const now = { deletedAt: databaseNow, updatedAt: databaseNow };
        await tx.update(teams).set(now).where(eq(teams.id, teamId));
        tx.afterCommit(() => disconnect({ kind: 'team', teamId }));
      }),
  });
}

/** Registered under the admin prefixes, but open to the team's admins too. */
export function teamAdminRoutes(api: Api, deps: TeamMembersDeps): void {
  const { answer } = callsOf(api, 'Teams');

  answer('POST /teams/:teamId/remove-user/:userId', {
    operationId: 'removeTeamMember',
    summary: 'Remove a member from a team',
    description:
      'By team admins, not only superusers. The person loses access immediately, including live boards. ' +
      'Nobody removes themselves, and a team keeps at least one admin (409).',
    refuses: [403, 409],
    run: ({ params: which, request }) =>
      deps.db.write(async (tx) => {
        const actor = actorOf(request);
        const { teamContext } = await lockTeam(tx, actor, which.teamId);
        authorize(teamPolicy.removeMember(teamContext, which.userId));
        const { membership } = await find(tx, which);
        if (membership.role === 'admin' && !(await remainingRoles(tx, which)).admin) {
          throw new ApiError('LAST_TEAM_ADMIN');
        }
        await takeOut(tx, which, { ...deps, by: actor.userId });
        const done = { action: 'remove_user', users: which.userId, teams: which.teamId } as const;
        await writeAudit(tx, actor, done);
      }),
  });
}
