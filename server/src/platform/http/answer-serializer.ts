// How answers are written: only what the route's schema names leaves the server.
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { readableRows } from './readable-rows.ts';

/**
 * Parses an answer by its schema and drops what the schema does not name. One pass is enough, because no answer's
 * schema changes values; encoding, as the type provider does it, checks everything twice. Of a list that is not as
 * described, the elements that are at fault are left out and logged: one damaged row must not cost all the others.
 */
export function answerSerializer(
  log: Pick<BaseLogger, 'error'>,
): FastifySerializerCompiler<z.ZodType> {
  return ({ schema, method, url }) =>
    (data) => {
      const { data: answer, error } = z.safeParse(schema, data);
      if (!error) return JSON.stringify(answer);
      const read = readableList(schema, data, log);
      if (read === null) {
        throw new Error(`the answer of ${method} ${url} is not as described`, { cause: error });
      }
      return JSON.stringify(read);
    };
}

/** Null where it is no list. */
function readableList(schema: unknown, data: unknown, log: Pick<BaseLogger, 'error'>) {
  if (!(schema instanceof z.ZodArray) || !Array.isArray(data)) return null;
  const { element } = schema;
  return readableRows(data, (each: unknown) => z.parse(element, each), log);
}
