// Statements that PostgreSQL does not answer, such as a COMMIT while a synchronous standby is away. Canceled, it would
// count as committed on one server alone, and a new session would hang like it. So its session keeps its place in the
// pool until PostgreSQL answers or has ended it (docs/runbook.md).
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { BaseLogger } from 'pino';

import { DatabaseAway } from '#server/platform/db/database-errors';

const sweepMs = 1000;

/** Rejects after `ms`, and calls back then; the answer itself goes on. */
export function answerWithin<T>(answer: Promise<T>, ms: number, onLate = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate();
      reject(new Error('Query read timeout'));
    }, ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The work that PostgreSQL does for its sessions, by their process ids. */
export interface BusySessions {
  busy: ReadonlySet<number>;
  waitForStandby: boolean;
}

export interface UnansweredDeps {
  log: BaseLogger;
  /** Asked over a connection of its own. */
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

  /** Everything that was sent is answered, or failed with the connection. */
  settle(client: pg.Client): void {
    const callbacks = this.#sessions.get(client) ?? [];
    this.#sessions.delete(client);
    for (const callback of callbacks) callback();
  }

  /** Calls back at once where nothing of the session is late. */
  whenSettled(client: pg.Client, callback: () => void): void {
    const callbacks = this.#sessions.get(client);
    if (callbacks) callbacks.push(callback);
    else callback();
  }

  /** Cuts the connections. What PostgreSQL has begun it ends by itself. */
  abandon(): void {
    for (const client of this.#sessions.keys()) client.connection.stream.destroy();
  }

  /** Cuts connections of which PostgreSQL knows nothing: their network is gone, or they were left by a failover. */
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

/** The connections of a pool that may change something at once: the others are for reading, also while commits hang. */
export class WriterPlaces {
  readonly #deps: WriterPlacesDeps;
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(deps: WriterPlacesDeps) {
    this.#deps = deps;
    this.#free = deps.most;
  }

  /** Resolves, in the order of asking, to how the place is given back. Rejects with DatabaseAway where none gets free. */
  async take(): Promise<() => void> {
    const { most, waitMs, isHanging } = this.#deps;
    if (this.#free > 0) this.#free -= 1;
    else if (isHanging(most)) throw new DatabaseAway(new Error('commits are not answered'));
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

interface WriterPlacesDeps {
  most: number;
  /** Ms that a place is waited for. */
  waitMs: number;
  /** Whether so many sessions are not answered that waiting is vain. */
  isHanging(most: number): boolean;
}

/** The sessions that PostgreSQL is at work for. */
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
