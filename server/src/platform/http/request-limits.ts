// Applies gates to all API routes: per address until the caller is known, then per account.
import type { UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';

import { keepRecent } from '#server/platform/keep-recent';
import { hashSecret } from '#server/platform/secrets';

import { hidesCaller } from './author-key.ts';
import { type Authenticate, bearerToken, type Caller } from './caller.ts';
import type { Api } from './calls.ts';
import type { Urgency } from './node-queue.ts';
import { ClientGone, type GateSlot } from './request-gate.ts';
import type { RequestGates } from './request-gates.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Cost of the route in requests. Default 1. */
    requestCost?: number;
    /** Nobody watches the result, so the request may wait longer and has the lowest priority. */
    isBatch?: boolean;
    /** Content types of a text response and their schemas, for the OpenAPI document. */
    textTypes?: Readonly<Record<string, ZodType>>;
  }
  interface FastifyRequest {
    /** The slot in the last gate passed. Null before the first gate. */
    slot: GateSlot | null;
  }
}

// Maximum number of cached tokens. The cache lets requests over the limit be rejected without a query.
const maxCachedTokens = 20_000;

export interface RequestLimits {
  gates: RequestGates;
  authenticate: Authenticate;
}

/** Authenticates a request once it has a slot in its gate. */
export type Admit = (request: FastifyRequest) => Promise<Caller | null>;

const ofBoard = /\/meetings\/:meetingId(\/|$)/;

function urgencyOf({ url = '', config }: FastifyRequest['routeOptions']): Urgency {
  if (config.isBatch) return 'batch';
  return ofBoard.test(url) ? 'board' : 'page';
}

/**
 * Must run before routes are registered. Frees slots after the response or when the client disconnects. Returns the
 * admission function. It throws TOO_MANY_REQUESTS if the account or address has too many waiting requests, and
 * SITE_BUSY under overload.
 */
export function limitRequests(app: Api, { gates, authenticate }: RequestLimits): Admit {
  app.decorateRequest('slot', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => request.slot?.abandon());
  });
  // Frees the slot during a slow upload, so that unfinished requests do not block others at the address.
  app.addHook('preParsing', async ({ raw, slot }) => {
    // Fastify would wait forever for a body whose connection has already closed.
    if (raw.destroyed) throw new ClientGone();
    if (!raw.complete) slot?.release();
  });
  app.addHook('preValidation', async ({ slot }) => slot?.acquire());
  app.addHook('onSend', async ({ slot }) => slot?.release());
  const authenticated = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = bearerToken(request.headers.authorization);
    // The time of the session's last use could link an anonymous text to a user.
    return token === null ? null : authenticate(token, { recordsUse: !hidesCaller(request) });
  };
  const accountOf = new Map<string, UserId>();

  async function admitAccount(request: FastifyRequest, userId: UserId): Promise<void> {
    const { config } = request.routeOptions;
    const urgency = urgencyOf(request.routeOptions);
    request.slot = gates.ofAccount(userId, { cost: config.requestCost ?? 1, urgency });
    await request.slot.acquire();
  }

  async function admitUncached(request: FastifyRequest, key: string): Promise<Caller | null> {
    const slot = gates.ofAddress(request.ip);
    request.slot = slot;
    await slot.acquire();
    const caller = await authenticated(request);
    if (!caller) return null;
    slot.release();
    // Before the account's gate, so that a rejection there costs no query the next time.
    keepRecent(accountOf, [key, caller.userId], maxCachedTokens);
    await admitAccount(request, caller.userId);
    return caller;
  }

  return async function admit(request) {
    const key = hashSecret(bearerToken(request.headers.authorization) ?? '');
    const known = accountOf.get(key);
    if (!known) return admitUncached(request, key);
    keepRecent(accountOf, [key, known], maxCachedTokens);
    // The cached account only selects the gate. Each request's token is still checked afterwards.
    await admitAccount(request, known);
    const caller = await authenticated(request);
    if (!caller) accountOf.delete(key);
    return caller;
  };
}

/** Generates each part while holding the request's slot, but not while sending. Resolves once the first part exists. */
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
