// Reads a JSON body: what is no JSON is 400, what reaches for a prototype is 422, an empty one is none.
import type { FastifyRequest } from 'fastify';

import { ApiError } from './api-error.ts';

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
export async function readJsonBody(_request: FastifyRequest, text: string): Promise<unknown> {
  if (text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST');
  }
  if (!reachesPrototype(body)) return body;
  const error = {
    loc: ['body'],
    msg: 'Contains a key that no field may have.',
    type: 'forbidden_key',
  };
  throw new ApiError('VALIDATION', {}, { errors: [error] });
}
