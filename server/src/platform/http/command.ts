// A request that changes something, as services see it: who asks, and on which conditions.
import { createHash } from 'node:crypto';

import type { UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';

import { receiptHolder } from './author-key.ts';
import { type Caller, callerOf } from './caller.ts';

/** The holder of a receipt: the caller, or nobody in particular where they write without a name. */
export interface ReceiptHolder {
  id: UserId;
  isUnnamed: boolean;
}

/** A caller without conditions is a command too: every request counts, and the last write wins. */
export interface Command extends Caller {
  /** The Idempotency-Key as it is stored, and what tells this request from another that comes with the same key. */
  once?: { key: string; requestHash: string; holder: ReceiptHolder };
  /** The If-Match header, well-formed. */
  ifMatch?: string;
}

/** For routes whose schema has the contract's change headers. */
export function commandOf(request: FastifyRequest): Command {
  const { 'idempotency-key': key, 'if-match': ifMatch } = request.headers;
  const caller = callerOf(request);
  return {
    ...caller,
    ...(typeof key === 'string' && {
      once: { requestHash: hashOf(request), ...receiptOf(request, caller, key) },
    }),
    ...(typeof ifMatch === 'string' && { ifMatch }),
  };
}

function receiptOf(request: FastifyRequest, caller: Caller, key: string) {
  const unnamed = receiptHolder(request, key);
  if (unnamed === null) return { key, holder: { id: caller.userId, isUnnamed: false } };
  // The holder stands for the key too, which may tell when it was made: our pages take a UUIDv7.
  return { key: 'unnamed', holder: { id: unnamed, isUnnamed: true } };
}

/** Over the body as it was understood: what is ignored anyway makes no other request. */
function hashOf({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
}
