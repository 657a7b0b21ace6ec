// Members of a team and their roles. The team's row lock keeps an admin in each team, whatever happens at once.
import type { AuditAction } from '@wentwell/contract/admin';
import { TeamId, type UserId } from '@wentwell/contract/ids';
import type { MembersQuery } from '@wentwell/contract/team-lists';
import { type MemberUpdate, type TeamMember, teamPolicy } from '@wentwell/contract/teams';
import type { User } from '@wentwell/contract/users';
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';

import { isLivingPerson, toUser, users } from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { containsEveryWord } from '#server/platform/db/search';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import { type ListPage, totalOf } from '#server/platform/http/list-answer';

import { lockTeam, lockTeamRow, teamContextInTeam } from './team-access.ts';
import { memberships, teams, toTeamMember } from './teams.table.ts';

// In whose name the operator of a server acts for a team.

/** The admin of each team with this id or name who has been in it longest. */
export async function longestAdmins(
  db: Queries,
  nameOrId: string,
): Promise<{ teamId: TeamId; admin: User }[]> {
  const id = TeamId.safeParse(nameOrId);
  const rows = await db
    .selectDistinctOn([teams.id], { teamId: teams.id, admin: users })
    .from(teams)
    .innerJoin(memberships, and(eq(memberships.teamId, teams.id), eq(memberships.role, 'admin')))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        isNull(teams.deletedAt),
        isLivingPerson,
        id.success ? eq(teams.id, id.data) : eq(teams.name, nameOrId),
      ),
    )
    .orderBy(teams.id, asc(memberships.joinedAt), asc(users.id));
  return rows.map(({ teamId, admin }) => ({ teamId, admin: toUser(admin) }));
}

interface TeamMembersDeps {
  db: Database;
  disconnect: Disconnect;
  /** Changes the boards that somebody leaves. Called before the membership is deleted. */
  releaseBoards(tx: Tx, which: MemberRef, actorId: UserId): Promise<void>;
}

interface MemberRef {
  teamId: TeamId;
  userId: UserId;
}

const isMembership = ({ teamId, userId }: MemberRef) =>
  and(eq(memberships.teamId, teamId), eq(memberships.userId, userId));

/** Whether the team without this user has another `member`, and an active `admin`. */
async function leftWithout(tx: Tx, { teamId, userId }: MemberRef) {
  const others = await tx
    .select({ role: memberships.role, isActive: users.isActive })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(eq(memberships.teamId, teamId), ne(memberships.userId, userId), isNull(users.deletedAt)),
    );
  return {
    member: others.length > 0,
    admin: others.some(({ role, isActive }) => role === 'admin' && isActive),
  };
}

/** The living teams that the person is an admin of, in the order in which they are locked. */
async function administered(tx: Tx, userId: UserId): Promise<TeamId[]> {
  const rows = await tx
    .select({ teamId: teams.id })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .where(
      and(eq(memberships.userId, userId), eq(memberships.role, 'admin'), isNull(teams.deletedAt)),
    )
    .orderBy(asc(teams.id));
  return rows.map(({ teamId }) => teamId);
}

