// Superuser routes for soft-deleted rows: lists, counts, restore, permanent deletion.
import {
  adminPolicy,
  AdminUser,
  DeletedId,
  type DeletedKind,
  deletedKinds,
  type DeletedRow,
  deletedSchemas,
  type RestoredRow,
  restoredSchemas,
  SoftDeleteStats,
} from '@wentwell/contract/admin/admin';
import { ListByTime } from '@wentwell/contract/api/keyed-lists';
import type { ErrorCode } from '@wentwell/contract/errors';
import { MeetingId, NoteId, type TeamId, UserId } from '@wentwell/contract/ids';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import {
  invitations,
  selectInvitations,
  toInvitation,
} from '#server/features/invitations/invitations.table';
import { meetings, toMeeting } from '#server/features/meetings/meetings.table';
import { notes, toNote } from '#server/features/notes/notes.table';
import {
  countMembers,
  membershipOf,
  memberships,
  teams,
  toTeam,
} from '#server/features/teams/teams.table';
import { isAccount, toUser, users } from '#server/features/users/users.table';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { sqlStateOf } from '#server/platform/db/database-errors';
import { ApiError, authorize, notFound } from '#server/platform/http/api-error';
import { type Actor, actorOf, type Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { newestFirst, type Page, paged, readPage } from '#server/platform/http/keyed-list';
import { readableRows } from '#server/platform/http/list-answer';

import type { OutsiderActsService, OutsiderRead } from './outsider-acts.ts';
import { type DeletedRef, lockRow, type PurgeService } from './purge.ts';

interface Found {
  row: { id: string; deletedAt: Date | null };
  entity(): RestoredRow;
  /** The team or meeting whose data the row reveals. */
  of?: OutsiderRead;
}

function ofTeam(id: TeamId): OutsiderRead {
  return { action: 'read_team', target: { kind: 'teams', id } };
}

function ofMeeting(id: MeetingId): OutsiderRead {
  return { action: 'read_meeting', target: { kind: 'meetings', id } };
}

type Read = (db: Queries, caller: Caller, page: Page) => Promise<Found[]>;

const read: Record<DeletedKind, Read> = {
  async invitations(db, _caller, page) {
    const rows = await paged(selectInvitations(db).$dynamic(), page);
    return rows.map((stored) => ({
      row: stored.invitation,
      entity: () => toInvitation(stored),
      of: ofTeam(stored.team.id),
    }));
  },

  async meetings(db, _caller, page) {
    const rows = await paged(db.select().from(meetings).$dynamic(), page);
    return rows.map((row) => ({ row, entity: () => toMeeting(row), of: ofMeeting(row.id) }));
  },

  async notes(db, caller, page) {
    const rows = await paged(db.select().from(notes).$dynamic(), page);
    // Uses the row id: notes on different boards may share a public id.
    return rows.map((row) => ({
      row,
      entity: () => ({ ...toNote(row, caller), id: row.id }),
      of: ofMeeting(row.meetingId),
    }));
  },

  async teams(db, caller, page) {
    const mine = membershipOf(caller.userId, teams.id);
    const found = db
      .select({ team: teams, role: memberships.role })
      .from(teams)
      .leftJoin(memberships, mine);
    const rows = await paged(found.$dynamic(), page);
    const members = await countMembers(
      db,
      rows.map(({ team }) => team.id),
    );
    return rows.map(({ team, role }) => ({
      row: team,
      entity: () => toTeam(team, role, members.get(team.id) ?? 0),
      of: ofTeam(team.id),
    }));
  },

  async users(db, _caller, page) {
    const rows = await paged(db.select().from(users).$dynamic(), page);
    return rows.map((row) => ({ row, entity: () => toUser(row) }));
  },
};

const tables: Record<DeletedKind, PgTable & Record<'id' | 'deletedAt', PgColumn>> = {
  invitations,
  meetings,
  notes,
  teams,
  users,
};

const uniqueViolation = '23505';
// Errors if the address was taken since the deletion. Unique indexes detect it, also for concurrent requests.
const takenMeanwhile: Partial<Record<DeletedKind, ErrorCode>> = {
  users: 'RESTORE_ADDRESS_TAKEN',
  invitations: 'INVITATION_PENDING',
};

interface DeletedDeps extends Pick<OutsiderActsService, 'recordReads'> {
  db: Database;
  log: Pick<BaseLogger, 'error'>;
  purge: PurgeService;
  /** Ends the user's sessions and email links. */
  revokeCredentials(tx: Tx, userId: UserId): Promise<void>;
  /** Restores a deleted note and publishes it. Requires the board's lock. */
  restoreNote(tx: Tx, caller: Caller, noteId: NoteId): Promise<void>;
  /** Restores a deleted meeting and publishes it. Requires the board's lock. */
  restoreMeeting(tx: Tx, caller: Caller, meetingId: MeetingId): Promise<void>;
}

const params = z.object({ id: DeletedId });

/** Registers the same three routes for each kind. `api` must admit only superusers. */
export function deletedRoutes(api: Api, deps: DeletedDeps): void {
  const { db, log, recordReads, purge, revokeCredentials, restoreNote, restoreMeeting } = deps;
  const { list, answer } = callsOf(api, 'Admin');

  async function restore(tx: Tx, actor: Actor, { kind, id }: DeletedRef): Promise<void> {
    if (kind === 'notes') {
      await restoreNote(tx, actor, NoteId.parse(id));
      return;
    }
    if (kind === 'meetings') {
      await restoreMeeting(tx, actor, MeetingId.parse(id));
      return;
    }
    if (kind === 'users') await revokeCredentials(tx, UserId.parse(id));
    await tx.execute(sql`update ${sql.identifier(kind)}
      set deleted_at = null, updated_at = now() where id = ${id}`);
  }

  for (const kind of deletedKinds) {
    const title = kind.charAt(0).toUpperCase() + kind.slice(1, -1);
    const row: z.ZodType<DeletedRow> = deletedSchemas[kind];
    const entity: z.ZodType<RestoredRow> = restoredSchemas[kind];

    list(`/deleted/${kind}`, {
      operationId: `listDeleted${title}s`,
      summary: `List deleted ${kind}`,
      description: `The ${kind} that were deleted themselves, newest deletion first, without those hidden by a deleted parent.`,
      querystring: ListByTime,
      lists: row,
      // Writes the audit entries for the shown texts before returning them.
      async run({ request, query }) {
        const actor = actorOf(request);
        const table = tables[kind];
        const page = await db.snapshot((queries) =>
          readPage(queries, query, {
            order: newestFirst(table.deletedAt, table.id),
            tables: table,
            where: isNotNull(table.deletedAt),
            read: (rows) => read[kind](queries, actor, rows),
            cursorOf: ({ row }) => [row.id, row.deletedAt?.toISOString()],
          }),
        );
        await recordReads(
          actor,
          page.rows.flatMap(({ of }) => of ?? []),
        );
        const toRow = ({ entity, row: { deletedAt } }: Found) =>
          deletedAt ? [{ ...entity(), deleted_at: deletedAt.toISOString() }] : [];
        // The log names an unreadable row by its id.
        const named = page.rows.map((found) => ({ ...found, id: found.row.id }));
        return { ...page, rows: readableRows(named, toRow, log).flat() };
      },
    });

    answer(`POST /restore/${kind}/:id`, {
      operationId: `restoreDeleted${title}`,
      summary: `Restore one of the deleted ${kind}`,
      description:
        'Restores it with everything it hid; records deleted before stay deleted. 409 if a newer record has ' +
        'taken its place.',
      params,
      answers: { 200: entity },
      refuses: [409],
      async run({ params, request }) {
        const actor = actorOf(request);
        const target = { kind, id: params.id };
        try {
          return await db.write(async (tx) => {
            authorize(adminPolicy.restore(actor, await lockRow(tx, target)));
            await restore(tx, actor, target);
            await writeAudit(tx, actor, { action: 'restore', [target.kind]: target.id });
            const where = eq(tables[kind].id, target.id);
            const only = { where, orderBy: [], skip: 0, limit: 1 };
            const [found = notFound()] = await read[kind](tx, actor, only);
            return found.entity();
          });
        } catch (error) {
          const taken = takenMeanwhile[target.kind];
          throw taken && sqlStateOf(error) === uniqueViolation ? new ApiError(taken) : error;
        }
      },
    });

    answer(`DELETE /permanent/${kind}/:id`, {
      operationId: `purge${title}`,
      summary: `Delete one of the deleted ${kind} permanently`,
      description:
        'With everything that belongs to it, also in boards’ histories. 409 unless it is deleted. Cannot be ' +
        'undone.',
      params,
      refuses: [409],
      async run({ params, request }) {
        const actor = actorOf(request);
        const target = { kind, id: params.id };
        const purgeFrom = (after: MeetingId | undefined) =>
          db.write(async (tx) => {
            authorize(adminPolicy.deletePermanently(actor, await lockRow(tx, target)));
            // Log with the first step, so that an interrupted erasure is audited too.
            if (!after) {
              const done = { action: 'delete_permanently', [target.kind]: target.id } as const;
              await writeAudit(tx, actor, done);
            }
            return purge[target.kind](tx, { actorId: actor.userId, id: target.id, after });
          });
        for (let next = await purgeFrom(undefined); next;) next = await purgeFrom(next);
      },
    });
  }

  answer('GET /stats/soft-deletes', {
    operationId: 'getSoftDeleteStats',
    summary: 'Count deleted records',
    description: 'How many of each kind were deleted themselves, and the total.',
    answers: { 200: SoftDeleteStats },
    run() {
      return db.snapshot(async (queries) => {
        const stats = { invitations: 0, meetings: 0, notes: 0, teams: 0, users: 0, total: 0 };
        for (const kind of deletedKinds) {
          const table = tables[kind];
          stats[kind] = await queries.$count(table, isNotNull(table.deletedAt));
          stats.total += stats[kind];
        }
        return stats;
      });
    },
  });

  answer('GET /users/:userId', {
    operationId: 'getAnyUser',
    summary: 'Get an account, deleted or not',
    description: 'Includes the times of registration and deletion.',
    answers: { 200: AdminUser },
    async run({ params: { userId: id } }) {
      const [row = notFound()] = await db
        .select()
        .from(users)
        .where(and(eq(users.id, id), isAccount));
      return {
        ...toUser(row),
        created_at: row.createdAt.toISOString(),
        deleted_at: row.deletedAt?.toISOString() ?? null,
      };
    },
  });
}
