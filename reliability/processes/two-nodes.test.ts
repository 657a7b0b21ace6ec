// Two nodes, one PostgreSQL, and a Redis that is paused, emptied and killed: nothing is lost, and both nodes deliver
// the same order.
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { startCluster } from '../../server/test/cluster.ts';
import { type LiveClient, openLiveClient } from '../../server/test/live-client.ts';
import { canRunRedis } from '../../server/test/redis.ts';
import { historyOf, liveAddress, openBoard, startWriters } from './board.ts';
import { until } from './product.ts';

const pauseOfRedis = 1500;

/** The events of a socket, in the order of their arrival. */
function eventsOf(live: LiveClient): string[] {
  return live.frames.flatMap((frame) => ('seq' in frame ? [`${frame.seq} ${frame.type}`] : []));
}

test.skipIf(!canRunRedis)(
  'Redis paused, emptied and killed between two nodes',
  { timeout: 120_000 },
  async () => {
    await using cluster = await startCluster();
    const { here, there, redis, mail } = cluster;
    const board = await openBoard(here.url, mail);
    const since = (await historyOf(here.url, board)).length;
    {
      await using listensHere = await openLiveClient(await liveAddress(here.url, board, since));
      await using listensThere = await openLiveClient(await liveAddress(there.url, board, since));
      const writers = startWriters(4, board, (writer) => (writer % 2 === 0 ? here.url : there.url));
      await pause(400);
      await redis.command('CLIENT', 'PAUSE', String(pauseOfRedis), 'ALL');
      await pause(pauseOfRedis + 300);
      await redis.command('FLUSHALL');
      await pause(300);
      await redis.kill();
      await pause(800);
      await redis.restart();
      await pause(500);
      await writers.stop();
      const history = await historyOf(here.url, board);
      const expected = history.slice(since).map(({ seq, type }) => `${seq} ${type}`);
      expect(expected).toHaveLength(writers.acknowledged.length);
      await until('both nodes have delivered everything', () =>
        [listensHere, listensThere].every((live) => eventsOf(live).length >= expected.length),
      );
      expect(eventsOf(listensHere)).toEqual(expected);
      expect(eventsOf(listensThere)).toEqual(expected);
    }
  },
);
