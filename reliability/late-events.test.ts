// The bus fails between two nodes: the users of both get each other's changes soon, and the nodes say why they are late.
import { liveLimits } from '@wentwell/contract/limits';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { buildBoard, textsOf } from '../server/test/board-scene.ts';
import { buildTestApp, type TestApp } from '../server/test/build-test-app.ts';
import { manualClock } from '../server/test/manual-clock.ts';
import { canRunRedis, startTestRedis } from '../server/test/redis.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** Fewer polls than seconds between two heartbeats. */
const fewPolls = { timeout: 12_000, interval: 1000 };
const timeoutMs = { timeout: 60_000 };

async function health(app: TestApp): Promise<unknown> {
  return (await app.request('GET', '/health/ready')).body;
}

/** Without the node's clock, which a test with a clock of its own sets ahead. */
async function reasonsBeside(app: TestApp): Promise<string[]> {
  const { reasons = [] } = Health.parse(await health(app));
  return reasons.filter((reason) => !reason.startsWith('the clock of this node'));
}

const Health = z.object({ reasons: z.array(z.string()).optional() });

const late = {
  status: 'degraded',
  reasons: ['changes of another node do not come by Redis: they arrive up to a second late'],
};

test('S-37: nodes with one database but no bus deliver each other’s changes by polling, and report it', async () => {
  const clock = manualClock(new Date());
  /** Advances the clock by another poll each time, because the node may still be busy with the last one. */
  const afterPoll = (read: () => unknown) => () => {
    clock.advance(liveLimits.headPoll);
    return read();
  };
  await using here = await buildTestApp({}, { clock });
  await using there = await buildTestApp({}, { beside: here });
  const { owner, member, note, follow } = await buildBoard(here);
  await using near = await follow(owner);
  await note(owner, 'by this node', here);
  await expect.poll(() => textsOf(near)).toEqual(['by this node']);
  await expect.poll(afterPoll(() => reasonsBeside(here))).toEqual([]);
  await note(member, 'by the other node', there);
  const texts = ['by this node', 'by the other node'];
  await expect
    .poll(
      afterPoll(() => textsOf(near)),
      fewPolls,
    )
    .toEqual(texts);
  await expect.poll(afterPoll(() => reasonsBeside(here))).toEqual(late.reasons);
  await expect.poll(afterPoll(() => reasonsBeside(here))).toEqual([]);
});

test.skipIf(!canRunRedis)(
  'S-37: a node that loses Redis and a node that does not still exchange changes each second, and report the delay',
  timeoutMs,
  async () => {
    await using redis = await startTestRedis();
    await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
    await using well = await buildTestApp({}, { redisUrl: redis.url });
    const redisUrl = proxy.url.replace('http:', 'redis:');
    await using deaf = await buildTestApp({}, { redisUrl, beside: well });
    const { owner, member, note, follow } = await buildBoard(well);
    await using near = await follow(owner);
    await using far = await follow(member, deaf);
    await note(member, 'before', deaf);
    for (const live of [near, far]) {
      await expect.poll(() => textsOf(live)).toEqual(['before']);
    }

    proxy.faults.blackHole = true;
    await expect
      .poll(() => health(deaf))
      .toEqual({
        status: 'degraded',
        reasons: ['Redis is away: changes reach other nodes late'],
      });
    await note(member, 'by the deaf node', deaf);
    await note(owner, 'by the other node', well);
    for (const live of [near, far]) {
      await expect
        .poll(() => textsOf(live))
        .toEqual(['before', 'by the deaf node', 'by the other node']);
    }
    await expect.poll(() => health(well)).toEqual(late);

    proxy.faults.blackHole = false;
    await expect.poll(() => health(deaf)).toEqual({ status: 'ready' });
  },
);

test.skipIf(!canRunRedis)(
  'S-37: a silently broken connection to Redis is reopened',
  timeoutMs,
  async () => {
    await using redis = await startTestRedis();
    await using proxy = await startTcpProxy(Number(new URL(redis.url).port));
    await using app = await buildTestApp({}, { redisUrl: proxy.url.replace('http:', 'redis:') });
    await expect.poll(() => health(app)).toEqual({ status: 'ready' });
    proxy.mute();
    await expect.poll(() => health(app)).toMatchObject({ status: 'degraded' });
    await expect.poll(() => health(app)).toEqual({ status: 'ready' });
  },
);