export function teamMembersService(deps: TeamMembersDeps) {
  const { db, disconnect, releaseBoards } = deps;

  function stored(queries: Queries, which: MemberRef) {
    return queries
      .select({ membership: memberships, person: users })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(isMembership(which), isNull(users.deletedAt)));
  }

  async function find(tx: Tx, which: MemberRef) {
    const [found] = await stored(tx, which);
    if (!found) throw new ApiError('NOT_FOUND');
    return found;
  }

  async function takeOut(tx: Tx, which: MemberRef, actorId: UserId): Promise<void> {
    await releaseBoards(tx, which, actorId);
    await tx.delete(memberships).where(isMembership(which));
    tx.afterCommit(() => {
      disconnect({ kind: 'member', ...which });
    });
  }

  async function auditMember(
    tx: Tx,
    actor: Actor,
    { action, userId, teamId }: MemberRef & { action: AuditAction },
  ): Promise<void> {
    await writeAudit(tx, actor, { action, users: userId, teams: teamId });
  }

  return {
    async list(caller: Caller, teamId: TeamId, query: MembersQuery): Promise<ListPage<TeamMember>> {
      await teamContextInTeam(db, caller, teamId);
      const searched = sql`concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email})`;
      const inTeam = and(
        eq(memberships.teamId, teamId),
        isNull(users.deletedAt),
        query.user_id && inArray(users.id, query.user_id),
        containsEveryWord(searched, query.search),
      );
      const person = eq(users.id, memberships.userId);
      const rows = await db
        .select({ membership: memberships, person: users })
        .from(memberships)
        .innerJoin(users, person)
        .where(inTeam)
        .orderBy(asc(memberships.joinedAt), asc(memberships.userId))
        .offset(query.skip)
        .limit(query.limit);
      const all = db
        .select({ id: users.id })
        .from(memberships)
        .innerJoin(users, person)
        .where(inTeam);
      return {
        rows: rows.map((row) => toTeamMember(row.membership, row.person)),
        total: await totalOf(query, rows, () => db.$count(all.as('every'))),
      };
    },

    /** Changes the role of another member. Open live sockets stay: rights are checked at every command. */
    async changeRole(actor: Actor, which: MemberRef, { role }: MemberUpdate): Promise<TeamMember> {
      return db.write(async (tx) => {
        // Before the team, as deleting an account does: who is made an admin here is not deleted meanwhile.
        await stored(tx, which).for('share', { of: users });
        const { teamContext } = await lockTeam(tx, actor, which.teamId);
        authorize(teamPolicy.changeRole(teamContext, which.userId));
        const { membership, person } = await find(tx, which);
        if (membership.role === role) return toTeamMember(membership, person);
        if (role !== 'admin' && !(await leftWithout(tx, which)).admin) {
          throw new ApiError('LAST_TEAM_ADMIN');
        }
        await tx.update(memberships).set({ role }).where(isMembership(which));
        await auditMember(tx, actor, { action: 'change_role', ...which });
        return toTeamMember({ ...membership, role }, person);
      });
    },

    async remove(actor: Actor, which: MemberRef): Promise<void> {
      await db.write(async (tx) => {
        const { teamContext } = await lockTeam(tx, actor, which.teamId);
        authorize(teamPolicy.removeMember(teamContext, which.userId));
        const { membership } = await find(tx, which);
        if (membership.role === 'admin' && !(await leftWithout(tx, which)).admin) {
          throw new ApiError('LAST_TEAM_ADMIN');
        }
        await takeOut(tx, which, actor.userId);
        await auditMember(tx, actor, { action: 'remove_user', ...which });
      });
    },

    /** Deletes the team when its last member leaves. */
    async leave(caller: Caller, teamId: TeamId): Promise<void> {
      await db.write(async (tx) => {
        const { teamContext } = await lockTeam(tx, caller, teamId);
        authorize(teamPolicy.leave(teamContext));
        const which = { teamId, userId: caller.userId };
        const left = await leftWithout(tx, which);
        if (teamContext.role === 'admin' && left.member && !left.admin) {
          throw new ApiError('LAST_TEAM_ADMIN');
        }
        await takeOut(tx, which, caller.userId);
        if (left.member) return;
        const now = { deletedAt: databaseNow, updatedAt: databaseNow };
        await tx.update(teams).set(now).where(eq(teams.id, teamId));
        tx.afterCommit(() => {
          disconnect({ kind: 'team', teamId });
        });
      });
    },

    /** Refuses if a team with others would lose its last admin, and locks those teams. The caller has locked the user. */
    async requireAdminsWithout(tx: Tx, userId: UserId): Promise<void> {
      const held = new Set<TeamId>();
      for (;;) {
        // In one order for all callers, and read again after each: they may have changed during the wait.
        const teamIds = await administered(tx, userId);
        const next = teamIds.find((teamId) => !held.has(teamId));
        if (next) {
          await lockTeamRow(tx, next);
          held.add(next);
          continue;
        }
        for (const teamId of teamIds) {
          const left = await leftWithout(tx, { teamId, userId });
          if (left.member && !left.admin) throw new ApiError('LAST_TEAM_ADMIN');
        }
        return;
      }
    },
  };
}
export type TeamMembersService = ReturnType<typeof teamMembersService>;
