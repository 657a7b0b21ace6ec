// A simulated node's access to the real database. Nodes take turns, so that a seed is reproducible. Reads can be
// delayed, and the node can die around a COMMIT.
import pg from 'pg';
import { pino } from 'pino';

import { renewEpochs } from '../../server/src/live/epochs.ts';
import { DatabaseIdentity } from '../../server/src/platform/db/database-identity.ts';
import {
  type Database,
  type DatabaseConnection,
  openDatabase,
} from '../../server/src/platform/db/database.ts';

/** The point within a change at which the node dies. */
export type Death = 'before-commit' | 'before-answer' | 'before-publish';

/** Shared by all nodes of a world. FIFO. */
export class Mutex {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];
  /** Callbacks waiting until the database is idle. */
  #onQuiet: (() => void)[] = [];
  /** Runs after each transaction, before the next one starts. */
  afterCommit: () => Promise<void> = () => Promise.resolve();

  get isQuiet(): boolean {
    return !this.#isTaken && this.#waiting.length === 0;
  }

  /** Resolves when the database is idle and has no waiters. Rejects after the timeout. */
  async quiet(timeoutMs: number): Promise<void> {
    if (this.isQuiet) return;
    await new Promise<void>((go, fail) => {
      const giveUp = () => fail(new Error('the database does not come to rest'));
      const timer = setTimeout(giveUp, timeoutMs);
      this.#onQuiet.push(() => {
        clearTimeout(timer);
        go();
      });
    });
  }

  async acquire(): Promise<() => void> {
    if (this.#isTaken) await new Promise<void>((go) => this.#waiting.push(go));
    this.#isTaken = true;
    return () => void this.#release();
  }

  /** Runs all continuations of the last result before the next query starts. */
  async #release(): Promise<void> {
    await passTurns(2);
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#isTaken = false;
    const onQuiet = this.#onQuiet;
    this.#onQuiet = [];
    for (const go of onQuiet) go();
  }
}

/** Yields to the event loop `count` times. */
export async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise<void>((go) => void setImmediate(go));
  }
}

class NodeIsDead extends Error {
  override name = 'NodeIsDead';
}

export interface NodeDatabase {
  db: Database;
  identity: DatabaseIdentity;
  /** Delays reads outside transactions until they are released. */
  holdReads(): void;
  /** Releases the first delayed read. False if there is none. */
  releaseOneRead(): boolean;
  /** Stops delaying reads, and releases the delayed ones in order. */
  releaseReads(): void;
  readonly heldReads: number;
  /** Makes the node die at this point of its next change. */
  dieAt(death: Death | null): void;
  kill(): void;
  close(): Promise<void>;
}

const log = pino({ level: 'silent' });

// Timeouts use the real clock. Shorter ones would make seeds irreproducible on a busy machine.
const day = 24 * 3600 * 1000;
export const patientLimits = {
  connectTimeoutMs: day,
  statementTimeoutMs: day,
  lockTimeoutMs: day,
  idleInTransactionTimeoutMs: day,
};

export function nodeDatabase(
  connection: DatabaseConnection,
  turnstile: Mutex,
  died: (death: Death) => void,
): NodeDatabase {
  const identity = new DatabaseIdentity({ log, renewEpochs });
  const checkConnection = (client: pg.Client, ms: number) => identity.check(client, ms);
  // Must exceed the number of concurrent changes. Otherwise changes waiting for the mutex would hold all connections,
  // and the mutex holder would deadlock.
  const maxConnections = 100;
  const db = openDatabase(connection, { log, maxConnections, checkConnection, ...patientLimits });
  const pool: unknown = Reflect.get(db, '$client');
  if (!(pool instanceof pg.Pool)) throw new Error('the pool is not where it was');
  const held: (() => void)[] = [];
  let isHolding = false;
  let isDead = false;
  let death: Death | null = null;

  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;

  function assertAlive(): void {
    if (isDead) throw new NodeIsDead('this node is dead');
  }

  async function oneQuery(...args: unknown[]): Promise<unknown> {
    if (isHolding) await new Promise<void>((go) => held.push(go));
    const leave = await turnstile.acquire();
    try {
      assertAlive();
      return await query(...args);
    } finally {
      leave();
    }
  }

  async function observeAndRelease(leave: () => void): Promise<void> {
    try {
      await turnstile.afterCommit();
    } finally {
      leave();
    }
  }

  async function oneTransaction(): Promise<pg.PoolClient> {
    const leave = await turnstile.acquire();
    try {
      assertAlive();
      const client = await connect();
      const { release } = client;
      client.release = (broken) => {
        release.call(client, broken);
        void observeAndRelease(leave);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  // pg's own pool.query calls `connect` with a callback.
  Object.assign(pool, {
    query: oneQuery,
    connect: (callback?: unknown) =>
      callback === undefined ? oneTransaction() : connect(callback),
  });

  const write = db.write.bind(db);
  db.write = async (work, options) => {
    let dies: Death | null = null;
    const result = await write(async (tx) => {
      const { afterCommit } = tx;
      tx.afterCommit = (hook) => {
        afterCommit(() => {
          if (dies === null && !isDead) hook();
        });
      };
      const done = await work(tx);
      assertAlive();
      dies = death;
      death = null;
      if (dies === 'before-commit') {
        died(dies);
        throw new NodeIsDead('stopped before COMMIT');
      }
      return done;
    }, options);
    if (dies !== null) died(dies);
    if (dies === 'before-answer') throw new NodeIsDead('stopped after COMMIT');
    return result;
  };

  function release(): void {
    isHolding = false;
    for (const go of held.splice(0)) go();
  }

  return {
    db,
    identity,
    holdReads: () => (isHolding = true),
    releaseOneRead() {
      const go = held.shift();
      go?.();
      return go !== undefined;
    },
    releaseReads: release,
    get heldReads() {
      return held.length;
    },
    dieAt: (at) => (death = at),
    kill() {
      isDead = true;
      release();
    },
    close: () => db.close(),
  };
}
