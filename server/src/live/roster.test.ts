// Node leases, over a real Redis and a manual clock.
import { MeetingId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { openRedis } from '#server/platform/redis';
import { manualClock } from '#test/manual-clock';
import { hasRedis, startTestRedis, type TestRedis } from '#test/redis';

import type { Participant } from './member.ts';
import { RedisRoster } from './roster.ts';

const logger = pino({ level: 'silent' });

function userNamed(userName: string): Participant {
  return { userId: newId(UserId), userName, email: `${userName}@example.com` };
}

async function buildNode(redis: TestRedis) {
  const manual = manualClock();
  const connections = await openRedis(redis, logger);
  const start = manual.now().getTime();
  let pausedMs = 0;
  const clock = { ...manual, elapsed: () => manual.now().getTime() - start + pausedMs };
  const roster = new RedisRoster({ redis: connections, identity: { era: 'one' }, clock, logger });
  const calls: string[] = [];
  await roster.start({
    onLeasesEnded: (leases) => calls.push(`ended ${leases.size}`),
    onLeaseReplaced: () => calls.push('renewed'),
    onProcessPaused: () => calls.push('paused'),
  });
  return {
    roster,
    calls,
    clock,
    connections,
    names: async (board: MeetingId) =>
      [...(await roster.participantsElsewhere(board)).values()]
        .flat()
        .map(({ userName }) => userName),
    /** Simulates a process that was suspended. */
    suspend(ms: number) {
      pausedMs += ms;
      clock.advance(liveLimits.leaseEvery);
    },
    async [Symbol.asyncDispose]() {
      await roster.close();
      connections.close();
    },
  };
}

/** Removes all leases as if expired. */
async function endLeases(redis: TestRedis): Promise<void> {
  const keys = (await redis.command('keys', '*lease*')) as string[];
  await redis.command('del', ...keys);
}

describe.skipIf(!hasRedis)('the roster', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  it('S-43: counts users only while their node’s lease of 10 s is renewed', async () => {
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.setParticipants(board, () => [userNamed('Kim')]);
    expect(await b.names(board)).toEqual(['Kim']);
    const [lease] = (await b.roster.participantsElsewhere(board)).keys();
    const key = `${a.connections.prefix}one:lease:${lease}`;
    const left = async () => Number(await redis.command('pttl', key));
    await redis.command('pexpire', key, '5000');
    a.clock.advance(liveLimits.leaseEvery);
    await expect.poll(left).toBeGreaterThan(9000);
    expect(await left()).toBeLessThanOrEqual(liveLimits.leaseMaxAge);
    await redis.command('del', key);
    b.clock.advance(liveLimits.leaseEvery);
    await expect.poll(() => b.calls).toContain('ended 1');
    expect(await b.names(board)).toEqual([]);
  });

  it('S-43, S-57: a stopping node releases its lease', async () => {
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    {
      await using a = await buildNode(redis);
      await a.roster.setParticipants(board, () => [userNamed('Kim')]);
      expect(await b.names(board)).toEqual(['Kim']);
    }
    expect(await b.names(board)).toEqual([]);
  });

  it('S-44: a paused process gets another lease, under which nothing old counts', async () => {
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.setParticipants(board, () => [userNamed('Kim')]);
    await endLeases(redis);
    a.suspend(60_000);
    await expect.poll(() => a.calls.slice(-2)).toEqual(['paused', 'renewed']);
    expect(await b.names(board)).toEqual([]);
    await a.roster.setParticipants(board, () => [userNamed('Lou')]);
    expect(await b.names(board)).toEqual(['Lou']);
  });

  it('S-44: it gets another lease even if it resumes before the old one has expired', async () => {
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.setParticipants(board, () => [userNamed('Kim')]);
    a.suspend(liveLimits.leaseMaxAge);
    await expect.poll(() => a.calls.slice(-2)).toEqual(['paused', 'renewed']);
    await a.roster.setParticipants(board, () => [userNamed('Lou')]);
    await endLeases(redis);
    expect(await b.names(board)).toEqual([]);
  });

  it('S-45: leases that cannot be confirmed count as ended', async () => {
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.setParticipants(board, () => [userNamed('Kim')]);
    expect(await b.names(board)).toEqual(['Kim']);
    b.connections.commands.disconnect();
    await expect
      .poll(() => {
        b.clock.advance(liveLimits.leaseEvery);
        return b.calls;
      })
      .toContain('ended 1');
    await expect(b.roster.participantsElsewhere(board)).rejects.toThrow();
  });

  it('S-43: a malformed list of users counts as empty', async () => {
    await using a = await buildNode(redis);
    await using b = await buildNode(redis);
    const board = newId(MeetingId);
    await a.roster.setParticipants(board, () => [userNamed('Kim')]);
    const [lease] = (await b.roster.participantsElsewhere(board)).keys();
    const key = `${a.connections.prefix}one:people:${board}`;
    for (const nonsense of ['{', '[{"userId":1}]', '']) {
      await redis.command('hset', key, lease ?? '', nonsense);
      expect(await b.names(board)).toEqual([]);
    }
  });
});
