// A deaf node is one that the bus does not reach. It says so in the database, which all nodes still share: what it
// commits reaches the others through the log alone, so they poll the log while any node is deaf
// (docs/live-protocol.md S-37).
import { randomUUID } from 'node:crypto';

import { liveLimits } from '@wentwell/contract/limits';
import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';

import type { Database } from '#server/platform/db/database';

import { deafNodes } from './deaf-nodes.table.ts';

const now = sql`now()`;
const leaseEnd = sql`now() + ${liveLimits.deafLease} * interval '1 millisecond'`;

export class DeafNodes {
  readonly #db: Database;
  readonly #nodeId = randomUUID();
  // When the database fails, it is unknown whether the last statement took effect. Withdrawing twice does no harm.
  #mayBeListed = false;
  // Two statements on two connections may commit in either order: a late announcement would outlive its withdrawal.
  #previous: Promise<unknown> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Renews or withdraws this node's entry. Resolves with whether another node has one that is in force. Calls run one
   * after the other, so that the last one decides.
   */
  report(isDeaf: boolean): Promise<boolean> {
    const reported = this.#previous.then(() => this.#reportOnce(isDeaf));
    this.#previous = reported.catch(() => undefined);
    return reported;
  }

  async #reportOnce(isDeaf: boolean): Promise<boolean> {
    if (isDeaf) await this.#announce();
    else if (this.#mayBeListed) await this.#withdraw();
    const inForce = and(ne(deafNodes.nodeId, this.#nodeId), gt(deafNodes.expiresAt, now));
    return (await this.#db.$count(deafNodes, inForce)) > 0;
  }

  async #announce(): Promise<void> {
    this.#mayBeListed = true;
    await this.#db
      .insert(deafNodes)
      .values({ nodeId: this.#nodeId, expiresAt: leaseEnd })
      .onConflictDoUpdate({ target: deafNodes.nodeId, set: { expiresAt: leaseEnd } });
  }

  /** Removes this node's entry, and those of nodes that were killed while they were deaf. */
  async #withdraw(): Promise<void> {
    await this.#db
      .delete(deafNodes)
      .where(or(eq(deafNodes.nodeId, this.#nodeId), lte(deafNodes.expiresAt, now)));
    this.#mayBeListed = false;
  }
}
