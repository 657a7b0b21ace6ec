// Answers: only fields in the route's schema leave the server, and the schema declares all statuses of errors.
import type { ProblemStatus } from '@wentwell/contract/api/problem-status';
import { Problem } from '@wentwell/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { readableRows } from './list-answer.ts';

/**
 * Parses a response with its schema and drops unknown fields. A single parse suffices, because response schemas do not
 * transform values; the type provider's encoding would check twice. In lists, invalid elements are omitted and logged,
 * so that one damaged row does not break the list.
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

/** For a route that encodes its answer 200 itself. */
export function encodedBy<A>(encode: (answer: A, reply: FastifyReply) => string) {
  return {
    async preSerialization(_: FastifyRequest, reply: FastifyReply, answer: unknown) {
      if (reply.statusCode !== 200) return answer;
      // The route's `run` must have this type.
      const text = encode(answer as A, reply);
      reply.serializer(() => text);
      return answer;
    },
  };
}

/** Null if it is not a list. */
function readableList(schema: unknown, data: unknown, log: Pick<BaseLogger, 'error'>) {
  if (!(schema instanceof z.ZodArray) || !Array.isArray(data)) return null;
  const { element } = schema;
  return readableRows(data, (each: unknown) => z.parse(element, each), log);
}

/** Adds 429, 500 and 503, which every route may return. */
export function errorResponses<const S extends ProblemStatus>(...statuses: S[]) {
  return problemSchemas<S | 429 | 500 | 503>([...statuses, 429, 500, 503]);
}

export function problemSchemas<S extends ProblemStatus>(statuses: S[]) {
  const schemas = Object.fromEntries(statuses.map((status) => [status, Problem]));
  return schemas as Record<S, typeof Problem>;
}
