// Audit of superusers acting in teams they do not belong to. Records reads; `auditOutsider` records changes.
import type { AuditAction } from '@wentwell/contract/admin/admin';
import { OutsiderAct, OutsiderAction } from '@wentwell/contract/admin/outsider-acts';
import { ListQuery } from '@wentwell/contract/api/lists';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { teamPolicy } from '@wentwell/contract/teams/teams';
import { and, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { teamContextInTeam } from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { authorize } from '#server/platform/http/api-error';
import { type Caller, type Origin, actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type ListPage, pageOf } from '#server/platform/http/list-answer';
import { meetingParams, teamParams } from '#server/platform/http/path-params';
import { newId } from '#server/platform/ids';

import { auditEntries } from './audit.table.ts';

export function outsiderActsRoutes(api: Api, acts: OutsiderActsService): void {
  const { list } = callsOf(api, 'Teams');

  list('/teams/:teamId/outsider-acts', {
    operationId: 'listOutsiderActs',
    summary: 'List superusers’ acts in a team that they are not in',
    description:
      'For team admins, newest first: changes, acts on members and invitations, and reads and exports, once ' +
      'an hour per meeting and for the team.',
    querystring: ListQuery,
    lists: OutsiderAct,
    refuses: [403],
    run: ({ caller, params, query }) => acts.list(caller, params.teamId, query),
  });
}

/** Whether the response reveals team data. An error may include the current state. */
function showsSomething({ statusCode, showsCurrent }: FastifyReply): boolean {
  return statusCode < 400 ? ![202, 204].includes(statusCode) : showsCurrent === true;
}

/** Records superuser reads before sending the response. The route's params name the meeting or team. */
export function recordOutsiderReads(api: Api, { recordReads }: OutsiderActsService): void {
  api.addHook('onSend', async (request, reply) => {
    if (!request.caller?.isSuperuser || !showsSomething(reply)) return;
    const { url = '' } = request.routeOptions;
    // A ticket reveals no data. The socket opened with it is recorded instead.
    if (url.endsWith('/live-ticket')) return;
    const { data: meeting } = meetingParams.safeParse(request.params);
    const { data: team } = teamParams.safeParse(request.params);
    if (meeting) {
      const action = url.endsWith('/export') ? 'export_meeting' : 'read_meeting';
      const target = { kind: 'meetings', id: meeting.meetingId } as const;
      await recordReads(actorOf(request), [{ action, target }]);
    } else if (team) {
      const target = { kind: 'teams', id: team.teamId } as const;
      await recordReads(actorOf(request), [{ action: 'read_team', target }]);
    }
  });
}

/** In ms. Limits entries, because an open page polls. */
const recordedEvery = 60 * 60_000;

/** Team admins perform these actions too. Only a non-member's entries are listed. */
const teamAdminActions: OutsiderAction[] = ['change_role', 'remove_user'];

function isByOutsider(teamId: TeamId): SQL {
  return sql`exists (select from ${users} where ${users.id} = ${auditEntries.actorId} and ${users.isSuperuser}
    and not exists (select from ${memberships}
      where ${memberships.teamId} = ${teamId} and ${memberships.userId} = ${users.id}))`;
}

/** Selects the ids of entries whose target is the team, one of its meetings or one of its notes. */
function entriesAbout(db: Database, teamId: TeamId) {
  const { id, targetId, targetKind } = auditEntries;
  const entries = () => db.select({ id }).from(auditEntries).$dynamic();
  return unionAll(
    entries().where(and(eq(targetKind, 'teams'), eq(targetId, teamId))),
    entries()
      .innerJoin(meetings, eq(meetings.id, sql`${targetId}`))
      .where(and(eq(targetKind, 'meetings'), eq(meetings.teamId, teamId))),
    // A separate branch uses the note index. Teams have many notes, of which few are in the log.
    entries()
      .innerJoin(notes, eq(notes.id, sql`${targetId}`))
      .where(and(sql`${targetKind} = 'notes'`, eq(notes.teamId, teamId))),
  );
}

export interface OutsiderRead {
  action: Extract<AuditAction, 'read_team' | 'read_meeting' | 'export_meeting'>;
  target: { kind: 'meetings'; id: MeetingId } | { kind: 'teams'; id: TeamId };
}

export interface Reader extends Origin {
  userId: UserId;
}

export function outsiderActsService(db: Database) {
  return {
    /** Skips reads by team members, repeats within the hour, and targets that this request has already logged. */
    async recordReads(
      { userId, address, requestId }: Reader,
      reads: readonly OutsiderRead[],
    ): Promise<void> {
      if (reads.length === 0) return;
      const own = alias(auditEntries, 'own');
      const given = new Map(
        reads.map(({ action, target: { kind, id } }) => [
          id,
          sql`(${newId(z.uuid())}::uuid, ${action}, ${kind}, ${id}::uuid)`,
        ]),
      );
      await db.execute(sql`
        insert into ${auditEntries} (id, at, actor_id, action, target_kind, target_id, address, request_id)
        select read.id, ${databaseNow}, ${userId}::uuid, read.action, read.kind, read.target, ${address}, ${requestId}
        from (values ${sql.join([...given.values()], sql`, `)}) as read (id, action, kind, target)
        where not exists (select from ${memberships}
            where ${memberships.userId} = ${userId} and ${memberships.teamId} = case read.kind
              when 'teams' then read.target
              else (select ${meetings.teamId} from ${meetings} where ${meetings.id} = read.target) end)
          and not exists (select from ${auditEntries} as own
            where ${own.at} > ${fromDatabaseNow(-recordedEvery)} and ${own.actorId} = ${userId}
              and ${own.targetId} = read.target
              and (${own.action} = read.action or (${own.requestId} = ${requestId} and ${own.requestId} <> '')))`);
    },

    async list(caller: Caller, teamId: TeamId, query: ListQuery): Promise<ListPage<OutsiderAct>> {
      authorize(teamPolicy.seeOutsiderActs(await teamContextInTeam(db, caller, teamId)));
      const where = and(
        inArray(auditEntries.action, OutsiderAction.options),
        or(notInArray(auditEntries.action, teamAdminActions), isByOutsider(teamId)),
        inArray(auditEntries.id, entriesAbout(db, teamId)),
      );
      const sorted = db
        .select({ entry: auditEntries, meeting: meetings, actor: users })
        .from(auditEntries)
        .leftJoin(notes, eq(notes.id, sql`${auditEntries.targetId}`))
        .leftJoin(
          meetings,
          eq(meetings.id, sql`coalesce(${notes.meetingId}, ${auditEntries.targetId})`),
        )
        .leftJoin(users, eq(users.id, auditEntries.actorId))
        .where(where)
        .orderBy(desc(auditEntries.at), desc(auditEntries.id));
      const { rows, total } = await pageOf(sorted, query, () => db.$count(auditEntries, where));
      const acts = rows.map(({ entry, meeting, actor }) => ({
        id: entry.id,
        at: entry.at.toISOString(),
        action: OutsiderAction.parse(entry.action),
        actor_name: actor && personNames(actor).display_name,
        meeting: meeting && { id: meeting.id, name: meeting.deletedAt ? null : meeting.name },
      }));
      return { rows: acts, total };
    },
  };
}
export type OutsiderActsService = ReturnType<typeof outsiderActsService>;
