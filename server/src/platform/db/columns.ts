// Columns that every table writes the same way: times in milliseconds, as the API answers them.
import { isNotNull } from 'drizzle-orm';
import { type ExtraConfigColumn, index, integer, timestamp } from 'drizzle-orm/pg-core';

import { wordsOf } from './search.ts';

/** A point in time with millisecond precision, so that what was stored is what is answered. */
export function instant() {
  return timestamp({ withTimezone: true, precision: 3, mode: 'date' });
}

export const createdAndUpdated = {
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
};

/** Null while the row lives; a deleted row is invisible to every call but the admin's (docs/api.md A-91). */
export const softDelete = { deletedAt: instant() };

/** An index of deleted rows, newest first: the lists of the admin read no living row. */
export function deletedIndex(
  name: string,
  { id, deletedAt }: Record<'id' | 'deletedAt', ExtraConfigColumn>,
) {
  return index(name).on(deletedAt, id).where(isNotNull(deletedAt));
}

/** For the search by words. */
export function textIndex(name: string, column: ExtraConfigColumn) {
  return index(name).using('gin', wordsOf(column));
}

/** The version of a row's JSON, which version 0.3 reads. All JSON is of the first. */
export function jsonVersion() {
  return integer().notNull().default(1);
}
