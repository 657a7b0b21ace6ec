// Tries counted for all nodes at once in Redis; where there is none, or it is away, each process counts by itself.
import { createHash } from 'node:crypto';

import type rateLimit from '@fastify/rate-limit';
import { z } from 'zod';

import type { RedisConnections } from '#server/platform/redis';

type Store = rateLimit.FastifyRateLimitStore;

// What the limiter tells of a route when it asks for the route's own store.
const Limited = z.object({ routeInfo: z.object({ method: z.unknown(), url: z.string() }) });

export interface Tries {
  /** With this one. */
  current: number;
  /** Ms until the count begins anew. */
  ttl: number;
}

// Counters kept by a process; the oldest window goes first.
const remembered = 20_000;
// Redis answers within a millisecond; a request does not wait longer than this for one that hangs.
const patience = 250;

/** Counts in this process alone. */
function ownCounters() {
  const windows = new Map<string, { tries: number; endsAt: number }>();
  return (key: string, window: number): Tries => {
    const now = performance.now();
    const last = windows.get(key);
    const { tries, endsAt } = last && last.endsAt > now ? last : { tries: 0, endsAt: now + window };
    // Set anew, so that the map's order is that of the last use.
    windows.delete(key);
    windows.set(key, { tries: tries + 1, endsAt });
    const [oldest] = windows.keys();
    if (windows.size > remembered && oldest !== undefined) windows.delete(oldest);
    return { current: tries + 1, ttl: endsAt - now };
  };
}

async function countInRedis(
  redis: RedisConnections['commands'],
  key: string,
  window: number,
): Promise<Tries> {
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

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => {
      reject(new Error('Redis is late'));
    }, patience).unref();
  });
}

/** Takes a client, or null where the process works alone; gives how a try is counted. It never fails. */
export function countersOf(redis: RedisConnections | null) {
  const countHere = ownCounters();
  return async (key: string, window: number): Promise<Tries> => {
    // Counted here in any case: when Redis goes, nobody starts afresh.
    const here = countHere(key, window);
    if (redis?.commands.status !== 'ready') return here;
    // Addresses and accounts are nobody's business who looks into Redis.
    const name = `${redis.prefix}tries:${createHash('sha256').update(key).digest('base64url')}`;
    try {
      return await Promise.race([countInRedis(redis.commands, name, window), late()]);
    } catch {
      return here;
    }
  };
}

/** The same as a store of the rate limiter: each route counts under its own name. */
export function limitStore(
  count: ReturnType<typeof countersOf>,
): rateLimit.FastifyRateLimitStoreCtor {
  function storeFor(name: string): Store {
    return {
      incr(key, callback, timeWindow) {
        void count(`${name} ${key}`, timeWindow).then((tries) => {
          callback(null, tries);
        });
      },
      child(route) {
        const { method, url } = Limited.parse(route).routeInfo;
        return storeFor(`address ${String(method)} ${url}`);
      },
    };
  }
  return class {
    readonly incr = storeFor('address').incr;
    readonly child = storeFor('address').child;
  };
}
