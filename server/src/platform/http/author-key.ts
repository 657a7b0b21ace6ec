// Hashes a request's author key at the edge. No later code sees the key.
import { createHash } from 'node:crypto';

import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { AuthorHash, AuthorKey, authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { idOfHash } from '#server/platform/ids';
import { keepRecent } from '#server/platform/keep-recent';

import { meetingParams } from './path-params.ts';

// The first author key of each account per meeting. A second key would count one person twice: with two of three new
// scores, they could derive the third. Kept only in memory, so that no stored row links an answer to an account.

const maxEntries = 20_000;

interface Holder {
  meetingId: MeetingId;
  userId: UserId;
}

export class FirstAuthorKeys {
  readonly #keys = new Map<string, AuthorHash>();

  isOther(key: AuthorHash, { meetingId, userId }: Holder): boolean {
    return (this.#keys.get(`${meetingId} ${userId}`) ?? key) !== key;
  }

  /** Stores the account's first key in the meeting. */
  remember(key: AuthorHash, { meetingId, userId }: Holder): void {
    const name = `${meetingId} ${userId}`;
    if (!this.#keys.has(name)) keepRecent(this.#keys, [name, key], maxEntries);
  }
}

/** A random 256-bit key needs no slow hash. */
function hashOf(key: string, ...purpose: string[]): AuthorHash {
  const hash = createHash('sha256').update(purpose.join('')).update(Buffer.from(key, 'base64url'));
  return AuthorHash.parse(hash.digest('base64url'));
}

/** Includes the meeting's id, so that a key used in two meetings does not link its author. */
export function authorHash(meetingId: MeetingId, key: string): AuthorHash {
  return hashOf(key, meetingId);
}

/** Identifies a scorer. Differs from the notes' hash, so that scores cannot be linked to notes. */
function scorerHash(meetingId: MeetingId, key: string): AuthorHash {
  return hashOf(key, 'score', meetingId);
}

function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): AuthorKey | null {
  return AuthorKey.safeParse(headers[authorKeyHeader]).data ?? null;
}

/**
 * The author hash in the request's meeting. Null without a key, and for paths without a meeting. Routes with the
 * contract's author headers reject an invalid key.
 */
export function authorOnBoard(request: FastifyRequest): AuthorHash | null {
  const key = keyOf(request);
  if (key === null) return null;
  const { data } = meetingParams.safeParse(request.params);
  return data ? authorHash(data.meetingId, key) : null;
}

/**
 * The hash that identifies the deleter, different for each deleted item. Only owners and admins delete other people's
 * texts, so the author hash would reveal which notes are theirs.
 */
export function deleterOnBoard(request: FastifyRequest): ((id: string) => AuthorHash) | null {
  const key = keyOf(request);
  const { data } = meetingParams.safeParse(request.params);
  if (key === null || !data) return null;
  return (id) => hashOf(key, 'deletion', data.meetingId, id);
}

/**
 * Whether the request carries an author key, so that no log, row or receipt may identify the user. Only on routes that
 * accept the header; elsewhere it hides nobody.
 */
export function hidesCaller(request: FastifyRequest): boolean {
  const headers = request.routeOptions.schema?.headers;
  const takesKey = headers instanceof z.ZodObject && authorKeyHeader in headers.shape;
  return takesKey && keyOf(request) !== null;
}

/**
 * The holder of an anonymous caller's receipt: an id derived from author key and Idempotency-Key. Receipts can thus be
 * linked neither to each other nor to a note's author.
 */
export function receiptHolder(request: FastifyRequest, idempotencyKey: string): UserId | null {
  const key = keyOf(request);
  if (key === null || !hidesCaller(request)) return null;
  const hash = createHash('sha256')
    .update('receipt')
    .update(Buffer.from(key, 'base64url'))
    .update(idempotencyKey)
    .digest('hex');
  return UserId.parse(idOfHash(hash));
}

/** The scorer hash of a check-in. Null without a key. */
export function scorerOf(request: FastifyRequest, meetingId: MeetingId): AuthorHash | null {
  const key = keyOf(request);
  return key === null ? null : scorerHash(meetingId, key);
}
