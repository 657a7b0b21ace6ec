import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { BoardQuery, BoardWithTicket } from '@wentwell/contract/board';
import { EventsPage, EventsQuery, LiveTicket } from '@wentwell/contract/live';
import { BoardName, RecordedBoard } from '@wentwell/contract/recorded-board';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { eventsSerializer } from '#server/live/events-answer';
import { answerSerializer } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { scorerOf } from '#server/platform/http/author-key';
import { callsOf } from '#server/platform/http/calls';

import type { BoardService } from './board.service.ts';

// Boards are encoded by their schema. Parts shared between responses are validated and encoded once.
/** Keyed by object identity. Board parts are immutable and always have the same schema. */
const texts = new WeakMap<object, string>();

function encodeOnce(schema: z.ZodType, value: unknown): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  if (known !== undefined) return known;
  const text = JSON.stringify(schema.parse(value));
  if (typeof value === 'object' && value !== null) texts.set(value, text);
  return text;
}

/** Lists that differ between readers, while most elements are shared. */
const encodedEach: Partial<Record<string, z.ZodType>> = {
  notes: BoardWithTicket.shape.notes.element,
  records: RecordedBoard.shape.records.element,
  presence: BoardWithTicket.shape.presence.element,
};

function encodeField(name: string, schema: z.ZodType, value: unknown): string {
  const element = encodedEach[name];
  if (!element || !Array.isArray(value)) return encodeOnce(schema, value);
  return `[${value.map((each) => encodeOnce(element, each)).join(',')}]`;
}

function boardEncoder({ shape }: z.ZodObject<Record<string, z.ZodType>>) {
  const fields = Object.entries(shape);
  return (board: Record<string, unknown>): string => {
    const written = fields.flatMap(([name, schema]) => {
      const value = board[name];
      return value === undefined
        ? []
        : [`${JSON.stringify(name)}:${encodeField(name, schema, value)}`];
    });
    return `{${written.join(',')}}`;
  };
}

const encoders = new Map<unknown, ReturnType<typeof boardEncoder>>(
  [BoardWithTicket, RecordedBoard].map((form) => [form, boardEncoder(form)]),
);

function boardSerializer(log: Pick<BaseLogger, 'error'>): FastifySerializerCompiler<unknown> {
  const other = answerSerializer(log);
  return ({ schema, ...route }) => {
    const encode = encoders.get(schema);
    if (encode) return encode;
    if (!(schema instanceof z.ZodType)) throw new Error('an answer of a board without a schema');
    return other({ ...route, schema });
  };
}

// A board has up to a thousand notes.
const wholeBoard = 10;

/** `origins`: the origins of the site's pages. */
export function boardRoutes(api: Api, board: BoardService, origins: readonly string[]): void {
  const { answer } = callsOf(api, 'Board');

  answer('GET /meetings/:meetingId/board', {
    operationId: 'getBoard',
    summary: 'Get a board',
    description:
      'A snapshot of the board as the caller may see it; `seq` is its last change. `ticket=true` adds a ' +
      'socket ticket if the meeting is live.',
    headers: AuthorHeaders,
    querystring: BoardQuery,
    answers: { 200: BoardWithTicket },
    config: { requestCost: wholeBoard, guests: 'read' },
    route: { serializerCompiler: boardSerializer(api.log) },
    run({ caller, params: { meetingId }, query: { ticket }, request }) {
      const read = ticket === 'true' ? board.snapshotWithTicket : board.snapshot;
      return read(caller, meetingId, scorerOf(request, meetingId));
    },
  });

  answer('GET /meetings/:meetingId/records', {
    operationId: 'getBoardRecords',
    summary: 'Get a board as records',
    description:
      'The snapshot as records, which the live channel’s changes put and remove. `ticket=true` adds a socket ' +
      'ticket if the meeting is live.',
    headers: AuthorHeaders,
    querystring: BoardQuery,
    answers: { 200: RecordedBoard },
    config: { requestCost: wholeBoard, guests: 'read' },
    route: { serializerCompiler: boardSerializer(api.log) },
    run({ caller, params: { meetingId }, query, request }) {
      const scorer = scorerOf(request, meetingId);
      return board.records(caller, meetingId, { scorer, ticket: query.ticket === 'true' });
    },
  });

  answer('GET /meetings/:meetingId/events', {
    operationId: 'listBoardEvents',
    summary: 'List a board’s changes',
    description:
      'The changes after `since` in order, for clients without sockets; `resync` asks for a new snapshot. A ' +
      'page of more than 1 MiB ends before `seq`: continue after its last change.',
    headers: AuthorHeaders,
    querystring: EventsQuery,
    answers: { 200: EventsPage },
    config: { requestCost: 2, guests: 'read' },
    route: { serializerCompiler: eventsSerializer(api.log) },
    run: ({ caller, params, query }) => board.events(caller, params.meetingId, query.since),
  });

  answer('GET /meetings/:meetingId/names', {
    operationId: 'listBoardNames',
    summary: 'List the people on a board',
    description:
      'Names, without addresses, of its leads and of the authors and owners on it. Members also see who is a ' +
      'guest.',
    config: { requestCost: wholeBoard, guests: 'read' },
    answers: { 200: z.array(BoardName) },
    run: ({ caller, params }) => board.names(caller, params.meetingId),
  });

  answer('POST /meetings/:meetingId/live-ticket', {
    operationId: 'createLiveTicket',
    config: { guests: 'read' },
    summary: 'Get a live ticket',
    description: 'Valid once within 30 seconds for the live channel of a live meeting.',
    answers: { 201: LiveTicket },
    refuses: [409, 421],
    run({ caller, params, request }) {
      // Refuse foreign origins here, because browsers hide the reason of a failed WebSocket handshake from pages.
      const { origin } = request.headers;
      if (origin !== undefined && !origins.includes(origin)) throw new ApiError('UNKNOWN_ADDRESS');
      return board.liveTicket(caller, params.meetingId);
    },
  });
}
