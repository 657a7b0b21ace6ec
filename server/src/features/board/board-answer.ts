// How a board is written: as any answer, only what the schema names leaves the server; but what many boards have in
// common is checked and encoded once.
import { BoardWithTicket } from '@wentwell/contract/board';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { answerSerializer } from '#server/platform/http/answer-serializer';

/** By the value itself: what a board is made of is never changed, and always of the same schema. */
const texts = new WeakMap<object, string>();

function encodeOnce(schema: z.ZodType, value: unknown): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  if (known !== undefined) return known;
  const text = JSON.stringify(schema.parse(value));
  if (typeof value === 'object' && value !== null) texts.set(value, text);
  return text;
}

/** Fields of which two people see different parts, each of which many others see as well. */
const encodedEach: Partial<Record<string, z.ZodType>> = {
  notes: BoardWithTicket.shape.notes.element,
  presence: BoardWithTicket.shape.presence.element,
};

function encodeField(name: string, schema: z.ZodType, value: unknown): string {
  const element = encodedEach[name];
  if (!element || !Array.isArray(value)) return encodeOnce(schema, value);
  return `[${value.map((each) => encodeOnce(element, each)).join(',')}]`;
}

const fields: [string, z.ZodType][] = Object.entries(BoardWithTicket.shape);

function encodeBoard(board: Record<string, unknown>): string {
  const written = fields.flatMap(([name, schema]) => {
    const value = board[name];
    return value === undefined
      ? []
      : [`${JSON.stringify(name)}:${encodeField(name, schema, value)}`];
  });
  return `{${written.join(',')}}`;
}

export function boardSerializer(
  log: Pick<BaseLogger, 'error'>,
): FastifySerializerCompiler<unknown> {
  const other = answerSerializer(log);
  return ({ schema, ...route }) => {
    if (schema === BoardWithTicket) return encodeBoard;
    if (!(schema instanceof z.ZodType)) throw new Error('an answer of a board without a schema');
    return other({ ...route, schema });
  };
}
