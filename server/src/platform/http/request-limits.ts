// Puts a gate in front of every route of the API: by account, and by network address while the caller is unknown.
import type { UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';

import type { Clock } from '#server/platform/clock';
import { hashSecret } from '#server/platform/secrets';

import { addressBlock, addressMatcher } from './address-block.ts';
import type { Api } from './api.ts';
import { type Authenticate, bearerToken, type Caller } from './caller.ts';
import { type GateLimits, RequestGate } from './request-gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests' worth of work the route is; one where it does not say. */
    requestCost?: number;
  }
  interface FastifyRequest {
    /** Ends the request's turn at its gate; null where it has none. */
    endTurn: (() => void) | null;
  }
}

// A page asks for a dozen things at once when it opens, and for one every few seconds afterwards.
const ofAccount: GateLimits = { burst: 200, perSecond: 20, running: 4, waiting: 60 };
// Everybody behind one address until they are known: an office that comes in at nine.
const ofAddress: GateLimits = { burst: 1000, perSecond: 100, running: 200, waiting: 300 };
// Tokens whose account is remembered, so that a request over its limit costs no query.
const rememberedTokens = 20_000;
// The work of a connection that was lost goes on; its turn ends with it, or after this many ms.
const longestTurn = 30_000;

function scaled({ burst, perSecond, running, waiting }: GateLimits, times: number): GateLimits {
  return {
    burst: Math.max(1, burst * times),
    perSecond: perSecond * times,
    running: Math.ceil(running * times),
    waiting: Math.ceil(waiting * times),
  };
}

export interface RequestLimits {
  /** Multiplies all limits; 0 lifts them. */
  times: number;
  /** Addresses and ranges that have no limit of their own. */
  exempt: readonly string[];
  clock: Clock;
  authenticate: Authenticate;
}

/** Authenticates a request once it has a turn at its gate. */
export type Admit = (request: FastifyRequest) => Promise<Caller | null>;

/**
 * Before any route: ends every turn with its answer. Returns how a request is let in, which throws
 * TOO_MANY_REQUESTS where its account or address has too many waiting.
 */
export function limitRequests(
  app: Api,
  { times, exempt, clock, authenticate }: RequestLimits,
): Admit {
  app.decorateRequest('endTurn', null);
  app.addHook('onSend', async (request) => request.endTurn?.());
  app.addHook('onRequestAbort', async (request) => {
    clock.after(longestTurn, () => request.endTurn?.());
  });
  const authenticated = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = bearerToken(request.headers.authorization);
    return token === null ? null : authenticate(token);
  };
  if (times === 0) return authenticated;

  const accounts = new RequestGate(scaled(ofAccount, times), clock);
  const addresses = new RequestGate(scaled(ofAddress, times), clock);
  const isExempt = addressMatcher(exempt);
  const accountOf = new Map<string, UserId>();

  async function admitAccount(request: FastifyRequest, userId: UserId): Promise<void> {
    const cost = request.routeOptions.config.requestCost ?? 1;
    request.endTurn = await accounts.enter(userId, cost);
  }

  async function admitStranger(request: FastifyRequest): Promise<Caller | null> {
    const leave = isExempt(request.ip)
      ? () => undefined
      : await addresses.enter(addressBlock(request.ip), 1);
    request.endTurn = leave;
    const caller = await authenticated(request);
    if (!caller) return null;
    leave();
    await admitAccount(request, caller.userId);
    return caller;
  }

  return async function admit(request) {
    const key = hashSecret(bearerToken(request.headers.authorization) ?? '');
    const known = accountOf.get(key);
    // Deleted and set again, so that the map's order is that of the last use.
    accountOf.delete(key);
    if (known) await admitAccount(request, known);
    const caller = known ? await authenticated(request) : await admitStranger(request);
    if (caller) accountOf.set(key, caller.userId);
    const [oldest] = accountOf.keys();
    if (accountOf.size > rememberedTokens && oldest !== undefined) accountOf.delete(oldest);
    return caller;
  };
}
