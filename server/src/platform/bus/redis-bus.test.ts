import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import { systemClock } from '#server/platform/clock';
import { openRedis } from '#server/platform/redis';
import { canRunRedis, hasRedis, startTestRedis, type TestRedis } from '#test/redis';

import { busSuite } from './bus.suite.ts';
import { redisBus } from './redis-bus.ts';

const log = pino({ level: 'silent' });

async function openEnd(redis: TestRedis) {
  const connections = await openRedis(redis, log);
  const bus = redisBus({ redis: connections, clock: systemClock, log });
  await expect.poll(() => bus.healthy()).toBe(true);
  return {
    bus,
    async close() {
      await bus.close();
      connections.close();
    },
  };
}

async function openEnds(redis: TestRedis) {
  const [here, there] = await Promise.all([openEnd(redis), openEnd(redis)]);
  return {
    here: here.bus,
    there: there.bus,
    redis,
    async [Symbol.asyncDispose]() {
      await Promise.all([here.close(), there.close()]);
      await redis[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!hasRedis)('over Redis', () => {
  busSuite('with sharded channels', async () => openEnds(await startTestRedis()));
});

describe.skipIf(!canRunRedis)('over a Redis of one’s own', () => {
  busSuite('that knows no sharded channels', async () =>
    openEnds(await startTestRedis(['ssubscribe', 'spublish', 'sunsubscribe'])),
  );

  it('reports a lost Redis, still delivers locally, and recovers', async () => {
    await using bus = await openEnds(await startTestRedis());
    const received: string[] = [];
    const health: boolean[] = [];
    bus.here.onHealth((healthy) => health.push(healthy));
    await bus.here.subscribe('news', (message) => received.push(`here ${message}`));
    await bus.there.subscribe('news', (message) => received.push(`there ${message}`));
    await bus.redis.kill();
    await expect.poll(() => health).toEqual([false]);
    bus.here.publish('news', 'one');
    await expect.poll(() => received).toEqual(['here one']);
    const late = await bus.here.subscribe('late', (message) => received.push(`late ${message}`));
    await bus.redis.restart();
    await expect.poll(() => [health, bus.there.healthy()]).toEqual([[false, true], true]);
    bus.there.publish('news', 'two');
    bus.there.publish('late', 'two');
    await expect
      .poll(() => received.slice(1).toSorted())
      .toEqual(['here two', 'late two', 'there two']);
    late();
  });

  it('detects a Redis that stops responding on an open connection', async () => {
    await using bus = await openEnds(await startTestRedis());
    await bus.redis.command('client', 'pause', '3000', 'all');
    await expect.poll(() => bus.here.healthy()).toBe(false);
    await expect.poll(() => bus.here.healthy()).toBe(true);
  });

  it('survives a listener that throws', async () => {
    await using bus = await openEnds(await startTestRedis());
    const received: string[] = [];
    await bus.there.subscribe('news', () => {
      throw new Error('not mine');
    });
    await bus.there.subscribe('news', (message) => received.push(message));
    bus.here.publish('news', 'one');
    bus.here.publish('news', 'two');
    await expect.poll(() => received).toEqual(['one', 'two']);
  });
});
