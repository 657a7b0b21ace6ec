// Authors without a name hold a key instead. The browser makes it for one meeting and keeps it; the server stores only
// its hash, so that its holder can change what was written with it, and nobody can tell who that is.
import { z } from 'zod';

import { UserId } from './ids.ts';

export const authorKeyHeader = 'x-author-key';

/** 32 bytes as base64url without padding. The last character of 43 carries two bits that must be zero. */
export const AuthorKey = z
  .string()
  .regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, 'An author key is 32 bytes as base64url.')
  .meta({
    description:
      'Proves who wrote without a name. The browser makes it for one meeting; the server stores only its hash.',
    examples: ['YS1rZXktZm9yLW9uZS1tZWV0aW5nLW9mLTMyLWJ5dGU'],
  });
export type AuthorKey = z.infer<typeof AuthorKey>;

/** Stands for somebody in one meeting. It never leaves the server. */
export const AuthorHash = z.string().brand<'AuthorHash'>();
export type AuthorHash = z.infer<typeof AuthorHash>;

/** A reader: a person, and the hash of the key with which they write without a name. */
export interface Viewer {
  userId: UserId;
  authorHash?: AuthorHash | null | undefined;
}

/** The author of something, as far as a reader may know. */
export const authorFields = {
  /** Null in an anonymous meeting. */
  author_id: UserId.nullable(),
  /** Whether the reader wrote it; only where `author_id` is null. */
  mine: z.boolean().optional(),
  /** Name of an imported author, as the file says, beside no `author_id`. It is nobody's account. */
  author_name: z.string().optional(),
};
type Written = z.infer<z.ZodObject<typeof authorFields>>;

/** The same as it is stored: in an anonymous meeting with the author's hash, which nobody is sent. */
export const loggedAuthorFields = { author_hash: AuthorHash.optional() };
type LoggedWritten = Written & z.infer<z.ZodObject<typeof loggedAuthorFields>>;

export function isAuthor(written: LoggedWritten, reader: Viewer | null): boolean {
  const { author_id, author_hash, mine } = written;
  if (mine !== undefined) return mine;
  if (author_hash !== undefined) return author_hash === reader?.authorHash;
  return author_id !== null && author_id === reader?.userId;
}

const notAuthors = 'others';

/**
 * Names the readers who see the same of what was written without names: everybody, but for each author, who knows
 * which of it is theirs. Null where names are known.
 */
export function audienceOf(all: readonly LoggedWritten[], reader: Viewer | null): string | null {
  if (all.every(({ author_hash }) => author_hash === undefined)) return null;
  const own = reader?.authorHash ?? null;
  // Asked for each reader of a thousand notes, it must not allocate.
  return own !== null && all.some(({ author_hash }) => author_hash === own) ? own : notAuthors;
}

/** The view of an audience: not the author, only whether a reader wrote it themselves. */
export function seenByAudience<T extends LoggedWritten>(
  written: T,
  audience: string,
): Omit<T, 'author_hash'> {
  const { author_hash, ...seen } = written;
  return author_hash === undefined ? seen : { ...seen, mine: author_hash === audience };
}

// A browser can set no header of a socket, and its address would stand in the logs of proxies.
const keyProtocol = 'author-key.';

/** The subprotocols with which a socket is opened, so that its changes are as the key's holder sees them. */
export function liveProtocols(key: string): string[] {
  return ['wentwell', `${keyProtocol}${key}`];
}

/** The key among the subprotocols of a handshake, well-formed or not, and the one to answer with. */
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

/** Headers of a request in which somebody may write without a name. */
export const AuthorHeaders = z.object({ [authorKeyHeader]: AuthorKey.optional() });
