// Acts of superusers in teams that they are not in. Reads are recorded here, changes by `auditOutsider`.
import type { AuditAction } from '@wentwell/contract/admin';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import type { ListQuery } from '@wentwell/contract/lists';
import { type OutsiderAct, OutsiderAction } from '@wentwell/contract/outsider-acts';
import { teamPolicy } from '@wentwell/contract/teams';
import { and, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { teamContextInTeam } from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Database } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { authorize } from '#server/platform/http/api-error';
import type { Caller, Origin } from '#server/platform/http/caller';
import { type ListPage, totalOf } from '#server/platform/http/list-answer';
import { newId } from '#server/platform/ids';

import { auditEntries } from './audit.table.ts';

/** An entry for each read would be one for each poll of an open page. */
const recordedEvery = 60 * 60_000;

/** The log holds these of a team's own admins as well, which is the team's own affair. */
const ofAdminsToo: OutsiderAction[] = ['change_role', 'remove_user'];

function isByOutsider(teamId: TeamId): SQL {
  return sql`exists (select from ${users} where ${users.id} = ${auditEntries.actorId} and ${users.isSuperuser}
    and not exists (select from ${memberships}
      where ${memberships.teamId} = ${teamId} and ${memberships.userId} = ${users.id}))`;
}

/** The ids of the entries about a team, its meetings and its notes, each found by its target. */
function entriesAbout(db: Database, teamId: TeamId) {
  const { id, targetId, targetKind } = auditEntries;
  const entries = () => db.select({ id }).from(auditEntries).$dynamic();
  return unionAll(
    entries().where(and(eq(targetKind, 'teams'), eq(targetId, teamId))),
    entries()
      .innerJoin(meetings, eq(meetings.id, sql`${targetId}`))
      .where(and(eq(targetKind, 'meetings'), eq(meetings.teamId, teamId))),
    // By its own index: a team may have very many notes, and few are in the log.
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
    /** Adds an entry for each unless the user is in the team, has one for the same within the hour, or for this request. */
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

    async list(
      caller: Caller,
      teamId: TeamId,
      { skip, limit }: ListQuery,
    ): Promise<ListPage<OutsiderAct>> {
      authorize(teamPolicy.seeOutsiderActs(await teamContextInTeam(db, caller, teamId)));
      const where = and(
        inArray(auditEntries.action, OutsiderAction.options),
        or(notInArray(auditEntries.action, ofAdminsToo), isByOutsider(teamId)),
        inArray(auditEntries.id, entriesAbout(db, teamId)),
      );
      const rows = await db
        .select({ entry: auditEntries, meeting: meetings, actor: users })
        .from(auditEntries)
        .leftJoin(notes, eq(notes.id, sql`${auditEntries.targetId}`))
        .leftJoin(
          meetings,
          eq(meetings.id, sql`coalesce(${notes.meetingId}, ${auditEntries.targetId})`),
        )
        .leftJoin(users, eq(users.id, auditEntries.actorId))
        .where(where)
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .offset(skip)
        .limit(limit);
      return {
        rows: rows.map(({ entry, meeting, actor }) => ({
          id: entry.id,
          at: entry.at.toISOString(),
          action: OutsiderAction.parse(entry.action),
          actor_name: actor && personNames(actor).display_name,
          meeting: meeting && { id: meeting.id, name: meeting.deletedAt ? null : meeting.name },
        })),
        total: await totalOf({ skip, limit }, rows, () => db.$count(auditEntries, where)),
      };
    },
  };
}
export type OutsiderActsService = ReturnType<typeof outsiderActsService>;
