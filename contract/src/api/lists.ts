// Pagination of all lists (docs/api.md A-14): `skip` and `limit` in the query, the total in X-Total-Count.
import { z } from 'zod';

import { limits } from '../limits.ts';
import { wholeNumber } from './sentences.ts';

/** Digits only: JavaScript would also read '' and 0x10 as numbers. */
export function queryNumber(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
    wholeNumber(min, max),
  );
}

/** Values separated by commas. */
export function commaSeparated<Item extends z.ZodType<unknown, string>>(item: Item, max: number) {
  return z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(item).max(max))
    .optional();
}

export const ListQuery = z.object({
  skip: queryNumber(0, 1_000_000_000).default(0),
  limit: queryNumber(1, limits.listMax).default(limits.listDefault),
});
export type ListQuery = z.infer<typeof ListQuery>;
