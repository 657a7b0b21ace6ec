/** Whether a note could be stored now, and otherwise a short public reason. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import type { Database, Queries } from '#server/platform/db/database';
import { isOutOfDescriptors, sqlStateOf } from '#server/platform/db/database-errors';
import { schemaState } from '#server/platform/db/migrate';

export interface Readiness {
  /** Why a write would fail, or null. */
  problem: string | null;
  /** One sentence per degraded part. */
  reasons: readonly string[];
}

/** Errors of new connections. Existing connections of the node may still work. */
const connectionProblems: Readonly<Record<string, string>> = {
  '28000': 'database does not let this user in',
  '28P01': 'database refuses the password',
  '3D000': 'database is not there',
  '53300': 'database has no free connection',
  '55000': 'database takes no connections',
};

const problemByState: Readonly<Record<string, string>> = {
  ...connectionProblems,
  '25006': 'database is read-only',
  '42501': 'database denies this user a right',
  '53100': 'disk full',
  '57014': 'database does not answer',
};

/** Larger clock differences are visible, for example in timers, and break agreements between nodes. */
export const clockToleranceMs = 5000;
/** A COMMIT that waits longer counts as hanging, in seconds. */
const commitMaxSeconds = 2;

export const hangingCommits = 'commits wait for a synchronous standby';
const commitsHang = sql`exists (
  select from pg_stat_activity
  where datname = current_database() and wait_event = 'SyncRep'
    and state_change < clock_timestamp() - make_interval(secs => ${commitMaxSeconds})
)`;

const Hanging = z.object({ hangs: z.boolean() });

/** Whether a COMMIT waits for a missing synchronous standby. */
export async function doCommitsHang(queries: Queries): Promise<boolean> {
  const { rows } = await queries.execute(sql`select ${commitsHang} as hangs`);
  return Hanging.parse(rows[0]).hangs;
}

const Now = z.object({ now: z.coerce.number() });

/** How far this node's clock is ahead of the database's, in ms. */
export async function clockAhead(queries: Queries, clock: Clock): Promise<number> {
  const from = clock.now().getTime();
  const { rows } = await queries.execute(
    sql`select extract(epoch from clock_timestamp()) * 1000 as now`,
  );
  return (from + clock.now().getTime()) / 2 - Now.parse(rows[0]).now;
}

export async function databaseReadiness(db: Database, clock: Clock): Promise<Readiness> {
  try {
    return await db.probe((queries) => check(queries, clock));
  } catch (error) {
    const problem = problemOf(error);
    if (!isRefusedConnection(error)) return { problem, reasons: [] };
    const found = await check(db, clock).catch(() => null);
    if (found === null) return { problem, reasons: [] };
    const reason = `${problem}: this node works with the connections that it has`;
    return { ...found, reasons: [...found.reasons, reason] };
  }
}

async function check(queries: Queries, clock: Clock): Promise<Readiness> {
  const schema = await schemaState(queries);
  const reasons: string[] = [];
  if (schema === 'older' || schema === 'newer') {
    return { problem: `schema is ${schema} than the program`, reasons };
  }
  const ahead = await clockAhead(queries, clock);
  if (Math.abs(ahead) > clockToleranceMs) {
    const seconds = Math.round(Math.abs(ahead) / 1000);
    const direction = ahead > 0 ? 'ahead of' : 'behind';
    reasons.push(`the clock of this node is ${seconds} s ${direction} the database's`);
  }
  // A write would hang too and leave a stuck session.
  if (await doCommitsHang(queries)) return { problem: hangingCommits, reasons };
  await testWrite(queries);
  return { problem: null, reasons };
}

/** Writes more than half a page, because a small row fits into an existing page even on a full disk. */
async function testWrite(queries: Queries): Promise<void> {
  await queries.execute(sql`do $$
    declare own int := -1 - floor(random() * 2000000000)::int;
    begin
      insert into health_probe (id, padding) values
        (own, (select string_agg(md5(random()::text), '') from generate_series(1, 240)));
      delete from health_probe where id = own;
      insert into health_probe (id) values (1) on conflict (id) do update set checked_at = now();
    end $$`);
}

function problemOf(error: unknown): string {
  if (isOutOfDescriptors(error)) return 'out of file descriptors';
  return problemByState[sqlStateOf(error) ?? ''] ?? 'database away';
}

function isRefusedConnection(error: unknown): boolean {
  return isOutOfDescriptors(error) || (sqlStateOf(error) ?? '') in connectionProblems;
}
