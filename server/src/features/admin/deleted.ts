// The soft-deleted, as superusers see it: the lists, the counts, and any one of it by its id.
import {
  type AdminUser,
  adminPolicy,
  type DeletedKind,
  deletedKinds,
  type DeletedRow,
  type RestoredRow,
  type SoftDeleteStats,
} from '@wentwell/contract/admin';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import type { ListQuery } from '@wentwell/contract/lists';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import {
  invitations,
  isExpired,
  toInvitation,
} from '#server/features/invitations/invitations.table';
import { meetings, toMeeting } from '#server/features/meetings/meetings.table';
import { notes, toNote } from '#server/features/notes/notes.table';
import { countMembers, memberships, teams, toTeam } from '#server/features/teams/teams.table';
import { isAccount, toUser, users } from '#server/features/users/users.table';
import type { Database, Queries } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { readableRows } from '#server/platform/http/readable-rows';

import type { OutsiderActsService, OutsiderRead } from './outsider-acts.service.ts';

interface Found {
  id: string;
  entity(): RestoredRow;
  deletedAt: Date | null;
  /** The team or meeting that it shows something of. */
  of?: OutsiderRead;
}

/** One by its id, deleted or not; without an id a page of the deleted. */
interface DeletedQuery {
  id?: string;
  skip: number;
  limit: number;
}

function pageOf<Select extends PgSelect>(
  select: Select,
  table: { id: PgColumn; deletedAt: PgColumn },
  { id, skip, limit }: DeletedQuery,
) {
  return select
    .where(id === undefined ? isNotNull(table.deletedAt) : eq(table.id, id))
    .orderBy(desc(table.deletedAt), desc(table.id))
    .offset(skip)
    .limit(limit);
}

function ofTeam(id: TeamId): OutsiderRead {
  return { action: 'read_team', target: { kind: 'teams', id } };
}

function ofMeeting(id: MeetingId): OutsiderRead {
  return { action: 'read_meeting', target: { kind: 'meetings', id } };
}

type Read = (db: Queries, caller: Caller, query: DeletedQuery) => Promise<Found[]>;

const read: Record<DeletedKind, Read> = {
  async invitations(db, _caller, query) {
    const found = db
      .select({
        invitation: invitations,
        team: teams,
        sender: users,
        role: memberships.role,
        isExpired,
      })
      .from(invitations)
      .innerJoin(teams, eq(teams.id, invitations.teamId))
      .innerJoin(users, eq(users.id, invitations.senderId))
      .leftJoin(
        memberships,
        and(eq(memberships.teamId, teams.id), eq(memberships.userId, users.id)),
      );
    const rows = await pageOf(found.$dynamic(), invitations, query);
    return rows.map(({ invitation, team, sender, role, isExpired: over }) => {
      const living = sender.deletedAt === null && sender.isActive;
      const senderMayInvite = living && (sender.isSuperuser || role !== null);
      const stored = { invitation, team, sender, senderMayInvite, isExpired: over };
      const { id, deletedAt } = invitation;
      return { id, entity: () => toInvitation(stored), deletedAt, of: ofTeam(team.id) };
    });
  },

  async meetings(db, _caller, query) {
    const rows = await pageOf(db.select().from(meetings).$dynamic(), meetings, query);
    return rows.map((row) => ({
      id: row.id,
      entity: () => toMeeting(row),
      deletedAt: row.deletedAt,
      of: ofMeeting(row.id),
    }));
  },

  async notes(db, caller, query) {
    const rows = await pageOf(db.select().from(notes).$dynamic(), notes, query);
    // Named by its row: notes of two boards may have one public id.
    return rows.map((row) => ({
      id: row.id,
      entity: () => ({ ...toNote(row, caller), id: row.id }),
      deletedAt: row.deletedAt,
      of: ofMeeting(row.meetingId),
    }));
  },

  async teams(db, caller, query) {
    const mine = and(eq(memberships.teamId, teams.id), eq(memberships.userId, caller.userId));
    const found = db
      .select({ team: teams, role: memberships.role })
      .from(teams)
      .leftJoin(memberships, mine);
    const rows = await pageOf(found.$dynamic(), teams, query);
    const members = await countMembers(
      db,
      rows.map(({ team }) => team.id),
    );
    return rows.map(({ team, role }) => ({
      id: team.id,
      entity: () => toTeam(team, role, members.get(team.id) ?? 0),
      deletedAt: team.deletedAt,
      of: ofTeam(team.id),
    }));
  },

  async users(db, _caller, query) {
    const rows = await pageOf(db.select().from(users).$dynamic(), users, query);
    return rows.map((row) => ({
      id: row.id,
      entity: () => toUser(row),
      deletedAt: row.deletedAt,
    }));
  },
};

const Count = z.object({ number: z.coerce.number().int() });

/** The kinds are the names of their tables. */
async function countDeleted(db: Queries, kind: DeletedKind): Promise<number> {
  const counted = await db.execute(
    sql`select count(*) as number from ${sql.identifier(kind)} where deleted_at is not null`,
  );
  return Count.parse(counted.rows[0]).number;
}

export interface DeletedDeps extends Pick<OutsiderActsService, 'recordReads'> {
  db: Database;
  log: Pick<BaseLogger, 'error'>;
}

export function deletedService({ db, log, recordReads }: DeletedDeps) {
  return {
    /** Newest deletion first, without what hangs on a deleted parent. Records first whose texts it shows. */
    async list(actor: Actor, kind: DeletedKind, query: ListQuery): Promise<ListPage<DeletedRow>> {
      authorize(adminPolicy.use(actor));
      const { found, total } = await db.snapshot(async (queries) => ({
        found: await read[kind](queries, actor, query),
        total: await countDeleted(queries, kind),
      }));
      await recordReads(
        actor,
        found.flatMap(({ of }) => of ?? []),
      );
      const toRow = ({ entity, deletedAt }: Found) =>
        deletedAt ? [{ ...entity(), deleted_at: deletedAt.toISOString() }] : [];
      return { rows: readableRows(found, toRow, log).flat(), total };
    },

    async stats(caller: Caller): Promise<SoftDeleteStats> {
      authorize(adminPolicy.use(caller));
      return db.snapshot(async (queries) => {
        const stats = { invitations: 0, meetings: 0, notes: 0, teams: 0, users: 0, total: 0 };
        for (const kind of deletedKinds) {
          stats[kind] = await countDeleted(queries, kind);
          stats.total += stats[kind];
        }
        return stats;
      });
    },

    /** One of a kind, as the caller sees it once it is back. */
    async present(queries: Queries, caller: Caller, target: Located): Promise<RestoredRow> {
      const [found] = await read[target.kind](queries, caller, {
        id: target.id,
        skip: 0,
        limit: 1,
      });
      if (!found) throw new ApiError('NOT_FOUND');
      return found.entity();
    },

    async user(caller: Caller, id: UserId): Promise<AdminUser> {
      authorize(adminPolicy.use(caller));
      const [row] = await db
        .select()
        .from(users)
        .where(and(eq(users.id, id), isAccount));
      if (!row) throw new ApiError('NOT_FOUND');
      return {
        ...toUser(row),
        created_at: row.createdAt.toISOString(),
        deleted_at: row.deletedAt?.toISOString() ?? null,
      };
    },
  };
}
export type DeletedService = ReturnType<typeof deletedService>;

export interface Located {
  kind: DeletedKind;
  id: string;
}
