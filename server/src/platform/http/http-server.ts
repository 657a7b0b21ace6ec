// The HTTP server for features: parsing, limits, headers, errors and the caller.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import { IdempotencyKey } from '@wentwell/contract/api/change-headers';
import { boardSeqHeader, nextHeader, totalCountHeader } from '@wentwell/contract/api/headers';
import { installSentences } from '@wentwell/contract/api/sentences';
import { limits } from '@wentwell/contract/limits';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
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
import { answerSerializer } from './answers.ts';
import { ApiError, invalidBody, OutsiderError } from './api-error.ts';
import { hidesCaller } from './author-key.ts';
import { noJsonSchemaCompilers } from './bare-server.ts';
import type { Caller } from './caller.ts';
import { type Api, declareOwnAnswers } from './calls.ts';
import { compressAnswers } from './compressed-answers.ts';
import type { FrontServer } from './front-server.ts';
import { nodeServer } from './node-server.ts';
import { meetingParams } from './path-params.ts';
import { answerWithProblems, sendProblem } from './problems.ts';
import type { Admit } from './request-limits.ts';
import { listRoutes } from './route-list.ts';
import type { Addresses } from './security-headers.ts';
import { isPageRequest, unreadablePage } from './site.ts';

/** About as long as the longest writing phase. */
const countIntervalMs = 15 * 60_000;

interface Counted {
  method: string;
  route: string;
  status: number;
  count: number;
  slowestMs: number;
}

/** Counts anonymous requests and logs sorted counts every quarter hour: a line's time or order could identify a user. */
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
    // Aligned to the clock: an interval from the first request would reveal its time.
    const untilEnd = countIntervalMs - (this.#clock.now().getTime() % countIntervalMs);
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

// Maximum nesting. The deepest valid body, an imported meeting, is far below. Deeper bodies get 422.
const maxNesting = 32;
// Maximum structural characters of a body: twice the largest valid body, a list of ids.
const maxTokens = 4000;
// For imported files: at most 144,000 on a full board where every note has every reaction.
const maxTokensOfFile = 150_000;
// Several times the number of valid names. Parsing objects with different keys takes ten times as long.
const maxNamesOfFile = 200;
// Maximum cache time of preflight responses in seconds. Some browsers limit it to two hours.
const preflightMaxAge = 86_400;
const prototypeKeys = ['__proto__', 'constructor'];

/** Whether any nested key could pollute a prototype when merged. */
function reachesPrototype(body: unknown): boolean {
  const open = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    if (!isList && prototypeKeys.some((key) => Object.hasOwn(value, key))) return true;
    const parts: unknown[] = isList ? value : Object.values(value);
    for (const part of parts) if (typeof part === 'object') open.push(part);
  }
  return false;
}

/** Parses application/json. The last of duplicate keys wins (RFC 8259 leaves this open). */
async function readJsonBody(request: FastifyRequest, text: string): Promise<unknown> {
  if (text === '') return undefined;
  const { depth, tokens, names } = jsonShape(text);
  if (depth > maxNesting) throw invalidBody(`Nests deeper than ${maxNesting} levels.`, 'too_deep');
  const isFile = request.routeOptions.bodyLimit > limits.bodyBytes;
  if (isFile ? tokens > maxTokensOfFile || names > maxNamesOfFile : tokens > maxTokens) {
    throw invalidBody('Holds too many values.', 'too_many_values');
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST');
  }
  if (!reachesPrototype(body)) return body;
  throw invalidBody('Contains a key that no field may have.', 'forbidden_key');
}

interface HttpOptions extends Addresses {
  log: Logger;
  clock: Clock;
  /** Origins whose pages may call the API. */
  allowedOrigins: readonly string[];
  trustProxy: readonly string[];
  /** Listens and closes instead of Fastify. */
  front?: FrontServer;
}

