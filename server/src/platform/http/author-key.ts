// The author key of a request becomes a hash at the edge; nothing behind it ever sees the key.
import { createHash } from 'node:crypto';

import { authorKeyHeader } from '@wentwell/contract/author-keys';
import type { MeetingId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

export const AuthorHash = z.string().brand<'AuthorHash'>();
/** Stands for somebody in one meeting. */
export type AuthorHash = z.infer<typeof AuthorHash>;

/**
 * The hash is bound to the meeting: a client that uses one key in two of them is not known as the same author.
 * A random key of 256 bits needs no slow hash.
 */
export function authorHash(meetingId: MeetingId, key: string): AuthorHash {
  const hash = createHash('sha256')
    .update(meetingId)
    .update(Buffer.from(key, 'base64url'))
    .digest('base64url');
  return AuthorHash.parse(hash);
}

/** Stands for who gives scores: another hash than that of the notes, so that a note does not tell whose score it is. */
function scorerHash(meetingId: MeetingId, key: string): AuthorHash {
  const hash = createHash('sha256').update('score').update(meetingId);
  return AuthorHash.parse(hash.update(Buffer.from(key, 'base64url')).digest('base64url'));
}

/** Null where the request has no key. For routes whose schema has the contract's author headers. */
export function authorOf(request: FastifyRequest, meetingId: MeetingId): AuthorHash | null {
  const key = request.headers[authorKeyHeader];
  return typeof key === 'string' ? authorHash(meetingId, key) : null;
}

/** The same for the scores of a check-in. */
export function scorerOf(request: FastifyRequest, meetingId: MeetingId): AuthorHash | null {
  const key = request.headers[authorKeyHeader];
  return typeof key === 'string' ? scorerHash(meetingId, key) : null;
}

/** For routes whose schema requires the key. */
export function requiredScorer(request: FastifyRequest, meetingId: MeetingId): AuthorHash {
  const scorer = scorerOf(request, meetingId);
  if (!scorer) throw new Error('A route without its author key.');
  return scorer;
}
