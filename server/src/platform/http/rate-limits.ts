// How often somebody may try on this node: per network address and per account.
import type { FastifyRequest } from 'fastify';

import { addressBlock, addressMatcher } from './address-block.ts';
import { type AddressLimit, AddressLimiter } from './address-limiter.ts';
import { tooMany } from './api-error.ts';
import type { Api } from './api.ts';
import { AttemptCounters, type RateLimit } from './attempt-counters.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often calls of the route from one network address may fail and succeed. */
    addressLimit?: AddressLimit;
    /** How often the route may be called for one account, whoever calls. */
    accountLimit?: AccountLimit;
  }
}

export interface AccountLimit extends RateLimit {
  /** Called after the request's input passed its schema. */
  accountOf: (request: FastifyRequest) => string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

interface LimitDeps {
  /** Every limit is multiplied by this; 0 lifts them all, for load tests alone. */
  times: number;
  /** Addresses and ranges that `addressLimit` does not count. */
  exempt: readonly string[];
}

/** Before any route: makes `config.addressLimit` and `config.accountLimit` count. Sockets and bodies keep their limits. */
export function registerRateLimits(app: Api, { times, exempt }: LimitDeps): void {
  if (times === 0) return;
  const counters = new AttemptCounters();
  const addresses = new AddressLimiter(counters);
  const isExempt = addressMatcher(exempt);
  const scaled = ({ max, timeWindow }: RateLimit): RateLimit => ({
    max: Math.ceil(max * times),
    timeWindow,
  });

  app.addHook('onRoute', (route) => {
    const { addressLimit, accountLimit } = route.config ?? {};
    const name = `${String(route.method)} ${route.url}`;
    if (accountLimit) {
      const { max, timeWindow } = scaled(accountLimit);
      async function limitAccount(request: FastifyRequest): Promise<void> {
        const account = accountLimit?.accountOf(request) ?? '';
        const tries = counters.add(`account ${name} ${account}`, timeWindow);
        if (tries.count > max) throw tooMany(tries.ttl);
      }
      // After validation, so that only a well-formed account is counted.
      route.preHandler = [route.preHandler ?? [], limitAccount].flat();
    }
    if (addressLimit) {
      const { handler } = route;
      const limit = {
        ...addressLimit,
        failures: scaled(addressLimit.failures),
        successes: scaled(addressLimit.successes),
      };
      route.handler = async function limitAddress(request, reply) {
        const work = async () => handler.call(this, request, reply);
        if (isExempt(request.ip)) return work();
        const expected = (await limit.isExpected?.(request)) ?? false;
        return addresses.run(`${name} ${addressBlock(request.ip)}`, { ...limit, expected }, work);
      };
    }
  });
}
