// Audit of superusers acting in teams they do not belong to. Records reads; `auditOutsider` records changes.
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

    async list(
      caller: Caller,
      teamId: TeamId,
      { skip, limit }: ListQuery,
    ): Promise<ListPage<OutsiderAct>> {
      authorize(teamPolicy.seeOutsiderActs(await teamContextInTeam(db, caller, teamId)));
      const where = and(
        inArray(auditEntries.action, OutsiderAction.options),
        or(notInArray(auditEntries.action, teamAdminActions), isByOutsider(teamId)),
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
