// Who writes without a name holds a key instead. The browser makes it for one meeting and keeps it; the server stores
// only its hash, so that whoever holds the key can change what was written with it, and nobody can tell who that is.
import { z } from 'zod';

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

/** Of a request in which somebody may write without a name. */
export const AuthorHeaders = z.object({ [authorKeyHeader]: AuthorKey.optional() });
