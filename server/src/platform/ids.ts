// New ids, made by the application so that they exist before the row does (docs/api.md A-13).
import { v4, v7 } from 'uuid';
import type { z } from 'zod';

/** UUIDv7, so that rows are stored in the order in which they were created. */
export function newId<S extends z.ZodType>(schema: S): z.output<S> {
  return schema.parse(v7());
}

/** UUIDv4, which does not tell when it was made: for what is written in anonymous meetings too. */
export function newTimelessId<S extends z.ZodType>(schema: S): z.output<S> {
  return schema.parse(v4());
}
