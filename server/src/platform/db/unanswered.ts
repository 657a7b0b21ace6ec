// Handles statements without a response, such as a COMMIT while a synchronous standby is away. Canceling it would
// commit on one server only, and a new session would hang too. The session therefore keeps its slot in the pool until
// PostgreSQL answers or ends it (docs/runbook.md).
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { BaseLogger } from 'pino';

import { DatabaseAway } from '#server/platform/db/database-errors';

const sweepMs = 1000;

/** Rejects after `ms` and calls `onLate`. It does not cancel the query. */
export function answerWithin<T>(answer: Promise<T>, ms: number, onLate = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate();
      reject(new Error('Query read timeout'));
    }, ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Sessions that PostgreSQL is working for, by process id. */
export interface BusySessions {
  busy: ReadonlySet<number>;
  waitForStandby: boolean;
}

export interface UnansweredDeps {
  log: BaseLogger;
  /** Must use a separate connection. */
  findBusy(processIds: readonly number[]): Promise<BusySessions>;
}

export class UnansweredSessions {
  readonly #deps: UnansweredDeps;
  readonly #sessions = new Map<pg.Client, (() => void)[]>();
  #sweeping = false;

  constructor(deps: UnansweredDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#sessions.size;
  }

  has(client: pg.Client): boolean {
    return this.#sessions.has(client);
  }

  add(client: pg.Client): void {
    if (this.#sessions.has(client)) return;
    this.#sessions.set(client, []);
    if (!this.#sweeping) void this.#sweep();
  }

  /** All statements were answered, or failed with the connection. */
  settle(client: pg.Client): void {
    const callbacks = this.#sessions.get(client) ?? [];
    this.#sessions.delete(client);
    for (const callback of callbacks) callback();
  }

  /** Runs the callback immediately if the session has no late statement. */
  whenSettled(client: pg.Client, callback: () => void): void {
    const callbacks = this.#sessions.get(client);
    if (callbacks) callbacks.push(callback);
    else callback();
  }

  /** Closes the connections. PostgreSQL finishes running statements on its own. */
  abandon(): void {
    for (const client of this.#sessions.keys()) client.connection.stream.destroy();
  }

  /** Closes connections that PostgreSQL does not know, after a network failure or a failover. */
  async #sweep(): Promise<void> {
    const { log, findBusy } = this.#deps;
    this.#sweeping = true;
    let isNamed = false;
    while (this.#sessions.size > 0) {
      await pause(sweepMs, undefined, { ref: false });
      const sessions = [...this.#sessions.keys()];
      const found = await findBusy(sessions.map(processIdOf)).catch(() => null);
      if (found === null) continue;
      if (found.waitForStandby && !isNamed) {
        log.error(
          { sessions: sessions.length },
          'commits wait for a synchronous standby of the database: nothing is stored until it is back',
        );
        isNamed = true;
      }
      for (const client of sessions) {
        const isLost = this.#sessions.has(client) && !found.busy.has(processIdOf(client));
        if (isLost) client.connection.stream.destroy();
      }
    }
    this.#sweeping = false;
    if (isNamed) log.info('commits are answered again');
  }
}

function processIdOf(client: pg.Client): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}

/** Limits the pool's connections for writes. The remaining ones stay free for reads, even while commits hang. */
export class WriterSlots {
  readonly #deps: WriterSlotsDeps;
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(deps: WriterSlotsDeps) {
    this.#deps = deps;
    this.#free = deps.max;
  }

  /** Resolves in FIFO order to a release function. Rejects with DatabaseAway on timeout. */
  async acquire(): Promise<() => void> {
    const { max, waitMs, isHanging } = this.#deps;
    if (this.#free > 0) this.#free -= 1;
    else if (isHanging(max)) throw new DatabaseAway(new Error('commits are not answered'));
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      const leaveQueue = () => {
        this.#waiting = this.#waiting.filter((each) => each !== resolve);
      };
      await answerWithin(promise, waitMs, leaveQueue).catch((error: unknown) => {
        throw new DatabaseAway(error);
      });
    }
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

interface WriterSlotsDeps {
  max: number;
  /** Maximum wait for a slot, in ms. */
  waitMs: number;
  /** Whether at least `max` sessions are unanswered, so that waiting is pointless. */
  isHanging(max: number): boolean;
}

/** Queries which of the sessions PostgreSQL is working for. */
export async function findBusySessions(
  queries: Pick<NodePgDatabase, 'execute'>,
  processIds: readonly number[],
): Promise<BusySessions> {
  const { rows } = await queries.execute<{ pid: number; waits: boolean }>(
    sql`select pid, coalesce(wait_event = 'SyncRep', false) as waits from pg_stat_activity
      where pid = any(${sql.param(processIds)}::int[]) and state = 'active'
        and wait_event_type is distinct from 'Client'`,
  );
  return {
    busy: new Set(rows.map(({ pid }) => pid)),
    waitForStandby: rows.some(({ waits }) => waits),
  };
}
