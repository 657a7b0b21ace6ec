// One node loses Redis and the other does not: the people of neither wait for the other's changes.
import { liveLimits } from '@wentwell/contract/limits';
import { expect, test } from 'vitest';

import { deafNodes } from '../server/src/live/deaf-nodes.table.ts';
import { buildBoard, textsOf } from '../server/test/board-scene.ts';
import { buildTestApp, type TestApp } from '../server/test/build-test-app.ts';
import { manualClock } from '../server/test/manual-clock.ts';
import { canRunRedis, startTestRedis } from '../server/test/redis.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const longEnough = { timeout: 20_000 };
/** Fewer looks than there are seconds between two heads of a board, which would make the node read the log, too. */
const fewLooks = { timeout: 12_000, interval: 1000 };
const patience = { timeout: 60_000 };

async function health(app: TestApp): Promise<unknown> {
  return (await app.request('GET', '/health/ready')).body;
}

test.skipIf(!canRunRedis)(
  'S-37: while one node is deaf the other reads the log each second, and says why it is degraded',
  patience,
  async () => {
    await using redis = await startTestRedis();
    await using cable = await startTcpProxy(Number(new URL(redis.url).port));
    // Its time stands still: neither the head of a board nor anything else makes it look into the log.
    const clock = manualClock(new Date());
    /** Looks after another second: one that passes while the node is still busy with the last counts for nothing. */
    const after = (look: () => unknown) => () => {
      clock.advance(liveLimits.busAwayPoll);
      return look();
    };
    await using well = await buildTestApp({}, { clock, redisUrl: redis.url });
    const redisUrl = cable.url.replace('http:', 'redis:');
    await using deaf = await buildTestApp({}, { redisUrl, beside: well });
    const { owner, member, meeting, note } = await buildBoard(well);
    await using near = await well.live(owner, meeting.id);
    await using far = await deaf.live(member, meeting.id);
    await note(member, 'heard', deaf);
    for (const live of [near, far]) {
      await expect.poll(() => textsOf(live), longEnough).toEqual(['heard']);
    }

    cable.faults.blackHole = true;
    await expect.poll(() => well.db.$count(deafNodes), longEnough).toBe(1);
    await note(member, 'not heard', deaf);
    await expect
      .poll(
        after(() => textsOf(near)),
        fewLooks,
      )
      .toEqual(['heard', 'not heard']);
    // Asked again, because Redis may be away for a moment here, too, on a machine with more to do than it can.
    await expect
      .poll(() => health(well), longEnough)
      .toEqual({
        status: 'degraded',
        reasons: ['Redis is away for another node: its changes arrive late'],
      });
    await note(owner, 'answered', well);
    await expect.poll(() => textsOf(far), longEnough).toEqual(['heard', 'not heard', 'answered']);
    await expect
      .poll(() => health(deaf), longEnough)
      .toEqual({
        status: 'degraded',
        reasons: ['Redis is away: changes reach other nodes late'],
      });

    cable.faults.blackHole = false;
    await expect.poll(() => well.db.$count(deafNodes), longEnough).toBe(0);
    await expect
      .poll(
        after(() => health(well)),
        longEnough,
      )
      .toEqual({ status: 'ready' });
    await expect.poll(() => health(deaf), longEnough).toEqual({ status: 'ready' });
  },
);

test.skipIf(!canRunRedis)(
  'S-37: a connection to Redis that died without a word is made anew by itself',
  patience,
  async () => {
    await using redis = await startTestRedis();
    await using cable = await startTcpProxy(Number(new URL(redis.url).port));
    await using app = await buildTestApp({}, { redisUrl: cable.url.replace('http:', 'redis:') });
    await expect.poll(() => health(app), longEnough).toEqual({ status: 'ready' });
    cable.mute();
    await expect.poll(() => health(app), longEnough).toMatchObject({ status: 'degraded' });
    await expect.poll(() => health(app), longEnough).toEqual({ status: 'ready' });
  },
);
