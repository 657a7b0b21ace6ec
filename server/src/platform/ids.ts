// Creates ids in the application, so that they exist before the row (docs/api.md A-13).
import { v4, v7 } from 'uuid';
import type { z } from 'zod';

/** UUIDv7, so that rows are stored in creation order. */
export function newId<S extends z.ZodType>(schema: S): z.output<S> {
  return schema.parse(v7());
}

/** UUIDv4, which does not reveal its creation time. For texts that may be anonymous. */
export function newTimelessId<S extends z.ZodType>(schema: S): z.output<S> {
  return schema.parse(v4());
}

export function idsOf<Id>(rows: readonly { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}

/** A UUID of version 8, which no created id has. `variant`: one of 8, 9, a and b. */
export function idOfHash(hexHash: string, variant = '8'): string {
  const parts = [
    hexHash.slice(0, 8),
    hexHash.slice(8, 12),
    `8${hexHash.slice(13, 16)}`,
    `${variant}${hexHash.slice(17, 20)}`,
    hexHash.slice(20, 32),
  ];
  return parts.join('-');
}
