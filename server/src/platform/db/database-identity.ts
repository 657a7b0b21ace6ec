/**
 * Detects a database that continues from an earlier state, such as a promoted standby or a copy. PostgreSQL's system
 * identifier and timeline reveal it. Each new connection is checked before use, so that no statement runs there under
 * old epochs (docs/failover.md).
 */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import type { Database, Queries } from '#server/platform/db/database';
import { DatabaseAway, sqlStateOf } from '#server/platform/db/database-errors';
import { versionsPerEra } from '#server/platform/db/next-version';
import { answerWithin } from '#server/platform/db/unanswered';
import { count } from '#server/platform/metrics/measure';

interface IdentityDeps {
  log: BaseLogger;
  /** Sets a new epoch on every board. Resolves with their number. */
  renewEpochs: (queries: Queries) => Promise<number>;
}

/** Null if PostgreSQL does not reveal the value. */
interface Place {
  systemIdentifier: string | null;
  timeline: string | null;
}

const Row = z.object({
  era: z.string(),
  renewals: z.number(),
  systemIdentifier: z.string().nullable(),
  timeline: z.string().nullable(),
  lostMsAgo: z.coerce.number().nullable(),
});
type Row = z.infer<typeof Row>;

/** In ms. Long, because every board is renewed while other nodes wait. */
const renewalMs = 600_000;
/** How long a loss is reported, in ms. */
const reportedMs = 3_600_000;

const replaced = 'this database was replaced by one that went on from it';

const selectRow = sql`select era, renewals, system_identifier as "systemIdentifier", timeline,
  extract(epoch from now() - lost_at) * 1000 as "lostMsAgo" from database_identity where id = 1`;

async function readRow(queries: Queries, lock = sql``): Promise<Row | null> {
  const { rows } = await queries.execute(sql`${selectRow} ${lock}`);
  return rows[0] ? Row.parse(rows[0]) : null;
}

const Values = z.tuple([z.object({ value: z.string() })]);

/** SQLSTATEs of managed services that deny access to these functions. */
const deniedStates = /^(42|0A)/;

async function readValue(queries: Queries, value: ReturnType<typeof sql>): Promise<string | null> {
  try {
    return Values.parse((await queries.execute(value)).rows)[0].value;
  } catch (error) {
    const state = sqlStateOf(error) ?? '';
    // A standby has no WAL write position. It may be promoted at any moment, so it must not be used.
    if (state === '55000') throw new DatabaseAway(error);
    if (deniedStates.test(state)) return null;
    throw error;
  }
}

