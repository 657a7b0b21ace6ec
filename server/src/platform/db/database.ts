/**
 * The one door to PostgreSQL: queries by Drizzle over a small pool, and transactions whose
 * announcements leave only after the commit. It knows no table.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { BaseLogger } from 'pino';

import {
  DatabaseAway,
  hasLostKey,
  isAfterFailure,
  isDatabaseAway,
  isStaleStatement,
  OutdatedRead,
  sqlStateOf,
} from '#server/platform/db/database-errors';
import { DatabaseClient, type DatabaseHosts } from '#server/platform/db/database-hosts';
import { StatementNames, type Traffic, watchStatements } from '#server/platform/db/statements';
import {
  answerWithin,
  findBusySessions,
  UnansweredSessions,
  WriterPlaces,
} from '#server/platform/db/unanswered';
import type { PoolUse } from '#server/platform/metrics/gauges';
import { time } from '#server/platform/metrics/measure';

export type DatabaseConnection = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'password' | 'ssl'
> & {
  /** The servers of which one takes changes, where there are several. */
  hosts?: DatabaseHosts;
};

export interface DatabaseOptions {
  log: BaseLogger;
  maxConnections?: number;
  /** The `versionFloor` of transactions, asked for at the beginning of each. */
  versionFloor?: () => number;
  /** Runs on each new connection first. If it rejects, the connection is closed. */
  checkConnection?: (client: pg.Client, answerTimeoutMs: number) => Promise<void>;
  /** Ms until an attempt to connect fails. */
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  /** Ms until a statement that PostgreSQL does not answer fails: longer than it may run. */
  answerTimeoutMs?: number;
  /** Ms that a statement waits for another transaction's lock before it fails. */
  lockTimeoutMs?: number;
  /** Ms that a transaction may stay open without a statement; the locks of a stopped node end with it. */
  idleInTransactionTimeoutMs?: number;
}

/** Queries, inside a transaction or outside; write() alone opens one. */
export type Queries = Omit<NodePgDatabase, 'transaction'>;

export interface Tx extends Queries {
  /** Resolves when the transaction is open. Only a pipelined one may not be yet when its work begins. */
  readonly began: Promise<unknown>;
  /** No version that was ever given is above it, but for those of the present era. */
  readonly versionFloor: number;
  /** Runs after COMMIT, in order; a rollback drops it. It must return at once, and may fail. */
  afterCommit(hook: () => void): void;
  /** Sends a statement together with COMMIT. If it fails, nothing is committed. Its result is lost. */
  beforeCommit(send: () => Promise<unknown>): void;
}

export interface WriteOptions {
  /** Sends BEGIN with the first statements, which must be harmless without a transaction. Await `tx.began`. */
  pipelined?: boolean;
  /** Ms that a statement waits for another transaction's lock, in place of the pool's `lockTimeoutMs`. */
  lockTimeoutMs?: number;
}

