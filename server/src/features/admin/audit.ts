// Audit log: append-only, readable by superusers (docs/api.md A-47).
import { Readable } from 'node:stream';

import type { PersonalData } from '@wentwell/contract/accounts/personal-data';
import {
  AuditAction,
  type AuditEntry,
  AuditFilter,
  AuditTarget,
  NamedAuditEntry,
  operatorName,
} from '@wentwell/contract/admin/admin';
import { AuditSearch } from '@wentwell/contract/admin/admin-lists';
import { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { foldText } from '@wentwell/contract/text/letters';
import { and, asc, eq, gt, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { meetings } from '#server/features/meetings/meetings.table';
import { teams } from '#server/features/teams/teams.table';
import { accountContains, isAccount, users } from '#server/features/users/users.table';
import { operatorId } from '#server/platform/audit';
import type { Database, Queries } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';
import { asFile } from '#server/platform/http/attachment';
import { type Api, callsOf } from '#server/platform/http/calls';
import { newestFirst, paged, readPage } from '#server/platform/http/keyed-list';
import { readableRows } from '#server/platform/http/list-answer';

import { auditEntries } from './audit.table.ts';

const exportPageSize = 500;

type AuditRow = typeof auditEntries.$inferSelect;

function toAuditEntry(row: AuditRow): AuditEntry {
  const isOperator = row.actorId === operatorId;
  return {
    ...toFields(row),
    actor_id: isOperator ? null : row.actorId,
    action: AuditAction.parse(row.action),
    target_kind: AuditTarget.parse(row.targetKind),
    address: isOperator ? null : row.address,
    request_id: row.requestId || null,
  };
}

function matches({ who, action, target_kind, target_id, since, until }: AuditFilter) {
  const ofAddress = sql`${auditEntries.actorId} in (select ${users.id} from ${users}
    where ${and(isAccount, accountContains(users.email, who))})`;
  const isOperator = foldText(operatorName).includes(foldText(who));
  const ofOperator = isOperator ? eq(auditEntries.actorId, operatorId) : undefined;
  return and(
    who === '' ? undefined : or(ofAddress, ofOperator),
    action && eq(auditEntries.action, action),
    target_kind && eq(auditEntries.targetKind, target_kind),
    target_id === undefined ? undefined : eq(auditEntries.targetId, target_id),
    since === undefined ? undefined : gte(auditEntries.at, new Date(since)),
    until === undefined ? undefined : lt(auditEntries.at, new Date(until)),
  );
}

const newest = newestFirst(auditEntries.at, auditEntries.id);
const oldestFirst = [asc(auditEntries.at), asc(auditEntries.id)];

/** Reads entries page by page. Entries added meanwhile sort as newest. */
async function* pages(
  queries: Queries,
  where: SQL | undefined,
  order: 'newest first' | 'oldest first',
): AsyncGenerator<AuditRow[]> {
  const [comesAfter, sorted] = order === 'newest first' ? [lt, newest.orderBy] : [gt, oldestFirst];
  const place = sql`(${auditEntries.at}, ${auditEntries.id})`;
  let last: AuditRow | undefined;
  do {
    const left =
      last && comesAfter(place, sql`(${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`);
    const rows = await queries
      .select()
      .from(auditEntries)
      .where(and(where, left))
      .orderBy(...sorted)
      .limit(exportPageSize);
    yield rows;
    last = rows.length < exportPageSize ? undefined : rows.at(-1);
  } while (last);
}

interface AuditDeps {
  db: Database;
  log: Pick<BaseLogger, 'error'>;
}

/** Maximum size of an export's name cache. */
const cachedNamesMax = 20_000;

/** Adds the current names of actors and targets, deleted or not. Loads names missing from the cache `names`. */
async function withNames(
  { db, log }: AuditDeps,
  rows: readonly AuditRow[],
  names = new Map<string, string | null>(),
): Promise<NamedAuditEntry[]> {
  if (names.size > cachedNamesMax) names.clear();
  const isUnknown = (id: string) => !names.has(id);
  function idsOf(kind: AuditTarget): string[] {
    return rows.flatMap((row) => (row.targetKind === kind ? [row.targetId] : [])).filter(isUnknown);
  }
  const userIds = idsOf('users').map((id) => UserId.parse(id));
  const teamIds = idsOf('teams').map((id) => TeamId.parse(id));
  const meetingIds = idsOf('meetings').map((id) => MeetingId.parse(id));
  const people = [...rows.map(({ actorId }) => actorId).filter(isUnknown), ...userIds];
  const [emails, teamNames, meetingNames] = await Promise.all([
    db.select({ id: users.id, name: users.email }).from(users).where(inArray(users.id, people)),
    db.select({ id: teams.id, name: teams.name }).from(teams).where(inArray(teams.id, teamIds)),
    db
      .select({ id: meetings.id, name: meetings.name })
      .from(meetings)
      .where(inArray(meetings.id, meetingIds)),
  ]);
  for (const id of [...people, ...teamIds, ...meetingIds]) names.set(id, null);
  for (const { id, name } of [...emails, ...teamNames, ...meetingNames]) names.set(id, name);
  const toNamed = (row: AuditRow) => ({
    ...toAuditEntry(row),
    actor_email: names.get(row.actorId) ?? null,
    target_name: names.get(row.targetId) ?? null,
  });
  return readableRows(rows, toNamed, log);
}

/** Yields the user's own entries in pages, oldest first. */
export async function* readOwnActs(
  queries: Queries,
  userId: UserId,
): AsyncGenerator<PersonalData['audit_log']> {
  for await (const rows of pages(queries, eq(auditEntries.actorId, userId), 'oldest first')) {
    yield rows.map(toFields);
  }
}

const ndjson = 'application/x-ndjson';
// OpenAPI describes the body as a string. The server streams it.
const exported: z.ZodType<string | Readable> = z.string();

/** `api` must admit only superusers. */
export function auditRoutes(api: Api, deps: AuditDeps): void {
  const { db } = deps;

  async function* exportedLines(where: SQL | undefined): AsyncGenerator<string> {
    const names = new Map<string, string | null>();
    for await (const rows of pages(db, where, 'newest first')) {
      const entries = await withNames(deps, rows, names);
      if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    }
  }

  const { list, answer } = callsOf(api, 'Admin');

  list('/audit', {
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description:
      'Actor, action, target, time and address, newest first; filters are combined. No call changes or ' +
      'removes an entry.',
    querystring: AuditSearch,
    lists: NamedAuditEntry,
    async run({ query }) {
      const page = await readPage(db, query, {
        order: newest,
        tables: auditEntries,
        where: matches(query),
        read: (rows) => paged(db.select().from(auditEntries).$dynamic(), rows),
        cursorOf: ({ id, at }) => [id, at.toISOString()],
      });
      return { ...page, rows: await withNames(deps, page.rows) };
    },
  });

  answer('GET /audit/export', {
    operationId: 'exportAuditEntries',
    summary: 'Export the audit log',
    description: 'The filtered log as a file: one JSON object per line, newest first, streamed.',
    querystring: AuditFilter,
    answers: { 200: exported },
    config: { requestCost: 10, isBatch: true, textTypes: { [ndjson]: z.string() } },
    run({ query, reply }) {
      asFile(reply, { name: 'wentwell-audit-log.ndjson', type: ndjson });
      return Readable.from(exportedLines(matches(query)));
    },
  });
}
