// One node loses Redis and the other does not: the users of both get each other's changes soon.
import { liveLimits } from '@wentwell/contract/limits';
import { expect, test } from 'vitest';

import { deafNodes } from '../server/src/live/deaf-nodes.table.ts';
import { buildBoard, textsOf } from '../server/test/board-scene.ts';
import { buildTestApp, type TestApp } from '../server/test/build-test-app.ts';
import { manualClock } from '../server/test/manual-clock.ts';
import { canRunRedis, startTestRedis } from '../server/test/redis.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const longEnough = { timeout: 20_000 };
/** Fewer polls than seconds between two heartbeats, which would make the node read the log, too. */
const fewPolls = { timeout: 12_000, interval: 1000 };
const timeoutMs = { timeout: 60_000 };

async function health(app: TestApp): Promise<unknown> {
  return (await app.request('GET', '/health/ready')).body;
}

test.skipIf(!canRunRedis)(
  'S-37: while one node is deaf the other reads the log each second, and says why it is degraded',
  timeoutMs,
  async () => {
    await using redis = await startTestRedis();
    await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
    // A clock that the test advances: no heartbeat makes the node read the log.
    const clock = manualClock(new Date());
    /** Advances the clock by another second each time, because the node may still be busy with the last poll. */
    const afterPoll = (read: () => unknown) => () => {
      clock.advance(liveLimits.busAwayPoll);
      return read();
    };
    await using well = await buildTestApp({}, { clock, redisUrl: redis.url });
    const redisUrl = proxy.url.replace('http:', 'redis:');
    await using deaf = await buildTestApp({}, { redisUrl, beside: well });
    const { owner, member, meeting, note } = await buildBoard(well);
    await using near = await well.live(owner, meeting.id);
    await using far = await deaf.live(member, meeting.id);
    await note(member, 'before', deaf);
    for (const live of [near, far]) {
      await expect.poll(() => textsOf(live), longEnough).toEqual(['before']);
    }

    proxy.faults.blackHole = true;
    await expect.poll(() => well.db.$count(deafNodes), longEnough).toBe(1);
    await note(member, 'by the deaf node', deaf);
    await expect
      .poll(
        afterPoll(() => textsOf(near)),
        fewPolls,
      )
      .toEqual(['before', 'by the deaf node']);
    // Polled, because on a busy machine this node may lose Redis for a moment, too.
    await expect
      .poll(() => health(well), longEnough)
      .toEqual({
        status: 'degraded',
        reasons: ['Redis is away for another node: its changes arrive late'],
      });
    await note(owner, 'by the other node', well);
    await expect
      .poll(() => textsOf(far), longEnough)
      .toEqual(['before', 'by the deaf node', 'by the other node']);
    await expect
      .poll(() => health(deaf), longEnough)
      .toEqual({
        status: 'degraded',
        reasons: ['Redis is away: changes reach other nodes late'],
      });

    proxy.faults.blackHole = false;
    await expect.poll(() => well.db.$count(deafNodes), longEnough).toBe(0);
    await expect
      .poll(
        afterPoll(() => health(well)),
        longEnough,
      )
      .toEqual({ status: 'ready' });
    await expect.poll(() => health(deaf), longEnough).toEqual({ status: 'ready' });
  },
);

test.skipIf(!canRunRedis)(
  'S-37: a connection to Redis that died silently is opened again',
  timeoutMs,
  async () => {
    await using redis = await startTestRedis();
    await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
    await using app = await buildTestApp({}, { redisUrl: proxy.url.replace('http:', 'redis:') });
    await expect.poll(() => health(app), longEnough).toEqual({ status: 'ready' });
    proxy.mute();
    await expect.poll(() => health(app), longEnough).toMatchObject({ status: 'degraded' });
    await expect.poll(() => health(app), longEnough).toEqual({ status: 'ready' });
  },
);