export interface Database extends Queries {
  /**
   * Runs the work in one transaction, again from the start where PostgreSQL asks for it: the work
   * changes nothing outside the transaction but through afterCommit. When the connection is lost
   * during COMMIT the outcome is unknown: DatabaseAway is thrown and no hook runs.
   *
   * Statements that are not awaited one by one are sent together, and PostgreSQL runs them in their order, each on
   * what was committed when it began.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs the queries on one snapshot. BEGIN is sent with the first of them. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Uses a connection of its own, so that a busy pool does not look like a dead database. Rejects after 2 s. */
  probe<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Counts of what the pool has sent since it was opened. */
  readonly traffic: Readonly<Traffic>;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

/** Timeouts that every connection of the pool asks of PostgreSQL, in ms. */
export const sessionTimeouts = {
  statement_timeout: 10_000,
  // Longer than the next, so that whoever waits for a stopped node still gets the lock after it.
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 2000,
};

const casing = 'snake_case';
const keptForReading = 2;
const isChange = /(?<!for (?:no key )?)\b(?:insert into|update|delete from)\b/i;
const attempts = 4;
const probeTimeoutMs = 2000;
// Serialization failure, deadlock: nothing was done, and the same work may succeed now.
const retriedStates = new Set(['40001', '40P01']);

/** Opens a pool; connects at the first query. */
export function openDatabase(connection: DatabaseConnection, options: DatabaseOptions): Database {
  const {
    log,
    maxConnections = 10,
    checkConnection = async () => undefined,
    versionFloor = () => 0,
    connectTimeoutMs = 5000,
    statementTimeoutMs = sessionTimeouts.statement_timeout,
    lockTimeoutMs = sessionTimeouts.lock_timeout,
    idleInTransactionTimeoutMs = sessionTimeouts.idle_in_transaction_session_timeout,
    answerTimeoutMs = statementTimeoutMs + 5000,
  } = options;
  const pool = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    // A query does not wait for the answer to the one before it.
    pipeline: true,
    max: maxConnections,
    application_name: 'wentwell',
    async onConnect(client) {
      if (client instanceof pg.Client) await checkConnection(client, answerTimeoutMs);
    },
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  });
  pool.on('error', (error) => {
    // A closing pool's connections may outlive it by a moment, and then meet the server's own end.
    if (!closing) log.warn({ err: error }, 'a database connection was lost');
  });
  const traffic: Traffic = { statements: 0, roundTrips: 0 };
  const names = new StatementNames();
  const failures = new WeakMap<pg.ClientBase, unknown>();
  pool.on('connect', (client) => {
    // The pool does not listen to connections in use, and an unheard error ends the process.
    client.on('error', () => undefined);
    const onFailure = (error: unknown) => void failures.set(client, error);
    watchStatements(client, {
      names,
      traffic,
      onFailure,
      answerTimeoutMs,
      onLate: () => unanswered.add(client),
      onSettled: () => unanswered.settle(client),
    });
  });
  const probes = new pg.Pool({
    ...connection,
    Client: DatabaseClient,
    max: 1,
    application_name: 'wentwell health',
    connectionTimeoutMillis: probeTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  // A lost connection shows in the next probe.
  probes.on('error', () => undefined);
  probes.on('connect', (client) => client.on('error', () => undefined));
  const probing = drizzle(probes, { casing });
  const sessions = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const unanswered = new UnansweredSessions({
    log,
    findBusy: (processIds) => findBusySessions(probing, processIds),
  });
  const writers = new WriterPlaces({
    most: maxConnections < 2 * keptForReading ? maxConnections : maxConnections - keptForReading,
    waitMs: connectTimeoutMs,
    isHanging: (most) => unanswered.size >= most,
  });
  let closing: Promise<void> | undefined;

  const send = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  async function query(config: { text: string }, values: unknown): Promise<unknown> {
    const place = isChange.test(config.text) ? await writers.take() : undefined;
    const answer = send(config, values).finally(() => place?.());
    return answerWithin(answer, answerTimeoutMs);
  }
  Object.assign(pool, { query });

  /** Runs a transaction again from the start where PostgreSQL asks for it. */
  async function persist<T>(run: () => Promise<Committed<T>>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, hooks } = await run();
        runHooks(hooks, log);
        return result;
      } catch (error) {
        if (attempt < attempts && isRetried(error)) continue;
        return rethrow(error);
      }
    }
  }

  async function runTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    { begin = 'begin', pipelined = false, lockTimeoutMs }: WriteOptions & { begin?: string } = {},
  ): Promise<Committed<T>> {
    const leave = begin === 'begin' ? await writers.take() : () => undefined;
    const connecting = pool.connect();
    const giveBack = () =>
      void connecting.then(
        (late) => late.release(),
        () => undefined,
      );
    const client = await answerWithin(connecting, answerTimeoutMs, giveBack).catch(
      (error: unknown) => {
        leave();
        throw error;
      },
    );
    const hooks: Hook[] = [];
    const last: (() => Promise<unknown>)[] = [];
    let broken: Error | undefined;
    try {
      const patience =
        lockTimeoutMs === undefined ? '' : `; set local lock_timeout = ${lockTimeoutMs}`;
      const began = client.query(begin + patience);
      // Handled below, where it is awaited.
      began.catch(() => undefined);
      if (!pipelined) await began;
      const session = sessions.get(client) ?? drizzle(client, { casing });
      sessions.set(client, session);
      const tx = Object.assign(session, {
        began,
        versionFloor: versionFloor(),
        afterCommit: (hook: Hook) => void hooks.push(hook),
        beforeCommit: (send: () => Promise<unknown>) => void last.push(send),
      });
      const result = await work(tx);
      await began;
      // A query of Drizzle is sent when somebody asks for its answer.
      const sentAt = performance.now();
      const sent = last.map((send) => send().then(() => undefined));
      const [{ command }] = await Promise.all([client.query('commit'), ...sent]);
      // PostgreSQL answers COMMIT of a failed transaction with a polite ROLLBACK.
      if (command !== 'COMMIT') throw new Error('a failed query was caught inside a transaction');
      if (begin === 'begin') time('commit', performance.now() - sentAt);
      return { result, hooks };
    } catch (error) {
      if (unanswered.has(client)) broken = new Error('a statement was not answered');
      else await client.query('rollback').catch((failure: Error) => (broken = failure));
      // The answer to a later statement may arrive first where several were sent together.
      const failure = isAfterFailure(error) ? (failures.get(client) ?? error) : error;
      if (isReadOnlySession(failure)) broken ??= new Error('the session is read-only');
      throw failure;
    } finally {
      unanswered.whenSettled(client, () => {
        client.release(broken);
        leave();
      });
    }
  }

  return Object.assign(drizzle(pool, { casing }), {
    write: <T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions) =>
      persist(() => runTransaction(work, options)),
    snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
      const begin = 'begin isolation level repeatable read read only';
      return persist(() => runTransaction(work, { begin, pipelined: true }));
    },
    probe: <T>(work: (queries: Queries) => Promise<T>) => work(probing).catch(rethrow),
    traffic,
    poolUse: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
    close() {
      closing ??= Promise.all([pool.end(), probes.end()]).then(() => undefined);
      unanswered.abandon();
      return closing;
    },
  });
}

function isRetried(error: unknown): boolean {
  if (error instanceof OutdatedRead) return true;
  if (hasLostKey(error)) return true;
  const state = sqlStateOf(error);
  return (state !== undefined && retriedStates.has(state)) || isStaleStatement(error);
}

/** A session stays read-only if it was opened while that was the default of its database: a new one asks again. */
function isReadOnlySession(error: unknown): boolean {
  return sqlStateOf(error) === '25006';
}

function rethrow(error: unknown): never {
  throw isDatabaseAway(error) ? new DatabaseAway(error) : error;
}

type Hook = () => void;

interface Committed<T> {
  result: T;
  hooks: readonly Hook[];
}

function runHooks(hooks: readonly Hook[], log: BaseLogger): void {
  for (const hook of hooks) {
    try {
      hook();
    } catch (error) {
      log.error({ err: error }, 'a hook after a commit failed');
    }
  }
}

/** Builds a prepared query once per connection: building costs more than running it. */
export function preparedOn<P>(build: (queries: Queries) => P): (queries: Queries) => P {
  const known = new WeakMap<Queries, P>();
  return function prepared(queries) {
    const found = known.get(queries) ?? build(queries);
    known.set(queries, found);
    return found;
  };
}
