// Team routes. Every change holds the team's row lock.
import { isDeepStrictEqual } from 'node:util';

import type { AuditAction } from '@wentwell/contract/admin/admin';
import { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { TeamInput } from '@wentwell/contract/teams/team-input';
import { TeamSearch } from '@wentwell/contract/teams/team-lists';
import { TeamUpdate } from '@wentwell/contract/teams/team-updates';
import { Team, teamPolicy, type TeamRole } from '@wentwell/contract/teams/teams';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { Disconnect } from '#server/live/disconnect';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { toColumns } from '#server/platform/db/field-names';
import { containsText } from '#server/platform/db/search';
import { authorize, notFound, notStored } from '#server/platform/http/api-error';
import { type Actor, type Caller, actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type ListPage, pageOf } from '#server/platform/http/list-answer';
import { newId } from '#server/platform/ids';
import { takeQuota } from '#server/platform/quotas';

import { accessTeam, lockTeam } from './team-access.ts';
import {
  countMembers,
  membershipOf,
  memberships,
  type TeamRow,
  teams,
  toTeam,
} from './teams.table.ts';

async function memberCountOf(db: Queries, teamId: TeamId): Promise<number> {
  return (await countMembers(db, [teamId])).get(teamId) ?? 0;
}

/** Any user may create a team and becomes its admin. */
export async function createTeam(db: Database, caller: Caller, input: TeamInput): Promise<Team> {
  return db.write(async (tx) => {
    await takeQuota(tx, {
      name: `teams ${caller.userId}`,
      perDay: limits.teamsPerAccountAndDay,
      refusal: 'TEAMS_TODAY',
    });
    const [row = notStored()] = await tx
      .insert(teams)
      .values({ ...input, id: newId(TeamId) })
      .returning();
    const role = 'admin';
    await tx.insert(memberships).values({ teamId: row.id, userId: caller.userId, role });
    return toTeam(row, role, 1);
  });
}

export function teamsRoutes(
  api: Api,
  { db, disconnect }: { db: Database; disconnect: Disconnect },
): void {
  async function page(
    caller: Caller,
    which: 'mine' | 'all',
    query: TeamSearch,
  ): Promise<ListPage<Team>> {
    const mine = membershipOf(caller.userId, teams.id);
    const where = and(
      isNull(teams.deletedAt),
      which === 'mine' ? isNotNull(memberships.userId) : undefined,
      containsText(teams.name, query.name_pattern),
    );
    const sorted = db
      .select({ team: teams, role: memberships.role })
      .from(teams)
      .leftJoin(memberships, mine)
      .where(where)
      // Newest first, because clients keep only the first few.
      .orderBy(sql`${memberships.joinedAt} desc nulls last`, sql`lower(${teams.name})`, teams.id);
    const all = db.select({ id: teams.id }).from(teams).leftJoin(memberships, mine).where(where);
    const { rows, total } = await pageOf(sorted, query, () => db.$count(all.as('every')));
    const members = await countMembers(
      db,
      rows.map(({ team }) => team.id),
    );
    return {
      rows: rows.map(({ team, role }) => toTeam(team, role, members.get(team.id) ?? 0)),
      total,
    };
  }

  async function store(
    tx: Tx,
    teamId: TeamId,
    changes: PgUpdateSetSource<typeof teams>,
  ): Promise<TeamRow> {
    const [row = notFound()] = await tx
      .update(teams)
      .set({ ...changes, updatedAt: databaseNow })
      .where(eq(teams.id, teamId))
      .returning();
    return row;
  }

  /** Audits superusers, but not the team's own admins. */
  async function auditSuperuser(
    tx: Tx,
    actor: Actor,
    { role, teamId, action }: { role: TeamRole | null; teamId: TeamId; action: AuditAction },
  ): Promise<void> {
    if (role === 'admin') return;
    await writeAudit(tx, actor, { action, teams: teamId });
  }

  const { list, answer } = callsOf(api, 'Teams');

  list('/teams', {
    operationId: 'listTeams',
    summary: 'List teams',
    description:
      'The caller’s teams, last joined first. A superuser gets all. `name_pattern` matches any part of the ' +
      'name, ignoring case.',
    querystring: TeamSearch,
    lists: Team,
    run: ({ caller, query }) => page(caller, caller.isSuperuser ? 'all' : 'mine', query),
  });

  list('/teams/me', {
    operationId: 'listMyTeams',
    summary: 'List my teams',
    description:
      'The caller’s teams, last joined first, also for superusers. `name_pattern` matches any part of the ' +
      'name, ignoring case.',
    querystring: TeamSearch,
    lists: Team,
    run: ({ caller, query }) => page(caller, 'mine', query),
  });

  answer('POST /teams', {
    operationId: 'createTeam',
    summary: 'Create a team',
    description: 'By anybody, who becomes its first admin.',
    body: TeamInput,
    answers: { 201: Team },
    run: ({ caller, body }) => createTeam(db, caller, body),
  });

  answer('GET /teams/:teamId', {
    operationId: 'getTeam',
    summary: 'Get a team',
    description: 'For members and superusers; 404 for others.',
    answers: { 200: Team },
    async run({ caller, params: { teamId } }) {
      const { team, teamContext } = await accessTeam(db, caller, teamId);
      return toTeam(team, teamContext.role, await memberCountOf(db, teamId));
    },
  });

  answer('PUT /teams/:teamId', {
    operationId: 'updateTeam',
    summary: 'Update a team',
    description:
      'By its admins. `recognition` enables badges and thanks, `ai` summary drafts, `guests` guest links; ' +
      '`check_up` has the team’s own check-up questions. Search finds other forms of words in its `language`. ' +
      'Omitted fields stay.',
    body: TeamUpdate,
    answers: { 200: Team },
    refuses: [403],
    async run({ request, params: { teamId }, body: input }) {
      const actor = actorOf(request);
      return db.write(async (tx) => {
        const { team, teamContext } = await lockTeam(tx, actor, teamId);
        authorize(teamPolicy.edit(teamContext));
        const row = await store(tx, teamId, toColumns(input));
        const { role } = teamContext;
        const isChanged = !isDeepStrictEqual({ ...row, updatedAt: team.updatedAt }, team);
        if (row.recognition !== team.recognition) {
          tx.afterCommit(() => disconnect({ kind: 'resync', teamId }));
        }
        if (isChanged) await auditSuperuser(tx, actor, { role, teamId, action: 'change_team' });
        return toTeam(row, role, await memberCountOf(tx, teamId));
      });
    },
  });

  answer('DELETE /teams/:teamId', {
    operationId: 'deleteTeam',
    summary: 'Delete a team',
    description:
      'By its admins. Its meetings, notes and invitations disappear, and its live boards close. A superuser ' +
      'can restore it.',
    refuses: [403],
    async run({ request, params: { teamId } }) {
      const actor = actorOf(request);
      await db.write(async (tx) => {
        const { teamContext } = await lockTeam(tx, actor, teamId);
        authorize(teamPolicy.delete(teamContext));
        await store(tx, teamId, { deletedAt: databaseNow });
        const { role } = teamContext;
        await auditSuperuser(tx, actor, { role, teamId, action: 'delete_team' });
        tx.afterCommit(() => disconnect({ kind: 'team', teamId }));
      });
    },
  });
}