async function readPlace(queries: Queries): Promise<Place> {
  const [timeline, systemIdentifier] = await Promise.all([
    readValue(queries, sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as value`),
    readValue(queries, sql`select system_identifier::text as value from pg_control_system()`),
  ]);
  return { timeline, systemIdentifier };
}

function isUnknown({ systemIdentifier, timeline }: Place): boolean {
  return systemIdentifier === null && timeline === null;
}

function isSame(a: Place, b: Place): boolean {
  return a.systemIdentifier === b.systemIdentifier && a.timeline === b.timeline;
}

/** Starts a new era. Holds a row lock until the end of the transaction. */
export async function beginEra(
  queries: Queries,
  { systemIdentifier, timeline }: Place = { systemIdentifier: null, timeline: null },
  lostAt: 'now' | null = null,
): Promise<void> {
  await queries.execute(sql`insert into database_identity
      (id, era, renewals, system_identifier, timeline, lost_at)
    values (1, gen_random_uuid(), 1, ${systemIdentifier}::text, ${timeline}::text, ${lostAt}::timestamptz)
    on conflict (id) do update set era = excluded.era, renewals = database_identity.renewals + 1,
      system_identifier = excluded.system_identifier, timeline = excluded.timeline,
      lost_at = coalesce(excluded.lost_at, database_identity.lost_at)`);
}

export class DatabaseIdentity {
  readonly #deps: IdentityDeps;
  readonly #listeners = new Set<() => void>();
  #row: Row | null = null;
  /** When the row was read, in `performance.now()` time. */
  #readAt = 0;

  constructor(deps: IdentityDeps) {
    this.#deps = deps;
  }

  /** Null until the first connection. */
  get era(): string | null {
    return this.#row?.era ?? null;
  }

  /** Notifies about each change of the era. Returns an unsubscribe function. */
  onEra(callback: () => void): () => void {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  }

  /** One sentence per problem that operators should know. */
  problems(): string[] {
    const { lostMsAgo = null } = this.#row ?? {};
    if (lostMsAgo === null || this.#ageOf(lostMsAgo) > reportedMs) return [];
    const lostAt = new Date(Date.now() - this.#ageOf(lostMsAgo)).toISOString().slice(0, 16);
    return [
      `the database went on from an earlier state at ${lostAt}Z: its last changes may be lost`,
    ];
  }

  get versionFloor(): number {
    return (this.#row?.renewals ?? 0) * versionsPerEra;
  }

  /** Must run before any other query of a connection. Rejects if the database must not be used or does not answer. */
  async check(client: pg.Client, answerTimeoutMs: number): Promise<void> {
    const queries = drizzle(client);
    const lost = await answerWithin(this.#findLoss(queries), answerTimeoutMs);
    if (lost) await answerWithin(this.#renewAfter(queries, lost), renewalMs);
    await answerWithin(this.refresh(queries), answerTimeoutMs);
  }

  /** Null if it is still the same database. */
  async #findLoss(queries: Queries): Promise<Place | null> {
    const [place, found] = await Promise.all([readPlace(queries), this.#readOrAdd(queries)]);
    if (found === null) return null;
    // A replaced primary has come back. Writes to it would be lost.
    if (found.renewals < (this.#row?.renewals ?? 0)) throw new DatabaseAway(new Error(replaced));
    if (isUnknown(found) && !isUnknown(place)) {
      await queries.execute(sql`update database_identity
        set system_identifier = ${place.systemIdentifier}, timeline = ${place.timeline}
        where system_identifier is null and timeline is null`);
      return null;
    }
    return isSame(found, place) ? null : place;
  }

  async #renewAfter(queries: Queries, place: Place): Promise<void> {
    await queries.execute(sql`begin`);
    await queries.execute(sql.raw(`set local lock_timeout = ${renewalMs}`));
    await this.#renew(queries, place, (locked) => !isSame(locked, place));
    await queries.execute(sql`commit`);
  }

  /**
   * Call if the database has lost changes that this node has seen in the current era. Renews once, even if several
   * nodes call it.
   */
  async renew(db: Database): Promise<void> {
    const { era } = this;
    await db.write(
      async (tx) => {
        const place = await readPlace(tx);
        await this.#renew(tx, place, (locked) => locked.era === era);
      },
      { lockTimeoutMs: renewalMs },
    );
    await this.refresh(db);
  }

  async refresh(queries: Queries): Promise<void> {
    const row = await readRow(queries);
    if (row) this.#adopt(row);
  }

  /** Renews in the open transaction unless another node has already done so. */
  async #renew(queries: Queries, place: Place, isDue: (locked: Row) => boolean): Promise<void> {
    const locked = await readRow(queries, sql`for update`);
    if (!locked || !isDue(locked)) return;
    await beginEra(queries, place, 'now');
    const boards = await this.#deps.renewEpochs(queries);
    count('history_renewals');
    const { systemIdentifier, timeline } = locked;
    this.#deps.log.error(
      { boards, before: { systemIdentifier, timeline }, now: place },
      'the database went on from an earlier state, and its last changes may be lost: every board has a new epoch',
    );
  }

  async #readOrAdd(queries: Queries): Promise<Row | null> {
    const found = await readRow(queries);
    if (found) return found;
    const era = this.era === null ? sql`gen_random_uuid()` : sql`${this.era}::uuid`;
    await queries.execute(
      sql`insert into database_identity (id, era) values (1, ${era}) on conflict do nothing`,
    );
    return readRow(queries);
  }

  #adopt(row: Row): void {
    const isOther = this.era !== null && this.era !== row.era;
    const isFirst = this.era === null;
    this.#row = row;
    this.#readAt = performance.now();
    if (isOther)
      this.#deps.log.warn('the history of the database was renewed: pages load their boards anew');
    if (isOther || isFirst) for (const callback of this.#listeners) callback();
  }

  #ageOf(lostMsAgo: number): number {
    return lostMsAgo + performance.now() - this.#readAt;
  }
}
