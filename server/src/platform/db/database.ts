/**
 * Access to PostgreSQL: Drizzle queries over a small pool, and transactions with hooks that only run after the commit.
 * Contains no tables.
 */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { BaseLogger } from 'pino';

import { time } from '#server/platform/metrics/measure';

import {
  DatabaseAway,
  isPrimaryKeyConflict,
  isAbortedTransaction,
  isDatabaseAway,
  isStaleStatement,
  OutdatedRead,
  sqlStateOf,
} from './database-errors.ts';
import { DatabaseClient, type DatabaseHosts } from './database-hosts.ts';
import { StatementNames, type Traffic, watchStatements } from './statements.ts';
import { answerWithin, findBusySessions, UnansweredSessions, WriterSlots } from './unanswered.ts';

export type DatabaseConnection = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'password' | 'ssl'
> & {
  /** Set if there are several servers, of which one is writable. */
  hosts?: DatabaseHosts;
};

export interface PoolUse {
  inUse: number;
  idle: number;
  waiting: number;
  max: number;
}

export interface DatabaseOptions {
  log: BaseLogger;
  maxConnections?: number;
  /** Read at the start of each transaction for its `versionFloor`. */
  versionFloor?: () => number;
  /** Runs first on each new connection. If it rejects, the connection is closed. */
  checkConnection?: (client: pg.Client, answerTimeoutMs: number) => Promise<void>;
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  /** Timeout in ms for the response to a statement. Must exceed the statement timeout. */
  answerTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** Maximum idle time in a transaction in ms. Afterwards PostgreSQL releases the locks of a stopped node. */
  idleInTransactionTimeoutMs?: number;
}

/** Queries inside or outside a transaction. Only `write` and `snapshot` open one. */
export type Queries = Omit<NodePgDatabase, 'transaction'>;

export interface Tx extends Queries {
  /** Resolves when the transaction is open. Only a pipelined transaction may start its work earlier. */
  readonly began: Promise<unknown>;
  /** Lower bound for new versions: at least as high as every version of earlier eras. */
  readonly versionFloor: number;
  /** Runs after COMMIT, in order; dropped on rollback. Must return quickly. Errors are logged. */
  afterCommit(hook: () => void): void;
  /** Sends a statement together with COMMIT. If it fails, nothing is committed. Its result is discarded. */
  beforeCommit(send: () => Promise<unknown>): void;
}

export interface WriteOptions {
  /** Sends BEGIN with the first statements, which must be harmless outside a transaction. Await `tx.began`. */
  pipelined?: boolean;
  /** Lock timeout in ms, overriding the pool's `lockTimeoutMs`. */
  lockTimeoutMs?: number;
}

