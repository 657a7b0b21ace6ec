// A node that the bus does not reach says so in the database, which is what all nodes still share: what it commits
// reaches the others through the log alone, and they look there while any node is deaf (docs/live-protocol.md S-37).
import { randomUUID } from 'node:crypto';

import { liveLimits } from '@wentwell/contract/limits';
import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';

import type { Database } from '#server/platform/db/database';

import { deafNodes } from './deaf-nodes.table.ts';

export interface DeafNodes {
  /**
   * Renews or withdraws this node's entry. Resolves with whether another node has one that is in force. Calls run one
   * after the other, so that the last one decides.
   */
  exchange(isDeaf: boolean): Promise<boolean>;
}

export function deafNodesIn(db: Database): DeafNodes {
  const nodeId = randomUUID();
  // Unknown whether the last statement came through when the database fails: withdrawing twice does no harm.
  let mayBeListed = false;
  // Two statements on two connections may commit in either order: a late announcement would outlive its withdrawal.
  let previous: Promise<unknown> = Promise.resolve();
  const now = sql`now()`;
  const leaseEnd = sql`now() + ${liveLimits.deafLease} * interval '1 millisecond'`;

  async function announce(): Promise<void> {
    mayBeListed = true;
    await db
      .insert(deafNodes)
      .values({ nodeId, expiresAt: leaseEnd })
      .onConflictDoUpdate({ target: deafNodes.nodeId, set: { expiresAt: leaseEnd } });
  }

  /** Removes this node's entry, and with it those of nodes that were killed while they were deaf. */
  async function withdraw(): Promise<void> {
    await db
      .delete(deafNodes)
      .where(or(eq(deafNodes.nodeId, nodeId), lte(deafNodes.expiresAt, now)));
    mayBeListed = false;
  }

  async function exchangeOnce(isDeaf: boolean): Promise<boolean> {
    if (isDeaf) await announce();
    else if (mayBeListed) await withdraw();
    const inForce = and(ne(deafNodes.nodeId, nodeId), gt(deafNodes.expiresAt, now));
    return (await db.$count(deafNodes, inForce)) > 0;
  }

  return {
    exchange(isDeaf) {
      const exchanged = previous.then(() => exchangeOnce(isDeaf));
      previous = exchanged.catch(() => undefined);
      return exchanged;
    },
  };
}
