import { BoardName, RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { BoardQuery, BoardWithTicket } from '@wentwell/contract/board/snapshot';
import { EventsPage, EventsQuery, LiveTicket, PresenceEntry } from '@wentwell/contract/live/live';
import { AuthorHeaders } from '@wentwell/contract/notes/author-keys';
import { z } from 'zod';

import { eventsEncoding } from '#server/live/events-answer';
import { encodedBy } from '#server/platform/http/answers';
import { ApiError } from '#server/platform/http/api-error';
import { scorerOf } from '#server/platform/http/author-key';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { AnswerPart } from '#server/platform/http/compressed-answers';

import type { BoardService } from './board.service.ts';
import { ownRecords } from './stored-board.ts';

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

type BoardForm = z.ZodObject<Record<string, z.ZodType>>;

/** `of`: an object that all readers may know. */
type Piece = [text: string, of?: object];

function* encodeField(name: string, schema: z.ZodType, value: unknown): Iterable<Piece> {
  const element = encodedEach[name];
  if (!element || !Array.isArray(value)) {
    yield [encodeOnce(schema, value)];
    return;
  }
  yield ['['];
  const elements: readonly unknown[] = value;
  for (const [at, each] of elements.entries()) {
    const text = (at === 0 ? '' : ',') + encodeOnce(element, each);
    const isObject = typeof each === 'object' && each !== null;
    // Presence mixes members' addresses with names chosen by guests, who must not learn the addresses.
    const isShared = name !== 'presence' && isObject && !ownRecords.has(each);
    yield isShared ? [text, each] : [text];
  }
  yield [']'];
}

function* encodeBoard({ shape }: BoardForm, board: object): Iterable<Piece> {
  const values = new Map<string, unknown>(Object.entries(board));
  let before = '{';
  for (const [name, schema] of Object.entries(shape)) {
    const value = values.get(name);
    if (value === undefined) continue;
    yield [`${before}${JSON.stringify(name)}:`];
    yield* encodeField(name, schema, value);
    before = ',';
  }
  yield ['}'];
}

/** Splits the board into parts that all readers may know and private parts between them. */
function partsOf(form: BoardForm, board: object): AnswerPart[] {
  const parts: AnswerPart[] = [];
  for (const [text, sharedBy = null] of encodeBoard(form, board)) {
    const last = parts.at(-1);
    if (last && (last.sharedBy === null) === (sharedBy === null)) last.text += text;
    else parts.push({ text, sharedBy });
  }
  return parts;
}

/** For a route that responds with a board in this form. */
const boardEncoding = (form: BoardForm) =>
  encodedBy((board: object, reply) => {
    reply.parts = partsOf(form, board);
    return reply.parts.map(({ text }) => text).join('');
  });

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
    route: boardEncoding(BoardWithTicket),
    run({ caller, params: { meetingId }, query, request }) {
      const scorer = scorerOf(request, meetingId);
      return board.snapshot(caller, meetingId, { scorer, ticket: query.ticket === 'true' });
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
    config: { requestCost: wholeBoard, guests: 'read', compresses: true },
    route: boardEncoding(RecordedBoard),
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
    route: eventsEncoding,
    run: ({ caller, params, query }) => board.events(caller, params.meetingId, query.since),
  });

  answer('GET /meetings/:meetingId/presence', {
    operationId: 'listPresence',
    summary: 'List who is in a meeting',
    description: 'The people who are online now, with the names that pages show.',
    answers: { 200: z.array(PresenceEntry) },
    run: ({ caller, params }) => board.presence(caller, params.meetingId),
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
