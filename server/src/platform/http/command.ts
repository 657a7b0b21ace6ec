// A request that changes something, as services see it: who asks, and on which conditions.
import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { type Caller, callerOf } from './caller.ts';

/** A caller without conditions is a command too: every request counts, and the last write wins. */
export interface Command extends Caller {
  /** The Idempotency-Key, and what tells this request from another that comes with the same key. */
  once?: { key: string; requestHash: string };
  /** The If-Match header, well-formed. */
  ifMatch?: string;
}

/** For routes whose schema has the contract's change headers. */
export function commandOf(request: FastifyRequest): Command {
  const { 'idempotency-key': key, 'if-match': ifMatch } = request.headers;
  return {
    ...callerOf(request),
    ...(typeof key === 'string' && { once: { key, requestHash: hashOf(request) } }),
    ...(typeof ifMatch === 'string' && { ifMatch }),
  };
}

/** Over the body as it was understood: what is ignored anyway makes no other request. */
function hashOf({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
}
