// Reads a JSON body: what is no JSON is 400, what nests too deep, has too many values or reaches for a prototype is 422, an empty one is none.
import { limits } from '@wentwell/contract/limits';
import type { FastifyRequest } from 'fastify';

import { jsonShape } from '#server/platform/json-shape';

import { ApiError } from './api-error.ts';

// Several times as deep as the deepest body, the file of a meeting that is imported.
const mostLevels = 32;
// Twice as many as the most that a body of usual length can hold of what it is sent for, which is ids.
const mostMarks = 4000;
const reaching = ['__proto__', 'constructor'];

/** Whether a key, at any depth, is one by which merging code could be led to a prototype. */
function reachesPrototype(body: unknown): boolean {
  const open = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (reaching.some((key) => Object.hasOwn(value, key))) return true;
    const parts: unknown[] = Object.values(value);
    for (const part of parts) open.push(part);
  }
  return false;
}

/** The framework's parser for application/json; of a key that comes twice the last counts (RFC 8259 leaves it open). */
export async function readJsonBody(request: FastifyRequest, text: string): Promise<unknown> {
  if (text === '') return undefined;
  const { depth, marks } = jsonShape(text);
  if (depth > mostLevels) throw refusal(`Nests deeper than ${mostLevels} levels.`, 'too_deep');
  // A file that is imported holds as many as its board.
  const isFile = request.routeOptions.bodyLimit > limits.bodyBytes;
  if (marks > mostMarks && !isFile) throw refusal('Holds too many values.', 'too_many_values');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST');
  }
  if (!reachesPrototype(body)) return body;
  throw refusal('Contains a key that no field may have.', 'forbidden_key');
}

function refusal(msg: string, type: string): ApiError {
  return new ApiError('VALIDATION', {}, { errors: [{ loc: ['body'], msg, type }] });
}
