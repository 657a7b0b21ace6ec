// Anonymous authors hold a key. The browser creates one per meeting and keeps it; the server stores only its hash. The
// holder can edit what the key wrote, and nobody can identify the holder.
import { z } from 'zod';

import { UserId } from '../ids.ts';

export const authorKeyHeader = 'x-author-key';

/** 32 bytes as base64url without padding. The last of the 43 characters has two unused bits, which must be zero. */
export const AuthorKey = z
  .string()
  .regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, 'An author key is 32 bytes as base64url.')
  .meta({
    description:
      'The author key of an anonymous meeting. The browser generates it per meeting; the server stores only ' +
      'its hash.',
    examples: ['YS1rZXktZm9yLW9uZS1tZWV0aW5nLW9mLTMyLWJ5dGU'],
  });
export type AuthorKey = z.infer<typeof AuthorKey>;

/** Identifies an author within one meeting. It never leaves the server. */
export const AuthorHash = z.string().brand<'AuthorHash'>();
export type AuthorHash = z.infer<typeof AuthorHash>;

export interface Viewer {
  userId: UserId;
  authorHash?: AuthorHash | null | undefined;
}

/** Author fields as a reader may see them. */
export const authorFields = {
  /** Null in an anonymous meeting. */
  author_id: UserId.nullable(),
  /** Whether the reader wrote it. Only set if `author_id` is null. */
  mine: z.boolean().optional(),
  /** Name of an imported author, taken from the file. It belongs to no account, so `author_id` is null. */
  author_name: z.string().optional(),
};
type Written = z.infer<z.ZodObject<typeof authorFields>>;

/** The stored form. In an anonymous meeting it has the author's hash, which is never sent. */
export const loggedAuthorFields = { author_hash: AuthorHash.optional() };
type LoggedWritten = Written & z.infer<z.ZodObject<typeof loggedAuthorFields>>;

export function isAuthor(written: LoggedWritten, reader: Viewer | null): boolean {
  const { author_id, author_hash, mine } = written;
  if (mine !== undefined) return mine;
  if (author_hash !== undefined) return author_hash === reader?.authorHash;
  return author_id !== null && author_id === reader?.userId;
}

// Browsers cannot set headers on a WebSocket, and a key in the URL would appear in proxy logs.
const keyProtocol = 'author-key.';

/** The subprotocols for opening a socket. With the key, the socket sends changes as the key's holder sees them. */
export function liveProtocols(key: string): string[] {
  return ['wentwell', `${keyProtocol}${key}`];
}

/** Reads the key, valid or not, and the subprotocol to accept from a handshake. */
export function readLiveProtocols(offered: readonly string[]): {
  key: string | null;
  answer: string | null;
} {
  const isKey = (each: string): boolean => each.startsWith(keyProtocol);
  return {
    key: offered.find(isKey)?.slice(keyProtocol.length) ?? null,
    answer: offered.find((each) => !isKey(each)) ?? null,
  };
}

export const AuthorHeaders = z.object({ [authorKeyHeader]: AuthorKey.optional() });