export interface Database extends Queries {
  /**
   * Runs the work in one transaction and retries it after conflicts. Its only side effects outside must be
   * `afterCommit` hooks. If the connection is lost during COMMIT, the outcome is unknown: throws DatabaseAway and runs
   * no hook. Statements that are not awaited individually are pipelined. PostgreSQL runs them in order, each on the
   * data committed when it starts.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs the queries on one read-only snapshot. BEGIN is sent with the first query. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Uses a separate connection, so that a busy pool does not look like a dead database. Rejects after 2 s. */
  probe<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Counters since the pool was opened. */
  readonly traffic: Readonly<Traffic>;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

/** Timeouts set on every connection of the pool, in ms. */
export const sessionTimeouts = {
  statement_timeout: 10_000,
  // Longer than the idle timeout below, so that a waiting transaction gets the lock of a stopped node.
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 2000,
};

const casing = 'snake_case';
const reservedForReads = 2;
const isChange = /(?<!for (?:no key )?)\b(?:insert into|update|delete from)\b/i;
const maxAttempts = 4;
const probeTimeoutMs = 2000;
// Serialization failure and deadlock: nothing was changed, and a retry may succeed.
const retriedStates = new Set(['40001', '40P01']);

/** Opens a pool. Connects at the first query. */
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
    // Connections of a closing pool may still be open when the server shuts down.
    if (!closing) log.warn({ err: error }, 'a database connection was lost');
  });
  const traffic: Traffic = { statements: 0, roundTrips: 0 };
  const names = new StatementNames();
  const failures = new WeakMap<pg.ClientBase, unknown>();
  pool.on('connect', (client) => {
    // The pool does not handle errors of connections in use, and an unhandled error would end the process.
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
  // The next probe detects a lost connection.
  probes.on('error', () => undefined);
  probes.on('connect', (client) => client.on('error', () => undefined));
  const probeQueries = drizzle(probes, { casing });
  const sessions = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const unanswered = new UnansweredSessions({
    log,
    findBusy: (processIds) => findBusySessions(probeQueries, processIds),
  });
  const writers = new WriterSlots({
    max: maxConnections < 2 * reservedForReads ? maxConnections : maxConnections - reservedForReads,
    waitMs: connectTimeoutMs,
    isHanging: (max) => unanswered.size >= max,
  });
  let closing: Promise<void> | undefined;

  const send = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  async function query(config: { text: string }, values: unknown): Promise<unknown> {
    const place = isChange.test(config.text) ? await writers.acquire() : undefined;
    const answer = send(config, values).finally(() => place?.());
    return answerWithin(answer, answerTimeoutMs);
  }
  Object.assign(pool, { query });

  /** Retries a transaction from the start after conflicts. */
  async function persist<T>(run: () => Promise<Committed<T>>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, hooks } = await run();
        runHooks(hooks, log);
        return result;
      } catch (error) {
        if (attempt < maxAttempts && isRetryable(error)) continue;
        return rethrow(error);
      }
    }
  }

  async function runTransaction<T>(
    work: (tx: Tx) => Promise<T>,
    { begin = 'begin', pipelined = false, lockTimeoutMs }: WriteOptions & { begin?: string } = {},
  ): Promise<Committed<T>> {
    const releaseWriter = begin === 'begin' ? await writers.acquire() : () => undefined;
    const connecting = pool.connect();
    const releaseLate = () =>
      void connecting.then(
        (late) => late.release(),
        () => undefined,
      );
    const client = await answerWithin(connecting, answerTimeoutMs, releaseLate).catch(
      (error: unknown) => {
        releaseWriter();
        throw error;
      },
    );
    const hooks: Hook[] = [];
    const last: (() => Promise<unknown>)[] = [];
    let brokenBy: Error | undefined;
    try {
      const setLockTimeout =
        lockTimeoutMs === undefined ? '' : `; set local lock_timeout = ${lockTimeoutMs}`;
      const began = client.query(begin + setLockTimeout);
      // Awaited below.
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
      // Drizzle only sends a query when its promise is requested.
      const sentAt = performance.now();
      const sent = last.map((send) => send().then(() => undefined));
      const [{ command }] = await Promise.all([client.query('commit'), ...sent]);
      // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK.
      if (command !== 'COMMIT') throw new Error('a failed query was caught inside a transaction');
      if (begin === 'begin') time('commit', performance.now() - sentAt);
      return { result, hooks };
    } catch (error) {
      if (unanswered.has(client)) brokenBy = new Error('a statement was not answered');
      else await client.query('rollback').catch((failure: Error) => (brokenBy = failure));
      // With pipelined statements, a later statement's error may arrive first.
      const failure = isAbortedTransaction(error) ? (failures.get(client) ?? error) : error;
      // A session opened while its database was read-only stays read-only. A new session is not.
      if (sqlStateOf(failure) === '25006') brokenBy ??= new Error('the session is read-only');
      throw failure;
    } finally {
      unanswered.whenSettled(client, () => {
        client.release(brokenBy);
        releaseWriter();
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
    probe: <T>(work: (queries: Queries) => Promise<T>) => work(probeQueries).catch(rethrow),
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

function isRetryable(error: unknown): boolean {
  if (error instanceof OutdatedRead) return true;
  if (isPrimaryKeyConflict(error)) return true;
  const state = sqlStateOf(error);
  return (state !== undefined && retriedStates.has(state)) || isStaleStatement(error);
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

/** Caches a prepared query per connection, because building it costs more than running it. */
export function preparePerConnection<P>(build: (queries: Queries) => P): (queries: Queries) => P {
  const known = new WeakMap<Queries, P>();
  return function prepared(queries) {
    const found = known.get(queries) ?? build(queries);
    known.set(queries, found);
    return found;
  };
}
