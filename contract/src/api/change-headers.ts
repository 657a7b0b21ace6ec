// Request headers for safe retries and conditional changes (docs/api.md ).
import { z } from 'zod';

import { limits } from '../limits.ts';
import { AuthorHeaders } from '../notes/author-keys.ts';

/** Client-generated id of a request. Repeating the request has no effect and returns the same response. */
export const IdempotencyKey = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyMax}}$`),
    `An idempotency key has 1 to ${limits.idempotencyKeyMax} visible ASCII characters.`,
  )
  .meta({
    description:
      'Idempotency key, valid for 24 hours: a repeated request changes nothing and gets the same answer.',
    examples: ['0198f2c4-5d1e-7a10-9c3b-6f2f6f1d2a41'],
  });

// RFC 9110: `*`, or a list of entity tags.
const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';

/** The versions that the change may apply to. Otherwise the response is 412 with the current state. */
export const IfMatch = z
  .string()
  .regex(
    new RegExp(`^(?:\\*|${tag}(?:[ \\t]*,[ \\t]*${tag})*)$`),
    'If-Match takes entity tags such as "3", or *.',
  )
  .meta({
    description: 'The version that the caller has seen, from an answer’s ETag.',
    examples: ['"3"'],
  });

export const CreateHeaders = z.object({ 'idempotency-key': IdempotencyKey.optional() });

export const ChangeHeaders = CreateHeaders.extend({ 'if-match': IfMatch.optional() });

/** The same for notes and the records that belong to them. */
export const CreateByAuthorHeaders = CreateHeaders.extend(AuthorHeaders.shape);
export const ChangeByAuthorHeaders = ChangeHeaders.extend(AuthorHeaders.shape);
