// Authorship on a board. For anonymous authors the server has a key's hash; a client only knows its own texts.
import type { z } from 'zod';

import type { authorFields, loggedAuthorFields } from '../notes/author-keys.ts';
import type { BoardRecord, Owner, RecordViews } from './record.ts';

type Authored = z.infer<z.ZodObject<typeof authorFields & typeof loggedAuthorFields>>;

/** The only person or key that may read what is hidden from others. */
export function ownerOf({ author_id, author_hash }: Omit<Authored, 'mine'>): Owner | null {
  if (author_hash !== undefined) return `key:${author_hash}`;
  return author_id === null ? null : `user:${author_id}`;
}

/** Removes the author's hash from both views. `mask` removes what only the author may read. */
export function authoredViews<R extends BoardRecord & Authored>(
  record: R,
  mask: ((record: R) => R) | null,
): RecordViews<R> {
  const owner = ownerOf(record);
  const { author_hash: hash, ...rest } = record;
  // Safe: removing an optional field of R yields an R.
  const withoutHash = rest as R;
  const seenByOthers = hash === undefined ? withoutHash : { ...withoutHash, mine: false };
  const seenByAuthor = hash === undefined ? withoutHash : { ...withoutHash, mine: true };
  const differs = hash !== undefined || mask !== null;
  return {
    publicView: mask === null ? seenByOthers : mask(seenByOthers),
    privateView: owner !== null && differs ? { owner, record: seenByAuthor } : null,
  };
}
