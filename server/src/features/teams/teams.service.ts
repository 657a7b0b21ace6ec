// Teams: made, listed, renamed, deleted. Every change of one happens under its row lock.
import { isDeepStrictEqual } from 'node:util';

import type { AuditAction } from '@wentwell/contract/admin';
import { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { TeamInput } from '@wentwell/contract/team-input';
import type { TeamSearch } from '@wentwell/contract/team-lists';
import type { TeamUpdate } from '@wentwell/contract/team-updates';
import { type Team, teamPolicy, type TeamRole } from '@wentwell/contract/teams';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { Disconnect } from '#server/live/disconnect';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { containsText } from '#server/platform/db/search';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import { type ListPage, totalOf } from '#server/platform/http/list-answer';
import { newId } from '#server/platform/ids';
import { type Quota, takeQuota } from '#server/platform/quotas';

import { accessTeam, lockTeam } from './team-access.ts';
import { countMembers, memberships, type TeamRow, teams, toTeam } from './teams.table.ts';

export interface TeamsDeps {
  db: Database;
  disconnect: Disconnect;
}

async function memberCountOf(db: Queries, teamId: TeamId): Promise<number> {
  return (await countMembers(db, [teamId])).get(teamId) ?? 0;
}

function teamsQuota({ userId }: Caller): Quota {
  const perDay = limits.teamsPerAccountAndDay;
  return { name: `teams ${userId}`, perDay, refusal: 'TEAMS_TODAY' };
}

export function teamsService({ db, disconnect }: TeamsDeps) {
  async function page(
    caller: Caller,
    which: 'mine' | 'all',
    query: TeamSearch,
  ): Promise<ListPage<Team>> {
    const mine = and(eq(memberships.teamId, teams.id), eq(memberships.userId, caller.userId));
    const where = and(
      isNull(teams.deletedAt),
      which === 'mine' ? isNotNull(memberships.userId) : undefined,
      containsText(teams.name, query.name_pattern),
    );
    const rows = await db
      .select({ team: teams, role: memberships.role })
      .from(teams)
      .leftJoin(memberships, mine)
      .where(where)
      // Newest first, so that the team just joined is among the few that a client keeps.
      .orderBy(sql`${memberships.joinedAt} desc nulls last`, sql`lower(${teams.name})`, teams.id)
      .offset(query.skip)
      .limit(query.limit);
    const all = db.select({ id: teams.id }).from(teams).leftJoin(memberships, mine).where(where);
    const members = await countMembers(
      db,
      rows.map(({ team }) => team.id),
    );
    return {
      rows: rows.map(({ team, role }) => toTeam(team, role, members.get(team.id) ?? 0)),
      total: await totalOf(query, rows, () => db.$count(all.as('every'))),
    };
  }

  async function store(
    tx: Tx,
    teamId: TeamId,
    changes: PgUpdateSetSource<typeof teams>,
  ): Promise<TeamRow> {
    const [row] = await tx
      .update(teams)
      .set({ ...changes, updatedAt: databaseNow })
      .where(eq(teams.id, teamId))
      .returning();
    if (!row) throw new ApiError('NOT_FOUND');
    return row;
  }

  /** Only for a superuser: what a team's admin does is the team's own affair. */
  async function auditSuperuser(
    tx: Tx,
    actor: Actor,
    { role, teamId, action }: { role: TeamRole | null; teamId: TeamId; action: AuditAction },
  ): Promise<void> {
    if (role === 'admin') return;
    await writeAudit(tx, actor, { action, teams: teamId });
  }

  return {
    async list(caller: Caller, query: TeamSearch): Promise<ListPage<Team>> {
      return page(caller, caller.isSuperuser ? 'all' : 'mine', query);
    },

    /** The teams that the caller is in, the one joined last first. */
    async mine(caller: Caller, query: TeamSearch): Promise<ListPage<Team>> {
      return page(caller, 'mine', query);
    },

    /** Any user; the creator becomes its admin. */
    async create(caller: Caller, input: TeamInput): Promise<Team> {
      return db.write(async (tx) => {
        await takeQuota(tx, teamsQuota(caller));
        const [row] = await tx
          .insert(teams)
          .values({
            id: newId(TeamId),
            name: input.name,
            description: input.description,
          })
          .returning();
        if (!row) throw new Error('A team was not stored.');
        const role = 'admin';
        await tx.insert(memberships).values({ teamId: row.id, userId: caller.userId, role });
        return toTeam(row, role, 1);
      });
    },

    async get(caller: Caller, teamId: TeamId): Promise<Team> {
      const { team, teamContext } = await accessTeam(db, caller, teamId);
      return toTeam(team, teamContext.role, await memberCountOf(db, teamId));
    },

    async update(actor: Actor, teamId: TeamId, input: TeamUpdate): Promise<Team> {
      return db.write(async (tx) => {
        const { team, teamContext } = await lockTeam(tx, actor, teamId);
        authorize(teamPolicy.edit(teamContext));
        const row = await store(tx, teamId, {
          ...(input.name !== undefined && { name: input.name }),
          ...(input.description !== undefined && { description: input.description }),
          ...(input.recognition !== undefined && { recognition: input.recognition }),
          ...(input.ai !== undefined && { ai: input.ai }),
          ...(input.guests !== undefined && { guests: input.guests }),
          ...(input.check_up && { checkUp: input.check_up }),
        });
        const { role } = teamContext;
        const isChanged =
          row.name !== team.name ||
          row.description !== team.description ||
          row.recognition !== team.recognition ||
          row.ai !== team.ai ||
          row.guests !== team.guests ||
          !isDeepStrictEqual(row.checkUp, team.checkUp);
        if (isChanged) await auditSuperuser(tx, actor, { role, teamId, action: 'change_team' });
        return toTeam(row, role, await memberCountOf(tx, teamId));
      });
    },

    /** Soft delete: the team vanishes with all that hangs on it, and its live boards close. */
    async remove(actor: Actor, teamId: TeamId): Promise<void> {
      await db.write(async (tx) => {
        const { teamContext } = await lockTeam(tx, actor, teamId);
        authorize(teamPolicy.delete(teamContext));
        await store(tx, teamId, { deletedAt: databaseNow });
        const { role } = teamContext;
        await auditSuperuser(tx, actor, { role, teamId, action: 'delete_team' });
        tx.afterCommit(() => {
          disconnect({ kind: 'team', teamId });
        });
      });
    },
  };
}
export type TeamsService = ReturnType<typeof teamsService>;
