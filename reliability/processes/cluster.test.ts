// The whole of it behind nginx, while everything fails in turn: nothing acknowledged is lost, nobody has to reload
// (`npm run chaos -- --cluster`).
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { type Cluster, type ClusterNode, startCluster } from '../../server/test/cluster.ts';
import { freePort } from '../../server/test/free-port.ts';
import { canRunNginx } from '../../server/test/nginx.ts';
import { canRunRedis } from '../../server/test/redis.ts';
import { historyOf, notesOf, openBoard, startWriters } from './board.ts';
import { follow } from './follower.ts';
import { until } from './product.ts';

// nginx has a certificate of our own, which Node trusts by NODE_EXTRA_CA_CERTS alone.
const isWanted = process.env['CHAOS_CLUSTER'] === '1';
const people = 6;
const writerCount = 6;
/** How long each fault lasts, longer than a page waits before it gives a socket up, in ms. */
const lasting = 6000;

/** The faults of the cluster, one after another, while people write. */
const faults: [string, (cluster: Cluster) => Promise<void>][] = [
  [
    'a node is killed',
    async ({ here }) => {
      await here.kill();
      await pause(lasting);
      await here.start();
    },
  ],
  [
    'a node stands still, and continues',
    async ({ there }) => {
      process.kill(there.pid(), 'SIGSTOP');
      await pause(lasting);
      process.kill(there.pid(), 'SIGCONT');
    },
  ],
  [
    'Redis is paused, and emptied',
    async ({ redis }) => {
      await redis.command('CLIENT', 'PAUSE', String(lasting), 'ALL');
      await pause(lasting + 300);
      await redis.command('FLUSHALL');
    },
  ],
  [
    'PostgreSQL is killed, and starts again',
    async (cluster) => {
      await cluster.killPostgres();
      await pause(lasting);
    },
  ],
  [
    'both nodes are rolled',
    async ({ here, there }) => {
      for (const node of [here, there]) {
        await node.stop();
        await node.start();
      }
    },
  ],
];

async function socketsOf({ metricsUrl }: ClusterNode): Promise<number> {
  const text = await (await fetch(metricsUrl ?? '')).text();
  return Number(/^wentwell_sockets (\d+)$/m.exec(text)?.[1]);
}

test.skipIf(!isWanted || !canRunNginx || !canRunRedis)(
  'a meeting on two nodes while everything fails in turn',
  { timeout: 300_000 },
  async () => {
    const nginx = { http: await freePort(), https: await freePort(), isSpread: true };
    await using cluster = await startCluster({ nginx, hasMetrics: true });
    const { url, here, there, mail } = cluster;
    for (const [what, fault] of faults) {
      const board = await openBoard(url, mail);
      const since = (await historyOf(url, board)).length;
      const followers = Array.from({ length: people }, () => follow(url, board, since));
      await until(`${people} people are there`, () =>
        followers.every(({ sockets }) => sockets > 0),
      );
      // In a first fault both nodes have people; after it nginx may have left one alone for a while.
      if (what === faults[0]?.[0]) {
        for (const node of [here, there]) expect(await socketsOf(node)).toBeGreaterThan(0);
      }
      const writers = startWriters(writerCount, board, () => url);
      await pause(500);
      await fault(cluster);
      await pause(1000);
      await writers.stop();
      const history = await historyOf(url, board);
      const expected = history.slice(since).map(({ seq }) => seq);
      await until(`all have everything after: ${what}`, () =>
        followers.every(({ seqs }) => seqs.length >= expected.length),
      );
      for (const { seqs, resyncs } of followers) {
        expect({ what, seqs, resyncs }).toEqual({ what, seqs: expected, resyncs: 0 });
      }
      const kept = (await notesOf(url, board)).map(({ id }) => id);
      expect(kept.toSorted()).toEqual(writers.acknowledged.toSorted());
      expect(expected).toHaveLength(writers.acknowledged.length);
      process.stdout.write(
        `${what}: ${writers.acknowledged.length} notes, ${followers.map(({ sockets }) => sockets).join('+')} sockets\n`,
      );
      for (const each of followers) await each[Symbol.asyncDispose]();
    }
  },
);
