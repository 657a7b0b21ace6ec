// Reads a JSON body: what is no JSON is 400, what nests too deep, has too many values or reaches for a prototype is 422, an empty one is none.
import { limits } from '@wentwell/contract/limits';
import type { FastifyRequest } from 'fastify';

import { jsonShape } from '#server/platform/json-shape';

import { ApiError } from './api-error.ts';

// Several times as deep as the deepest body, the file of a meeting that is imported.
const mostLevels = 32;
// Twice as many as the most that a body of usual length can hold of what it is sent for, which is ids.
const mostMarks = 4000;
// A file that is imported holds as many as its board: 144,000 at the most, where each note has every reaction.
const mostMarksOfFile = 150_000;
// Several times as many as it has. Reading objects that are all different takes ten times as long as reading those that are alike.
const mostNamesOfFile = 200;
const reaching = ['__proto__', 'constructor'];

/** Whether a key, at any depth, is one by which merging code could be led to a prototype. */
function reachesPrototype(body: unknown): boolean {
  const open = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    if (!isList && reaching.some((key) => Object.hasOwn(value, key))) return true;
    const parts: unknown[] = isList ? value : Object.values(value);
    for (const part of parts) if (typeof part === 'object') open.push(part);
  }
  return false;
}

/** The framework's parser for application/json; of a key that comes twice the last counts (RFC 8259 leaves it open). */
export async function readJsonBody(request: FastifyRequest, text: string): Promise<unknown> {
  if (text === '') return undefined;
  const { depth, marks, names } = jsonShape(text);
  if (depth > mostLevels) throw refusal(`Nests deeper than ${mostLevels} levels.`, 'too_deep');
  const isFile = request.routeOptions.bodyLimit > limits.bodyBytes;
  if (isFile ? marks > mostMarksOfFile || names > mostNamesOfFile : marks > mostMarks) {
    throw refusal('Holds too many values.', 'too_many_values');
  }
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
