// New ids, made by the application so that they exist before the row does (docs/api.md A-13).
import { v7 } from 'uuid';
import type { z } from 'zod';

/** Takes the contract's schema of an id; gives a new one: UUIDv7, so that rows lie in order of birth. */
export function newId<S extends z.ZodType>(schema: S): z.output<S> {
  return schema.parse(v7());
}
