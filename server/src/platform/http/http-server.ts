// The bare HTTP server that features are registered on: parsing, limits, headers, problems, the caller.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import { authorKeyHeader } from '@wentwell/contract/author-keys';
import { boardSeqHeader } from '@wentwell/contract/board-seq';
import { IdempotencyKey } from '@wentwell/contract/change-headers';
import { limits } from '@wentwell/contract/limits';
import { nextHeader, totalCountHeader } from '@wentwell/contract/lists';
import { installSentences } from '@wentwell/contract/sentences';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger, BaseLogger } from 'pino';

import type { Clock } from '#server/platform/clock';
import { jsonShape } from '#server/platform/json-shape';
import { count, time } from '#server/platform/metrics/measure';

import { addressMatcher } from './address-block.ts';
import { answerSerializer } from './answer-serializer.ts';
import { declareOwnAnswers } from './answers.ts';
import { ApiError, OutsiderError } from './api-error.ts';
import type { Api } from './api.ts';
import { isUnnamed } from './author-key.ts';
import { noOtherCompilers } from './bare-server.ts';
import type { Caller } from './caller.ts';
import type { FrontServer } from './front-server.ts';
import { nodeServer } from './node-server.ts';
import { meetingParams } from './path-params.ts';
import { answerWithProblems, sendProblem } from './problems.ts';
import type { Admit } from './request-limits.ts';
import { listRoutes } from './route-list.ts';
import { asksForPage, unreadablePage } from './site.ts';

// Counts requests that nothing may tie to a person: a log line's time or place would lead to them.
/** As long as a phase of writing may take. */
const countedFor = 15 * 60_000;

interface Counted {
  method: string;
  route: string;
  status: number;
  count: number;
  slowestMs: number;
}

/** Counts requests, and logs the counts at the end of each quarter of an hour, in an order that tells nothing. */
class UnnamedRequests {
  readonly #log: Pick<BaseLogger, 'info'>;
  readonly #clock: Clock;
  readonly #counts = new Map<string, Counted>();
  #cancel: (() => void) | null = null;

  constructor(log: Pick<BaseLogger, 'info'>, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  add({ ms, ...request }: { method: string; route: string; status: number; ms: number }): void {
    const key = `${request.route} ${request.method} ${request.status}`;
    const { count, slowestMs } = this.#counts.get(key) ?? { count: 0, slowestMs: 0 };
    this.#counts.set(key, {
      ...request,
      count: count + 1,
      slowestMs: Math.max(slowestMs, Math.round(ms)),
    });
    // By the hands of the clock: counted from the first request, the end would tell its time.
    const untilEnd = countedFor - (this.#clock.now().getTime() % countedFor);
    this.#cancel ??= this.#clock.setTimer(untilEnd, () => this.flush());
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const sorted = [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#counts.clear();
    for (const [, counted] of sorted) this.#log.info(counted, 'requests without a name');
  }
}

// The deepest valid body, an imported meeting, nests far less. Deeper ones are 422.
const mostLevels = 32;
// Twice as many as the most that a body of usual length can hold of what it is sent for, which is ids.
const mostMarks = 4000;
// A file that is imported holds as many as its board: 144,000 at the most, where each note has every reaction.
const mostMarksOfFile = 150_000;
// Several times as many as it has. Reading objects that are all different takes ten times as long as reading those that are alike.
const mostNamesOfFile = 200;
// How long a browser remembers what it may send, in seconds; some take two hours at the most.
const preflightMaxAge = 86_400;
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
async function readJsonBody(request: FastifyRequest, text: string): Promise<unknown> {
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

export interface HttpOptions {
  log: Logger;
  clock: Clock;
  /** The origins at which browsers reach this server; their socket addresses go into the content security policy. */
  ownOrigins: readonly string[];
  /** Another origin that answers the API for the site served here. */
  apiOrigin?: string | null;
  /** The origins from which pages may call the API. */
  allowedOrigins: readonly string[];
  trustProxy: readonly string[];
  /** Listens and closes in the place of the framework. */
  front?: FrontServer;
}

/**
 * A trusted proxy's id of the request, so that its log and ours can be read together, or a new one. The proxy may have it
 * from its client, so nothing is decided by it, and nothing that could confuse a log is accepted.
 */
function requestIdBehind(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = addressMatcher(proxies);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isAccepted = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given);
    return isAccepted && isTrusted(socket.remoteAddress ?? '') ? given : randomUUID();
  };
}

function build(options: HttpOptions): Api {
  const { front } = options;
  const logger: FastifyBaseLogger = options.log;
  return Fastify({
    loggerInstance: logger,
    // Our own line is written on response: without query strings, where secrets may stand.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: 'idle',
    serverFactory: front ? (answer) => front.serve(answer) : nodeServer(options),
    // Ours hears of them already, at each address that is listened on.
    clientErrorHandler: () => undefined,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    genReqId: requestIdBehind(options.trustProxy),
    // Addresses that cannot even be read; the framework's own answer would echo them, secrets and all.
    frameworkErrors: (_error, request, reply) => {
      if (asksForPage(request)) void reply.redirect(unreadablePage);
      else void sendProblem(reply, 'BAD_REQUEST');
    },
    schemaController: noOtherCompilers,
    exposeHeadRoutes: false,
    // Longer than any request line: what is no id is answered like one that is unknown, not by its length.
    routerOptions: { maxParamLength: 16_384 },
  }).withTypeProvider<ZodTypeProvider>();
}

