// The author key of a request becomes a hash at the edge; nothing behind it ever sees the key.
import { createHash } from 'node:crypto';

import { AuthorHash, AuthorKey, authorKeyHeader } from '@wentwell/contract/author-keys';
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { meetingParams } from './path-params.ts';

/** A random key of 256 bits needs no slow hash. */
function hashOf(key: string, ...purpose: string[]): AuthorHash {
  const hash = createHash('sha256').update(purpose.join('')).update(Buffer.from(key, 'base64url'));
  return AuthorHash.parse(hash.digest('base64url'));
}

/** The hash is bound to the meeting: a client that uses one key in two of them is not known as the same author. */
export function authorHash(meetingId: MeetingId, key: string): AuthorHash {
  return hashOf(key, meetingId);
}

/** Stands for who gives scores: another hash than that of the notes, so that a note does not tell whose score it is. */
export function scorerHash(meetingId: MeetingId, key: string): AuthorHash {
  return hashOf(key, 'score', meetingId);
}

function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): AuthorKey | null {
  return AuthorKey.safeParse(headers[authorKeyHeader]).data ?? null;
}

/**
 * The author in the meeting of the request's address. Null without a key, and for other addresses. Routes whose schema
 * has the contract's author headers refuse a broken key.
 */
export function authorOnBoard(request: FastifyRequest): AuthorHash | null {
  const key = keyOf(request);
  if (key === null) return null;
  const { data } = meetingParams.safeParse(request.params);
  return data ? authorHash(data.meetingId, key) : null;
}

/**
 * As whom the request deletes one thing: another hash for each. Owners and admins alone delete what others wrote, so
 * that the hash of an author there would tell which notes are theirs.
 */
export function deleterOnBoard(request: FastifyRequest): ((id: string) => AuthorHash) | null {
  const key = keyOf(request);
  const { data } = meetingParams.safeParse(request.params);
  if (key === null || !data) return null;
  return (id) => hashOf(key, 'deletion', data.meetingId, id);
}

/**
 * Whether a request proves by a key who wrote something, so that no log, row or receipt may tell whose request it was.
 * Only where the route takes a key: elsewhere the header hides nobody.
 */
export function isUnnamed(request: FastifyRequest): boolean {
  const headers = request.routeOptions.schema?.headers;
  const takesKey = headers instanceof z.ZodObject && authorKeyHeader in headers.shape;
  return takesKey && keyOf(request) !== null;
}

/**
 * The holder of a receipt whose caller has no name: an id that only this key gives for this Idempotency-Key, so that
 * two receipts do not tell that they are of one person, and none that it belongs to a note's author.
 */
export function receiptHolder(request: FastifyRequest, idempotencyKey: string): UserId | null {
  const key = keyOf(request);
  if (key === null || !isUnnamed(request)) return null;
  const hash = createHash('sha256')
    .update('receipt')
    .update(Buffer.from(key, 'base64url'))
    .update(idempotencyKey)
    .digest('hex');
  // UUID version 8 is for such ids: it is no user's.
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return UserId.parse(parts.join('-'));
}

/** The scorer of a check-in; null without a key. */
export function scorerOf(request: FastifyRequest, meetingId: MeetingId): AuthorHash | null {
  const key = keyOf(request);
  return key === null ? null : scorerHash(meetingId, key);
}
