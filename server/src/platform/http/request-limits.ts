// Puts a gate in front of every route of the API: by account, and by network address while the caller is unknown.
import type { UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';

import type { Clock } from '#server/platform/clock';
import { hashSecret } from '#server/platform/secrets';

import type { Api } from './api.ts';
import { isUnnamed } from './author-key.ts';
import { type Authenticate, bearerToken, type Caller } from './caller.ts';
import type { EndTurn } from './request-gate.ts';
import type { RequestGates } from './request-gates.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests' worth of work the route is; one where it does not say. */
    requestCost?: number;
    /** What an answer that is text may be, for the API's description. */
    textTypes?: readonly string[];
  }
  interface FastifyRequest {
    /** Ends the request's turn at its gate; null where it has none. */
    endTurn: EndTurn | null;
    /** Waits for another turn that is already paid for; null where the request has none. */
    resumeTurn: (() => Promise<EndTurn>) | null;
  }
}

// Tokens whose account is remembered, so that a request over its limit costs no query.
const rememberedTokens = 20_000;
// The work of a connection that was lost goes on; its turn ends with it, or after this many ms.
const longestTurn = 30_000;

export interface RequestLimits {
  gates: RequestGates;
  clock: Clock;
  authenticate: Authenticate;
}

/** Authenticates a request once it has a turn at its gate. */
export type Admit = (request: FastifyRequest) => Promise<Caller | null>;

/**
 * Before any route: ends every turn with its answer. Returns how a request is let in, which throws
 * TOO_MANY_REQUESTS where its account or address has too many waiting.
 */
export function limitRequests(app: Api, { gates, clock, authenticate }: RequestLimits): Admit {
  app.decorateRequest('endTurn', null);
  app.decorateRequest('resumeTurn', null);
  // A body may take as long as its sender likes: nobody else waits for it. Otherwise a few hundred requests that
  // are never sent to their end would keep everybody behind the same address from logging in.
  app.addHook('preParsing', async (request) => {
    if (request.raw.complete || !request.endTurn) return;
    request.endTurn();
    request.endTurn = null;
  });
  app.addHook('preValidation', async (request) => {
    if (!request.endTurn) request.endTurn = (await request.resumeTurn?.()) ?? null;
  });
  app.addHook('onSend', async (request) => request.endTurn?.());
  app.addHook('onRequestAbort', async (request) => {
    clock.setTimer(longestTurn, () => request.endTurn?.());
  });
  const authenticated = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = bearerToken(request.headers.authorization);
    // The time of its last use would lead from what was written without a name to whoever was there then.
    return token === null ? null : authenticate(token, { recordsUse: !isUnnamed(request) });
  };
  const accountOf = new Map<string, UserId>();

  async function admitAccount(request: FastifyRequest, userId: UserId): Promise<void> {
    const cost = request.routeOptions.config.requestCost ?? 1;
    request.endTurn = await gates.ofAccount(userId, cost);
    request.resumeTurn = () => gates.ofAccount(userId, cost, true);
  }

  /** Moves the token to the end: the map's order is that of the last use. */
  function remember(key: string, userId: UserId): void {
    accountOf.delete(key);
    accountOf.set(key, userId);
    const [oldest] = accountOf.keys();
    if (accountOf.size > rememberedTokens && oldest !== undefined) accountOf.delete(oldest);
  }

  async function admitStranger(request: FastifyRequest, key: string): Promise<Caller | null> {
    const leave = await gates.ofAddress(request.ip, 1);
    request.endTurn = leave;
    request.resumeTurn = () => gates.ofAddress(request.ip, 1, true);
    const caller = await authenticated(request);
    if (!caller) return null;
    leave();
    // Before it waits at its account's gate: what the gate refuses must not cost a query each time.
    remember(key, caller.userId);
    await admitAccount(request, caller.userId);
    return caller;
  }

  return async function admit(request) {
    const key = hashSecret(bearerToken(request.headers.authorization) ?? '');
    const known = accountOf.get(key);
    if (!known) return admitStranger(request, key);
    remember(key, known);
    // The remembered account only chooses the gate; the token is checked after it, for each request.
    await admitAccount(request, known);
    const caller = await authenticated(request);
    if (!caller) accountOf.delete(key);
    return caller;
  };
}

/**
 * An answer that is sent in parts: each is made in a turn of its own, which waits for nobody's network. Resolves, or
 * rejects, when the first one is made, in the request's own turn.
 */
export async function inTurns(
  request: Pick<FastifyRequest, 'resumeTurn'>,
  parts: AsyncGenerator<string>,
): Promise<AsyncIterable<string>> {
  const first = await parts.next();
  return (async function* inOrder() {
    try {
      for (let part = first; part.done !== true;) {
        yield part.value;
        const endTurn = await request.resumeTurn?.();
        part = await parts.next().finally(() => endTurn?.());
      }
    } finally {
      await parts.return(undefined);
    }
  })();
}
