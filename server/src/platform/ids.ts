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
