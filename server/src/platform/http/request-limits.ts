// Puts a gate in front of every route of the API: by account, and by network address while the caller is unknown.
import type { UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';

import { hashSecret } from '#server/platform/secrets';

import type { Api } from './api.ts';
import { isUnnamed } from './author-key.ts';
import { type Authenticate, bearerToken, type Caller } from './caller.ts';
import type { Urgency } from './node-queue.ts';
import { ClientGone, type GateSlot } from './request-gate.ts';
import type { RequestGates } from './request-gates.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests' worth of work the route is; one where it does not say. */
    requestCost?: number;
    /** Nobody looks at the page until it is done: it waits longer than others, and behind them. */
    isBatch?: boolean;
    /** The types of an answer that is text, with what each holds, for the API's description. */
    textTypes?: Readonly<Record<string, ZodType>>;
  }
  interface FastifyRequest {
    /** Its place at the gate that it has passed last; null where it has passed none. */
    slot: GateSlot | null;
  }
}

// Tokens whose account is remembered, so that a request over its limit costs no query.
const rememberedTokens = 20_000;

export interface RequestLimits {
  gates: RequestGates;
  authenticate: Authenticate;
}

/** Authenticates a request once it has a turn at its gate. */
export type Admit = (request: FastifyRequest) => Promise<Caller | null>;

const ofBoard = /\/meetings\/:meetingId(\/|$)/;

function urgencyOf({ url = '', config }: FastifyRequest['routeOptions']): Urgency {
  if (config.isBatch) return 'batch';
  return ofBoard.test(url) ? 'board' : 'page';
}

/**
 * Before any route: frees every slot with its answer, or with its client. Returns how a request is let in, which throws
 * TOO_MANY_REQUESTS where its account or address has too many waiting, and SITE_BUSY where the node has too much work.
 */
export function limitRequests(app: Api, { gates, authenticate }: RequestLimits): Admit {
  app.decorateRequest('slot', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => request.slot?.abandon());
  });
  // Frees the slot during a slow upload: unfinished requests would keep an office from logging in.
  app.addHook('preParsing', async ({ raw, slot }) => {
    // The framework would wait for ever for the rest of a body whose connection has ended before it is read.
    if (raw.destroyed) throw new ClientGone();
    if (!raw.complete) slot?.release();
  });
  app.addHook('preValidation', async ({ slot }) => slot?.acquire());
  app.addHook('onSend', async ({ slot }) => slot?.release());
  const authenticated = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = bearerToken(request.headers.authorization);
    // The time of its last use would lead from what was written without a name to whoever was there then.
    return token === null ? null : authenticate(token, { recordsUse: !isUnnamed(request) });
  };
  const accountOf = new Map<string, UserId>();

  async function admitAccount(request: FastifyRequest, userId: UserId): Promise<void> {
    const { config } = request.routeOptions;
    const urgency = urgencyOf(request.routeOptions);
    request.slot = gates.ofAccount(userId, { cost: config.requestCost ?? 1, urgency });
    await request.slot.acquire();
  }

  /** Moves the token to the end: the map's order is that of the last use. */
  function remember(key: string, userId: UserId): void {
    accountOf.delete(key);
    accountOf.set(key, userId);
    const [oldest] = accountOf.keys();
    if (accountOf.size > rememberedTokens && oldest !== undefined) accountOf.delete(oldest);
  }

  async function admitStranger(request: FastifyRequest, key: string): Promise<Caller | null> {
    const slot = gates.ofAddress(request.ip);
    request.slot = slot;
    await slot.acquire();
    const caller = await authenticated(request);
    if (!caller) return null;
    slot.release();
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

/** Makes each part in the request's slot, which waits for no network. Resolves with the first part made. */
export async function inTurns(
  { slot }: Pick<FastifyRequest, 'slot'>,
  parts: AsyncGenerator<string>,
): Promise<AsyncIterable<string>> {
  const first = await parts.next();
  return (async function* inOrder() {
    try {
      for (let part = first; part.done !== true;) {
        yield part.value;
        await slot?.acquire();
        part = await parts.next().finally(() => slot?.release());
      }
    } finally {
      await parts.return(undefined);
    }
  })();
}
