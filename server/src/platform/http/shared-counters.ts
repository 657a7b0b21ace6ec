// Counts for all nodes at once in Redis; where there is none, or it is away, each process counts by itself.
import { createHash } from 'node:crypto';

import type { RedisConnections } from '#server/platform/redis';

export interface RateLimit {
  max: number;
  /** In ms, from the first try on. */
  timeWindow: number;
}

export interface Tries {
  /** With this one. */
  current: number;
  /** Ms until the count begins anew. */
  ttl: number;
}

/** Neither ever fails. */
export interface Counters {
  /** Counts one more; the window, in ms, begins with the first. */
  add(key: string, window: number): Promise<Tries>;
  /** Returns the count so far. */
  read(key: string): Promise<Tries>;
}

const nothing: Tries = { current: 0, ttl: 0 };
// Counters kept by a process; the oldest window goes first.
const remembered = 20_000;
// Redis answers within a millisecond; a request does not wait longer than this for one that hangs.
const timeoutMs = 250;

/** Counts in this process alone. */
function ownCounters() {
  const windows = new Map<string, { tries: number; endsAt: number }>();
  function open(key: string, now: number) {
    const last = windows.get(key);
    return last && last.endsAt > now ? last : null;
  }
  return {
    add(key: string, window: number): Tries {
      const now = performance.now();
      const { tries, endsAt } = open(key, now) ?? { tries: 0, endsAt: now + window };
      // Set anew, so that the map's order is that of the last use.
      windows.delete(key);
      windows.set(key, { tries: tries + 1, endsAt });
      const [oldest] = windows.keys();
      if (windows.size > remembered && oldest !== undefined) windows.delete(oldest);
      return { current: tries + 1, ttl: endsAt - now };
    },
    read(key: string): Tries {
      const now = performance.now();
      const last = open(key, now);
      return last ? { current: last.tries, ttl: last.endsAt - now } : nothing;
    },
  };
}

type Commands = RedisConnections['commands'];

async function addInRedis(redis: Commands, key: string, window: number): Promise<Tries> {
  const answers = await redis
    .multi()
    .incr(key)
    // The window is that of the first try; one that has an end keeps it.
    .pexpire(key, window, 'NX')
    .pttl(key)
    .exec();
  const [current, , ttl] = (answers ?? []).map(([, value]) => Number(value));
  if (current === undefined || ttl === undefined || !(current > 0)) throw new Error('no count');
  return { current, ttl: Math.max(0, ttl) };
}

async function readInRedis(redis: Commands, key: string): Promise<Tries> {
  const answers = await redis.multi().get(key).pttl(key).exec();
  const [current, ttl] = (answers ?? []).map(([, value]) => Number(value));
  if (current === undefined || ttl === undefined || Number.isNaN(current)) {
    throw new Error('no count');
  }
  return { current, ttl: Math.max(0, ttl) };
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => {
      reject(new Error('Redis is late'));
    }, timeoutMs).unref();
  });
}

/** `redis` is null where the process works alone. */
export function countersOf(redis: RedisConnections | null): Counters {
  const own = ownCounters();

  async function inRedisOr(
    here: Tries,
    key: string,
    ask: (commands: Commands, name: string) => Promise<Tries>,
  ): Promise<Tries> {
    if (redis?.commands.status !== 'ready') return here;
    // Addresses and accounts are nobody's business who looks into Redis.
    const name = `${redis.prefix}tries:${createHash('sha256').update(key).digest('base64url')}`;
    try {
      return await Promise.race([ask(redis.commands, name), late()]);
    } catch {
      return here;
    }
  }

  return {
    // Counted here in any case: when Redis goes, nobody starts afresh.
    add: (key, window) =>
      inRedisOr(own.add(key, window), key, (commands, name) => addInRedis(commands, name, window)),
    read: (key) => inRedisOr(own.read(key), key, readInRedis),
  };
}