/** A server without routes. Bodies have at most 64 KiB where a route does not say otherwise, and are JSON except for the login form. */
export async function buildHttpServer(options: HttpOptions): Promise<Api> {
  const app = build(options);
  installSentences();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerSerializer(options.log));
  declareOwnAnswers(app);
  listRoutes(app);
  // A body that is no JSON, or none where none is needed, is 415 or ignored, never guessed at.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJsonBody);
  await app.register(formbody, { bodyLimit: limits.bodyBytes });
  // Other sites' pages can send forms without asking; only the login, which proves itself, takes one.
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'];
    const isForm = /^\s*application\/x-www-form-urlencoded/i.test(type ?? '');
    const takesForm = request.routeOptions.config.form === true;
    if (isForm && !takesForm) throw new ApiError('NOT_JSON');
    if (takesForm && type !== undefined && !isForm) throw new ApiError('NOT_A_FORM');
  });
  const otherOrigins = options.allowedOrigins.filter((each) => each !== options.ownOrigins[0]);
  await app.register(cors, {
    // A page of this very origin needs no permission.
    origin: otherOrigins.length > 0 ? otherOrigins : false,
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'Idempotency-Key',
      authorKeyHeader,
    ],
    exposedHeaders: [
      totalCountHeader,
      nextHeader,
      boardSeqHeader,
      'ETag',
      'X-Request-Id',
      'Idempotency-Key',
      'Retry-After',
      'Date',
    ],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: preflightMaxAge,
  });
  answerWithProblems(app);
  logAnswers(app, new UnnamedRequests(options.log, options.clock));
  return app;
}

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Every route that is not marked public answers only to a valid token; the caller is set before it runs. */
export function requireCaller(app: Api, admit: Admit): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const caller = await admit(request);
    const isPublic = request.routeOptions.config.public === true;
    if (caller && !isPublic) requireGuestRight(request, caller);
    // A guest is nobody where no login is needed.
    request.caller = isPublic && caller?.guestOf ? null : caller;
    if (request.caller || isPublic) return;
    throw new ApiError(request.headers.authorization ? 'SESSION_EXPIRED' : 'NOT_AUTHENTICATED');
  });
}

/** Whatever else is wrong: a guest gets 404 for everything but the calls for guests on their own meeting (docs/api.md A-50). */
function requireGuestRight(
  { routeOptions: { config }, params }: FastifyRequest,
  { guestOf, isMuted = false }: Caller,
): void {
  if (!guestOf) return;
  const isOfMeeting = meetingParams.safeParse(params).data?.meetingId === guestOf;
  if (!config.guests || !isOfMeeting) throw new OutsiderError();
  if (isMuted && config.guests === 'write') throw new ApiError('GUEST_MUTED');
}

function measureAnswer(
  { method, is404 }: FastifyRequest,
  reply: FastifyReply,
  route: string,
): void {
  // Anybody can invent a method where there is no route.
  const knownMethod = is404 ? 'any' : method;
  const statusClass = `${Math.floor(reply.statusCode / 100)}xx`;
  time('http_request', reply.elapsedTime, knownMethod, route, statusClass);
  if (is404 || !changing.has(method)) return;
  count('commands', `${method} ${route}`, reply.problemCode ?? 'done');
}

/** Whether the answer goes to somebody who may not do what they ask for, and may be attacking. */
function isRefusal({ statusCode, isToOutsider }: FastifyReply): boolean {
  return statusCode === 401 || statusCode === 403 || isToOutsider === true;
}

/** Browsers ask just before a request with a key. The name would stand beside what has none. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function logAnswers(app: Api, unnamed: UnnamedRequests): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    // By it the sender knows that no proxy on the way answered instead (docs/api.md A-24).
    const key = request.headers['idempotency-key'];
    if (IdempotencyKey.safeParse(key).success) reply.header('Idempotency-Key', key);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    measureAnswer(request, reply, route);
    const { method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    if (isPreflight(request) || (isUnnamed(request) && !isRefusal(reply))) {
      return unnamed.add({ method, route, status, ms });
    }
    // Balancers probe every few seconds, for ever.
    const level = route.startsWith('/health/') ? 'debug' : 'info';
    const line = { method, route, status, ms: Math.round(ms), address: request.ip };
    // Only routes behind the caller's check know of one.
    const caller = request.caller && { userId: request.caller.userId };
    request.log[level]({ ...line, ...caller }, 'request');
  });
  app.addHook('onClose', async () => unnamed.flush());
}
