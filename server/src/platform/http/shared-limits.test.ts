// Limits that nodes share: what one has counted, the other knows, and Redis being away refuses nobody.
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import { buildHttpServer } from '#server/platform/http/http-server';
import { MINUTE, registerRateLimits } from '#server/platform/http/rate-limits';
import { openRedis, type RedisConnections } from '#server/platform/redis';
import { canRunRedis, startTestRedis, type TestRedis } from '#test/redis';

const log = pino({ level: 'silent' });

/** A node with one call that is limited per address, and one per account. */
async function startNode(redis: RedisConnections | null) {
  const http = await buildHttpServer({
    log,
    ownOrigins: ['http://localhost:3000'],
    allowedOrigins: ['http://localhost:3000'],
    trustProxy: [],
  });
  registerRateLimits(http, { times: 1, exempt: [], redis });
  const three = { max: 3, timeWindow: MINUTE };
  const perAddress = { addressLimit: { failures: three, successes: three } };
  const accountOf = ({ url }: { url: string }) => url.split('?')[1] ?? '';
  const perAccount = { accountLimit: { max: 3, timeWindow: MINUTE, accountOf } };
  http.get('/address', { config: perAddress }, () => ({}));
  http.get('/other', { config: perAddress }, () => ({}));
  http.get('/account', { config: perAccount }, () => ({}));
  http.get('/other-account', { config: perAccount }, () => ({}));
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  return {
    async ask(path: string): Promise<number> {
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      return answer.status;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      redis?.close();
    },
  };
}

async function startTwo(redis: TestRedis) {
  const [one, two] = await Promise.all([
    startNode(await openRedis(redis, log)),
    startNode(await openRedis(redis, log)),
  ]);
  return { one, two };
}

describe.skipIf(!canRunRedis)('two nodes on one Redis', () => {
  it.each(['/address', '/account?robin'])('count %s together', async (path) => {
    await using redis = await startTestRedis();
    const { one, two } = await startTwo(redis);
    await using _one = one;
    await using _two = two;
    const statuses = [];
    for (const node of [one, two, one, two, one]) statuses.push(await node.ask(path));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('count each call and each account by itself', async () => {
    await using redis = await startTestRedis();
    const { one, two } = await startTwo(redis);
    await using _one = one;
    await using _two = two;
    for (const path of ['/address', '/address', '/address', '/account?robin', '/account?robin']) {
      expect(await one.ask(path)).toBe(200);
    }
    for (const path of ['/other', '/account?sasha', '/other-account?robin', '/account?robin']) {
      expect(await two.ask(path)).toBe(200);
    }
    expect(await two.ask('/address')).toBe(429);
    expect(await two.ask('/account?robin')).toBe(429);
  });

  it('keep no address and no account in Redis, and nothing for longer than its window', async () => {
    await using redis = await startTestRedis();
    await using node = await startNode(await openRedis(redis, log));
    await node.ask('/address');
    await node.ask('/account?robin@example.com');
    const keys = (await redis.command('keys', '*')) as string[];
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toMatch(/robin|127\.0\.0\.1/);
    for (const key of keys) {
      const left = Number(await redis.command('pttl', key));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(MINUTE);
    }
  });
});

describe.skipIf(!canRunRedis)('a node whose Redis', () => {
  it('dies refuses nobody for it, and goes on from what it counted itself', async () => {
    await using redis = await startTestRedis();
    await using node = await startNode(await openRedis(redis, log));
    expect(await node.ask('/account?robin')).toBe(200);
    expect(await node.ask('/account?robin')).toBe(200);
    await redis.kill();
    const statuses = [];
    for (let tries = 0; tries < 3; tries += 1) statuses.push(await node.ask('/account?robin'));
    expect(statuses).toEqual([200, 429, 429]);
    expect(await node.ask('/account?sasha')).toBe(200);
  });

  it('hangs answers all the same', async () => {
    await using redis = await startTestRedis();
    await using node = await startNode(await openRedis(redis, log));
    await redis.command('client', 'pause', '3000');
    expect(await node.ask('/address')).toBe(200);
  });
});

describe('a node by itself', () => {
  it('counts alone', async () => {
    await using node = await startNode(null);
    const statuses = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push(await node.ask('/address'));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});
