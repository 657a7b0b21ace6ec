// Shared column definitions: times have millisecond precision, as in the API.
import { isNotNull } from 'drizzle-orm';
import { type ExtraConfigColumn, index, timestamp } from 'drizzle-orm/pg-core';

import { wordsOf } from './search.ts';

/** A timestamp in milliseconds, so that stored and returned values are equal. */
export function instant() {
  return timestamp({ withTimezone: true, precision: 3, mode: 'date' });
}

export const createdAndUpdated = {
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
};

/** Null unless deleted. Only admin calls return deleted rows (docs/api.md A-91). */
export const softDelete = { deletedAt: instant() };

/** A partial index of deleted rows, newest first, for the admin's lists. */
export function deletedIndex(
  name: string,
  { id, deletedAt }: Record<'id' | 'deletedAt', ExtraConfigColumn>,
) {
  return index(name).on(deletedAt, id).where(isNotNull(deletedAt));
}

/** For full-text search. */
export function textIndex(name: string, column: ExtraConfigColumn) {
  return index(name).using('gin', wordsOf(column));
}
