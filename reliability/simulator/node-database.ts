// The database as one simulated node has it: the real one, but one thing at a time over all nodes, so that a seed
// runs the same way twice; reads can be held up, and the node can die around a COMMIT.
import pg from 'pg';
import { pino } from 'pino';

import {
  type Database,
  type DatabaseConnection,
  openDatabase,
} from '../../server/src/platform/db/database.ts';

/** Where in a change its node dies. */
export type Death = 'before-commit' | 'before-answer' | 'before-publish';

/** One at a time over all nodes of a world, in the order of asking. */
export class Mutex {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];
  /** What happens after each transaction, before anybody else has a turn. */
  afterCommit: () => Promise<void> = () => Promise.resolve();

  get isQuiet(): boolean {
    return !this.#isTaken && this.#waiting.length === 0;
  }

  async acquire(): Promise<() => void> {
    if (this.#isTaken) await new Promise<void>((go) => this.#waiting.push(go));
    this.#isTaken = true;
    return () => void this.#release();
  }

  /** What the last one's answer leads to comes first; the next one's answer is a later matter. */
  async #release(): Promise<void> {
    await turns(2);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

/** Lets everything that needs no input or output run. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise<void>((go) => void setImmediate(go));
  }
}

class NodeIsDead extends Error {
  override name = 'NodeIsDead';
}

export interface NodeDatabase {
  db: Database;
  /** Reads outside transactions wait from now on, each until it is let through. */
  hold(): void;
  /** Lets the first held read through; tells whether there was one. */
  letOneThrough(): boolean;
  /** Reads flow again, held ones in their order. */
  release(): void;
  readonly held: number;
  /** The next change ends the node, at that point of it. */
  dieAt(death: Death | null): void;
  kill(): void;
  close(): Promise<void>;
}

const log = pino({ level: 'silent' });

export function nodeDatabase(
  connection: DatabaseConnection,
  turnstile: Mutex,
  died: (death: Death) => void,
): NodeDatabase {
  const db = openDatabase(connection, { log, maxConnections: 3 });
  const pool: unknown = Reflect.get(db, '$client');
  if (!(pool instanceof pg.Pool)) throw new Error('the pool is not where it was');
  const held: (() => void)[] = [];
  let isHolding = false;
  let isDead = false;
  let death: Death | null = null;

  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (hear?: unknown) => Promise<pg.PoolClient>;

  function assertLife(): void {
    if (isDead) throw new NodeIsDead('this node is dead');
  }

  async function oneQuery(...args: unknown[]): Promise<unknown> {
    if (isHolding) await new Promise<void>((go) => held.push(go));
    const leave = await turnstile.acquire();
    try {
      assertLife();
      return await query(...args);
    } finally {
      leave();
    }
  }

  async function lookAndLeave(leave: () => void): Promise<void> {
    try {
      await turnstile.afterCommit();
    } finally {
      leave();
    }
  }

  async function oneTransaction(): Promise<pg.PoolClient> {
    const leave = await turnstile.acquire();
    try {
      assertLife();
      const client = await connect();
      const { release } = client;
      client.release = (broken) => {
        release.call(client, broken);
        void lookAndLeave(leave);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  // pg's own pool.query comes in by the callback.
  Object.assign(pool, {
    query: oneQuery,
    connect: (hear?: unknown) => (hear === undefined ? oneTransaction() : connect(hear)),
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
      assertLife();
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
    hold: () => (isHolding = true),
    letOneThrough() {
      const go = held.shift();
      go?.();
      return go !== undefined;
    },
    release,
    get held() {
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
