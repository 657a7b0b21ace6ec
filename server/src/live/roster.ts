// Who is where, across nodes: each node writes its own people of a board under its lease, and reads the others'.
// It holds no state that matters: what a node wrote counts only while its lease lives (live protocol S-43 to S-46).
import { randomUUID } from 'node:crypto';

import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { Logger } from 'pino';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import type { RedisConnections } from '#server/platform/redis';

import type { Person } from './presence.ts';

/** A node, for as long as it renews its lease. */
export type LeaseId = string;

export interface RosterNews {
  /** These leases have ended, or can no longer be confirmed. */
  ended(leases: ReadonlySet<LeaseId>): void;
  /** This node has a new lease: nothing that it wrote before counts. */
  renewed(): void;
  /** This node stood still for so long that the others let its people go. */
  stoodStill(): void;
}

export interface Roster {
  /** Begins to renew the lease, and to watch those of others. */
  start(news: RosterNews): Promise<void>;
  /** Writes down this node's people on a board, all of them; throws when that cannot be done now. */
  put(meetingId: MeetingId, people: readonly Person[]): Promise<void>;
  /** The people on a board, by the other living nodes that they are on; throws when that cannot be known now. */
  elsewhere(meetingId: MeetingId): Promise<Map<LeaseId, Person[]>>;
  /** Releases the lease. */
  close(): Promise<void>;
}

/** The roster of a node that is alone. */
export const singleNodeRoster: Roster = {
  start: async () => undefined,
  put: async () => undefined,
  elsewhere: async () => new Map(),
  close: async () => undefined,
};

const People = z.array(z.object({ userId: UserId, userName: z.string(), email: z.string() }));

/** A list that nobody refreshes goes by itself; its node writes it anew with every head of the board. */
const listMaxAge = 60_000;

export interface RosterDeps {
  redis: Pick<RedisConnections, 'commands' | 'prefix'>;
  clock: Clock;
  logger: Logger;
  /** Milliseconds that no change of the wall clock touches. */
  elapsed?: () => number;
}

function readPeople(text: string | undefined): Person[] {
  try {
    return People.parse(JSON.parse(text ?? ''));
  } catch {
    return [];
  }
}

/** The roster of a node that shares Redis with others. */
export function redisRoster(deps: RosterDeps): Roster {
  const { clock, logger, elapsed = () => performance.now() } = deps;
  const { commands: redis, prefix } = deps.redis;
  let lease = randomUUID();
  let lastTick = elapsed();
  let confirmedAt = elapsed();
  // The others' leases that people in our rooms hang on.
  const watched = new Set<LeaseId>();
  let stopTicking = () => {};
  let closed = false;

  const leaseKey = (id: LeaseId): string => `${prefix}lease:${id}`;
  const boardKey = (meetingId: MeetingId): string => `${prefix}people:${meetingId}`;

  /** True where a new lease had to be acquired because the old one had expired. */
  async function renew(): Promise<boolean> {
    // Only what still lives is renewed: an old lease never comes back, and with it nothing written under it.
    const kept = await redis.set(leaseKey(lease), '1', 'PX', liveLimits.leaseMaxAge, 'XX');
    if (kept !== null) return false;
    lease = randomUUID();
    await redis.set(leaseKey(lease), '1', 'PX', liveLimits.leaseMaxAge);
    return true;
  }

  async function living(leases: readonly LeaseId[]): Promise<Set<LeaseId>> {
    if (leases.length === 0) return new Set();
    const found = await redis.mget(leases.map(leaseKey));
    return new Set(leases.filter((_, index) => found[index] !== null));
  }

  function drop(leases: Iterable<LeaseId>, news: RosterNews): void {
    const ended = new Set(leases);
    for (const id of ended) watched.delete(id);
    if (ended.size > 0) news.ended(ended);
  }

  async function tick(news: RosterNews): Promise<void> {
    const now = elapsed();
    const stoodStill = now - lastTick > liveLimits.leaseMaxAge;
    lastTick = now;
    if (stoodStill) {
      lease = randomUUID();
      news.stoodStill();
    }
    try {
      if ((await renew()) && !closed) news.renewed();
      const alive = await living([...watched]);
      confirmedAt = elapsed();
      drop(
        [...watched].filter((id) => !alive.has(id)),
        news,
      );
    } catch (error) {
      logger.debug({ err: error }, 'the lease could not be renewed');
      if (elapsed() - confirmedAt > liveLimits.leaseMaxAge) drop(watched, news);
    }
  }

  return {
    async start(news) {
      const next = (): void => {
        if (closed) return;
        stopTicking = clock.setTimer(liveLimits.leaseEvery, () => void tick(news).then(next));
      };
      await tick(news);
      next();
    },

    async put(meetingId, people) {
      const key = boardKey(meetingId);
      if (people.length === 0) {
        await redis.hdel(key, lease);
        return;
      }
      await redis.hset(key, lease, JSON.stringify(people));
      await redis.pexpire(key, listMaxAge);
    },

    async elsewhere(meetingId) {
      const lists = await redis.hgetall(boardKey(meetingId));
      const others = Object.keys(lists).filter((id) => id !== lease);
      const alive = await living(others);
      const dead = others.filter((id) => !alive.has(id));
      if (dead.length > 0) await redis.hdel(boardKey(meetingId), ...dead);
      for (const id of alive) watched.add(id);
      return new Map([...alive].map((id) => [id, readPeople(lists[id])]));
    },

    async close() {
      closed = true;
      stopTicking();
      await redis.del(leaseKey(lease)).catch(() => undefined);
    },
  };
}