/**
 * Uses a trusted proxy's request id, to correlate logs, or a new one. Clients may control it, so it decides nothing,
 * and ids that could forge log lines are rejected.
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
    // We log on response instead, without query strings, which may contain secrets.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: 'idle',
    serverFactory: front ? (answer) => front.serve(answer) : nodeServer(options),
    // The front server already handles these on every address.
    clientErrorHandler: () => undefined,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    genReqId: requestIdBehind(options.trustProxy),
    // Unparsable URLs. Fastify's own response would echo them, including secrets.
    frameworkErrors: (_error, request, reply) => {
      if (isPageRequest(request)) void reply.redirect(unreadablePage);
      else void sendProblem(reply, 'BAD_REQUEST');
    },
    schemaController: noJsonSchemaCompilers,
    exposeHeadRoutes: false,
    // Longer than any request line, so that overlong ids are answered like unknown ids.
    routerOptions: { maxParamLength: 16_384 },
  }).withTypeProvider<ZodTypeProvider>();
}

/**
 * A server without routes. Bodies are limited to 64 KiB unless a route sets another limit. They must be JSON, except
 * for the login form.
 */
export async function buildHttpServer(options: HttpOptions): Promise<Api> {
  const app = build(options);
  installSentences();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerSerializer(options.log));
  declareOwnAnswers(app);
  listRoutes(app);
  compressAnswers(app);
  // Other content types get 415, or are ignored if the route needs no body.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJsonBody);
  await app.register(formbody, { bodyLimit: limits.bodyBytes });
  // Other sites can send forms without a preflight. Only the login accepts one, because it needs a password.
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'];
    const isForm = /^\s*application\/x-www-form-urlencoded/i.test(type ?? '');
    const takesForm = request.routeOptions.config.form === true;
    if (isForm && !takesForm) throw new ApiError('NOT_JSON');
    if (takesForm && type !== undefined && !isForm) throw new ApiError('NOT_A_FORM');
  });
  const otherOrigins = options.allowedOrigins.filter((each) => each !== options.ownOrigins[0]);
  await app.register(cors, {
    // The server's own pages need no CORS.
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

/** Routes not marked public require a valid token. Sets the caller before they run. */
export function requireCaller(app: Api, admit: Admit): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const caller = await admit(request);
    const isPublic = request.routeOptions.config.public === true;
    if (caller && !isPublic) requireGuestRight(request, caller);
    // On public routes, guests count as logged out.
    request.caller = isPublic && caller?.guestOf ? null : caller;
    if (request.caller || isPublic) return;
    throw new ApiError(request.headers.authorization ? 'SESSION_EXPIRED' : 'NOT_AUTHENTICATED');
  });
}

/** Checked first: guests get 404 for all but the guest routes of their own meeting (docs/api.md A-50). */
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
  // Clients can invent methods on unknown paths, so they share one label.
  const knownMethod = is404 ? 'any' : method;
  const statusClass = `${Math.floor(reply.statusCode / 100)}xx`;
  time('http_request', reply.elapsedTime, knownMethod, route, statusClass);
  if (is404 || !changing.has(method)) return;
  count('commands', `${method} ${route}`, reply.problemCode ?? 'done');
}

/** Whether the caller may be an attacker. A member may get 403. */
function isRefusal({ statusCode, isToOutsider }: FastifyReply): boolean {
  return statusCode === 401 || isToOutsider === true;
}

/** Browsers send preflights right before a request with a key, so logging them could identify the user. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function logAnswers(app: Api, unnamed: UnnamedRequests): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    // Confirms to the sender that no proxy answered instead (docs/api.md A-24).
    const key = request.headers['idempotency-key'];
    if (IdempotencyKey.safeParse(key).success) reply.header('Idempotency-Key', key);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    measureAnswer(request, reply, route);
    const { method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    if (isPreflight(request) || (hidesCaller(request) && !isRefusal(reply))) {
      return unnamed.add({ method, route, status, ms });
    }
    // Load balancers probe every few seconds.
    const level = route.startsWith('/health/') ? 'debug' : 'info';
    const line = { method, route, status, ms: Math.round(ms), address: request.ip };
    // Requests to public routes may have no caller.
    const caller = request.caller && { userId: request.caller.userId };
    request.log[level]({ ...line, ...caller }, 'request');
  });
  app.addHook('onClose', async () => unnamed.flush());
}
