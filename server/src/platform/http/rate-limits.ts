// How often one may try: per address of the network and per account, counted in this process (api.md "Limits").
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { Refusal } from './refusal.ts';

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

// Counters kept; the longest unused goes first.
const remembered = 20_000;

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('TOO_MANY_REQUESTS', { 'Retry-After': String(seconds) });
}

/**
 * Before any route: makes `config.rateLimit` (per address) and `config.accountLimit` (per account) count.
 * `on: false` is for load tests alone; sockets and bodies keep their limits.
 */
export async function registerRateLimits(app: Api, { on }: { on: boolean }): Promise<void> {
  if (!on) return;
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  };
  await app.register(rateLimit, {
    global: false,
    cache: remembered,
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  app.addHook('onRoute', (route) => {
    const limit = route.config?.accountLimit;
    if (!limit) return;
    const { max, timeWindow, accountOf } = limit;
    const count = app.createRateLimit({ max, timeWindow, keyGenerator: accountOf });
    async function limitAccount(request: FastifyRequest): Promise<void> {
      const tries = await count(request);
      if (!tries.isAllowed && tries.isExceeded) throw tooMany(tries.ttl);
    }
    // After validation, so that only a well-formed account is counted.
    route.preHandler = [route.preHandler ?? [], limitAccount].flat();
  });
}
