// A mutating request for services: the caller and its preconditions.
import { createHash } from 'node:crypto';

import type { UserId } from '@wentwell/contract/ids';
import type { FastifyRequest, FastifyReply } from 'fastify';

import { ApiError } from './api-error.ts';
import { receiptHolder } from './author-key.ts';
import { type Caller, callerOf } from './caller.ts';

// ETag of responses and If-Match of changes (RFC 9110).

function entityTag(version: number): string {
  return `"${version}"`;
}

export function versioned<T>(reply: FastifyReply, version: number, body: T): T {
  reply.header('ETag', entityTag(version));
  return body;
}

/** Throws if the command targets another version. `current` is the entity as the caller may see it. */
export function requireVersion(
  { ifMatch }: CommandRequest,
  current: Record<string, unknown> & { version: number },
): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  // Weak tags never match, because W/"3" may stand for several states.
  const tags: string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(entityTag(current.version)))
    throw new ApiError('STALE_VERSION', {}, { current });
}

/** The holder of a receipt: the caller, or an anonymous id. */
interface ReceiptHolder {
  id: UserId;
  isAnonymous: boolean;
}

/** Without preconditions, every request takes effect and the last write wins. */
export interface CommandRequest extends Caller {
  /** The stored Idempotency-Key, and a hash that distinguishes other requests with the same key. */
  once?: { key: string; requestHash: string; holder: ReceiptHolder };
  /** The validated If-Match header. */
  ifMatch?: string;
}

/** For routes with the contract's change headers. */
export function commandOf(request: FastifyRequest): CommandRequest {
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
  if (unnamed === null) return { key, holder: { id: caller.userId, isAnonymous: false } };
  // The holder replaces the key too, which could reveal its time: our pages use UUIDv7.
  return { key: 'unnamed', holder: { id: unnamed, isAnonymous: true } };
}

/** Hashes the parsed body, so that ignored fields do not matter. */
function hashOf({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
}
