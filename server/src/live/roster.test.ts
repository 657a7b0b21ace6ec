// Leases of nodes, over a real Redis, with a clock turned by hand.
import { MeetingId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { openRedis } from '#server/platform/redis';
import { manualClock } from '#test/manual-clock';
import { hasRedis, startTestRedis, type TestRedis } from '#test/redis';

import type { Person } from './presence.ts';
import { redisRoster } from './roster.ts';

const logger = pino({ level: 'silent' });

function userNamed(userName: string): Person {
  return { userId: newId(UserId), userName, email: `${userName}@example.com` };
}

async function buildNode(redis: TestRedis) {
  const clock = manualClock();
  const connections = await openRedis(redis.url, logger);
  const start = clock.now().getTime();
  let stoodStillFor = 0;
  const elapsed = (): number => clock.now().getTime() - start + stoodStillFor;
  const roster = redisRoster({ redis: connections, clock, logger, elapsed });
  const news: string[] = [];
  await roster.start({
    ended: (leases) => news.push(`ended ${leases.size}`),
    renewed: () => news.push('renewed'),
    stoodStill: () => news.push('stood still'),
  });
  return {
    roster,
    news,
    clock,
    connections,
    names: async (board: MeetingId) =>
      [...(await roster.elsewhere(board)).values()].flat().map(({ userName }) => userName),
    /** As if the process had been stopped, and woke. */
    standStill(ms: number) {
      stoodStillFor += ms;
      clock.advance(liveLimits.leaseEvery);
    },
    async [Symbol.asyncDispose]() {
      await roster.close();
      connections.close();
    },
  };
}

/** Ends all leases, as time would. */
async function endLeases(redis: TestRedis): Promise<void> {
  const keys = (await redis.command('keys', '*lease*')) as string[];
  await redis.command('del', ...keys);
}

describe.skipIf(!hasRedis)('the roster', () => {
  it('S-43: shows each node the others’ people, until they are taken back', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim'), userNamed('Lou')]);
    expect(await b.names(board)).toEqual(['Kim', 'Lou']);
    expect(await a.names(board)).toEqual([]);
    expect(await b.names(newId(MeetingId))).toEqual([]);
    await a.roster.put(board, []);
    expect(await b.names(board)).toEqual([]);
  });

  it('S-43: people count only while their node’s lease lives, which is renewed for 10 s', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim')]);
    expect(await b.names(board)).toEqual(['Kim']);
    const [lease] = (await b.roster.elsewhere(board)).keys();
    const key = `${a.connections.prefix}lease:${lease}`;
    const left = async () => Number(await redis.command('pttl', key));
    await redis.command('pexpire', key, '5000');
    a.clock.advance(liveLimits.leaseEvery);
    await expect.poll(left).toBeGreaterThan(9000);
    expect(await left()).toBeLessThanOrEqual(liveLimits.leaseMaxAge);
    await redis.command('del', key);
    b.clock.advance(liveLimits.leaseEvery);
    await expect.poll(() => b.news).toContain('ended 1');
    expect(await b.names(board)).toEqual([]);
  });

  it('S-43, S-57: a node that stops gives its lease back', async () => {
    await using redis = await startTestRedis();
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    {
      await using a = await buildNode(redis);
      await a.roster.put(board, [userNamed('Kim')]);
      expect(await b.names(board)).toEqual(['Kim']);
    }
    expect(await b.names(board)).toEqual([]);
  });

  it('S-44: a node that stood still has another lease, under which nothing old counts', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim')]);
    await endLeases(redis);
    a.standStill(60_000);
    await expect.poll(() => a.news.slice(-2)).toEqual(['stood still', 'renewed']);
    expect(await b.names(board)).toEqual([]);
    await a.roster.put(board, [userNamed('Lou')]);
    expect(await b.names(board)).toEqual(['Lou']);
  });

  it('S-44: it has another lease even if it wakes before the old one has ended', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim')]);
    a.standStill(liveLimits.leaseMaxAge);
    await expect.poll(() => a.news.slice(-2)).toEqual(['stood still', 'renewed']);
    await a.roster.put(board, [userNamed('Lou')]);
    await endLeases(redis);
    expect(await b.names(board)).toEqual([]);
  });

  it('S-45: a Redis that has forgotten everything is told anew', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim')]);
    await redis.command('flushall');
    expect(await b.names(board)).toEqual([]);
    const before = a.news.length;
    a.clock.advance(liveLimits.leaseEvery);
    await expect.poll(() => a.news.slice(before)).toEqual(['renewed']);
    await a.roster.put(board, [userNamed('Kim')]);
    expect(await b.names(board)).toEqual(['Kim']);
  });

  it('S-45: leases that cannot be confirmed any more count as ended', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim')]);
    expect(await b.names(board)).toEqual(['Kim']);
    b.connections.commands.disconnect();
    await expect
      .poll(() => {
        b.clock.advance(liveLimits.leaseEvery);
        return b.news;
      })
      .toContain('ended 1');
    await expect(b.roster.elsewhere(board)).rejects.toThrow();
  });

  it('S-43: what is no list of people is nobody', async () => {
    await using redis = await startTestRedis();
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.put(board, [userNamed('Kim')]);
    const [lease] = (await b.roster.elsewhere(board)).keys();
    const key = `${a.connections.prefix}people:${board}`;
    for (const nonsense of ['{', '[{"userId":1}]', '']) {
      await redis.command('hset', key, lease ?? '', nonsense);
      expect(await b.names(board)).toEqual([]);
    }
  });
});
