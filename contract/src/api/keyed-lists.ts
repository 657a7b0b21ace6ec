// Administrators' lists with keyset pagination (docs/api.md A-14).
import { z } from 'zod';

import { nextHeader } from './headers.ts';
import { ListQuery } from './lists.ts';
import { SentTime } from './sent-time.ts';

/** A row's id and its sort time. Null for the first page. */
function cursor(time: z.ZodType<string, string>) {
  return z
    .string()
    .transform((text) => (text === '' ? null : { id: text.slice(0, 36), time: text.slice(37) }))
    .pipe(z.object({ id: z.uuid(), time }).nullable())
    .optional()
    .meta({
      description: `Empty for the first page, then the \`${nextHeader}\` of each, in place of \`skip\`.`,
    });
}

/** With `after`, `X-Total-Count` is capped at one more than this. */
export const countMax = 1000;

export const ListByName = ListQuery.extend({ after: cursor(z.string().max(0)) });
export type ListByName = z.infer<typeof ListByName>;

export const ListByTime = ListQuery.extend({ after: cursor(SentTime) });
export type ListByTime = z.infer<typeof ListByTime>;
