// How often one may try: per address of the network and per account, on all nodes together (api.md "Limits").
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

import type { RedisConnections } from '#server/platform/redis';

import type { Api } from './api.ts';
import { Refusal } from './refusal.ts';
import { countersOf, limitStore } from './shared-counters.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often the route may be called for one account, whoever calls. */
    accountLimit?: AccountLimit;
  }
}

export interface RateLimit {
  max: number;
  /** In ms, from the first try on. */
  timeWindow: number;
}

export interface AccountLimit extends RateLimit {
  /** Takes a request whose input passed its schema; gives the account it is about. */
  accountOf: (request: FastifyRequest) => string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Takes how long to wait, in ms; gives the 429 that says so. */
export function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('TOO_MANY_REQUESTS', { 'Retry-After': String(seconds) });
}

interface LimitDeps {
  on: boolean;
  /** Where nodes count together; null where there is one alone. */
  redis: RedisConnections | null;
}

/**
 * Before any route: makes `config.rateLimit` (per address) and `config.accountLimit` (per account) count.
 * `on: false` is for load tests alone; sockets and bodies keep their limits.
 */
export async function registerRateLimits(app: Api, { on, redis }: LimitDeps): Promise<void> {
  if (!on) return;
  const count = countersOf(redis);
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  };
  await app.register(rateLimit, {
    global: false,
    store: limitStore(count),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  app.addHook('onRoute', (route) => {
    const limit = route.config?.accountLimit;
    if (!limit) return;
    const { max, timeWindow, accountOf } = limit;
    const name = `account ${String(route.method)} ${route.url}`;
    async function limitAccount(request: FastifyRequest): Promise<void> {
      const tries = await count(`${name} ${accountOf(request)}`, timeWindow);
      if (tries.current > max) throw tooMany(tries.ttl);
    }
    // After validation, so that only a well-formed account is counted.
    route.preHandler = [route.preHandler ?? [], limitAccount].flat();
  });
}
