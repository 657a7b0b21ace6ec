// How answers are written: only what the route's schema names leaves the server.
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

/**
 * Parses an answer by its schema and drops what the schema does not name. One pass is enough, because no answer's
 * schema changes values; encoding, as the type provider does it, checks everything twice.
 */
export const answerSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const { data: answer, error } = z.safeParse(schema, data);
    if (error)
      throw new Error(`the answer of ${method} ${url} is not as described`, { cause: error });
    return JSON.stringify(answer);
  };
