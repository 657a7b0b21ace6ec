// Declares routes in one shape: a description and a `run` handler.
import type { IncomingMessage, ServerResponse } from 'node:http';

import { ChangeHeaders, CreateHeaders } from '@wentwell/contract/api/change-headers';
import type { ProblemStatus } from '@wentwell/contract/api/problem-status';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';

import { errorResponses, problemSchemas } from './answers.ts';
import { type Caller, callerOf } from './caller.ts';
import { type CommandRequest, commandOf } from './command.ts';
import { listAnswer, type ListPage } from './list-answer.ts';
import { paramsIn, type ParamsOf } from './path-params.ts';
import { type Answer, answered } from './receipts.ts';

/** The server type for routes: the contract's schemas type inputs and responses. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Successful responses have the version as ETag. */
    hasETag?: boolean;
    /** Successful responses have the board's seq. */
    hasBoardSeq?: boolean;
  }
}

interface Described<P, Q, B> {
  /** Method name in generated clients. Must be unique in the API. */
  operationId: string;
  hide?: boolean;
  summary: string;
  description: string;
  config?: FastifyContextConfig;
  headers?: z.ZodType;
  /** For path parameters that `pathParams` lacks. */
  params?: z.ZodType<P>;
  querystring?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** Error statuses in addition to the defaults of the route's kind. */
  refuses?: readonly ProblemStatus[];
  /** Other Fastify options. */
  route?: Partial<RouteOptions>;
}

type Answers = Record<number, z.ZodType>;
/** The default for routes without declared responses. */
const noAnswer = { 204: z.null() };
type NoAnswer = typeof noAnswer;
type Body<A extends Answers> = z.input<A[keyof A]>;
type Path = `/${string}`;
type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${Path}`;

interface Input<P, Q, B> {
  request: FastifyRequest;
  reply: FastifyReply;
  params: P;
  query: Q;
  body: B;
  /** Throws if nobody is logged in. */
  readonly caller: Caller;
}

interface CommandInput<P, Q, B> extends Input<P, Q, B> {
  readonly command: CommandRequest;
}

/** Erases the types that depend on the schemas. */
interface AnyCall extends Described<unknown, unknown, unknown> {
  run: (input: never) => unknown;
}

/** `tag` groups the routes in the OpenAPI document. */
export function callsOf(api: Api, tag: string) {
  function register(
    address: Address,
    { run, config = {}, refuses = [], route, ...described }: AnyCall,
    {
      answers,
      send = (to, answer) => answered(to, answer as Answer<unknown>),
    }: { answers: Answers; send?: (reply: FastifyReply, result: unknown) => unknown },
  ): void {
    const [method, url = ''] = address.split(' ');
    const params = paramsIn(url);
    api.route({
      ...route,
      method: method as HTTPMethods,
      url,
      config,
      schema: {
        tags: [tag],
        ...(params && { params }),
        ...described,
        response: { ...answers, ...errorResponses(...refuses) },
      },
      handler: async (request, reply) =>
        send(reply, await run(inputOf(request, reply) as never)) as never,
    });
  }

  return {
    /** Responds with a page of a list and its total count. */
    list<const A extends Path, I extends z.ZodType, Q, P = ParamsOf<A>>(
      url: A,
      {
        lists,
        ...call
      }: Described<P, Q, never> & {
        lists: I;
        run: (input: Input<P, Q, never>) => Promise<ListPage<z.input<I>>>;
      },
    ): void {
      const send = (to: FastifyReply, page: unknown) => listAnswer(to, page as ListPage<unknown>);
      // Lists across teams mix texts of different teams, so they are not compressed.
      const config = { ...call.config, compresses: url.startsWith('/teams/:teamId/') };
      register(`GET ${url}`, { ...call, config }, { answers: { 200: z.array(lists) }, send });
    },

    /** Responds with an entity and its version as ETag. */
    show<const A extends Path, R extends Answers, P = ParamsOf<A>>(
      url: A,
      {
        answers,
        ...call
      }: Described<P, never, never> & {
        answers: R;
        run: (input: Input<P, never, never>) => Promise<Answer<Body<R>>>;
      },
    ): void {
      const config = { ...call.config, hasETag: true };
      register(`GET ${url}`, { ...call, config }, { answers });
    },

    /** A mutation: once per Idempotency-Key, and under If-Match if it declares 412. May return 403 and 409. */
    change<const A extends Address, Q, B, R extends Answers = NoAnswer, P = ParamsOf<A>>(
      address: A,
      {
        answers,
        refuses = [],
        ...call
      }: Described<P, Q, B> & {
        answers?: R;
        run: (input: CommandInput<P, Q, B>) => Promise<Answer<Body<R>>>;
      },
    ): void {
      const all: Answers = answers ?? noAnswer;
      const isVersioned = refuses.includes(412);
      const usual = {
        headers: isVersioned ? ChangeHeaders : CreateHeaders,
        refuses: [403, 409, ...refuses],
      } as const;
      const config = {
        hasETag: isVersioned || Object.values(all).some(hasVersion),
        hasBoardSeq: address.includes(' /meetings/:meetingId'),
        ...call.config,
      };
      register(address, { ...usual, ...call, config }, { answers: all });
    },

    /** Responds with the result of `run`, or an empty body for 202 and 204. */
    answer<const A extends Address, Q, B, R extends Answers = NoAnswer, P = ParamsOf<A>>(
      address: A,
      {
        answers,
        ...call
      }: Described<P, Q, B> & {
        answers?: R;
        run: (input: Input<P, Q, B>) => Promise<Body<R> extends null ? void : Body<R>> | Body<R>;
      },
    ): void {
      const all: Answers = answers ?? noAnswer;
      const [status = '200'] = Object.keys(all);
      const send = (to: FastifyReply, body: unknown) =>
        to.status(Number(status)).send(body ?? null);
      register(address, call, { answers: all, send });
    },
  };
}

/** The statuses that the server itself may return before or after the route's handler. */
function ownStatuses({ method, schema, config }: RouteOptions): ProblemStatus[] {
  const takesBody = [method].flat().some((each) => each !== 'GET');
  return [
    500,
    ...(takesBody ? ([400, 413, 415] as const) : []),
    // A path parameter may be invalid (400) or unknown (404).
    ...(schema?.params ? ([400, 404] as const) : []),
    // Guests get 404 from routes that are not for guests.
    ...(config?.public ? [] : ([401, 404, 503] as const)),
    ...(schema?.querystring || schema?.body || schema?.headers ? ([422] as const) : []),
  ];
}

/** Must run before routes are registered. Adds the server's own statuses to each route's declared responses. */
export function declareOwnAnswers(app: Api): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!schema || typeof schema.response !== 'object') return;
    schema.response = { ...problemSchemas(ownStatuses(route)), ...schema.response };
  });
}

function hasVersion(answer: z.ZodType): boolean {
  return answer instanceof z.ZodObject && 'version' in answer.shape;
}

function inputOf(
  request: FastifyRequest,
  reply: FastifyReply,
): CommandInput<unknown, unknown, unknown> {
  const { params, query, body } = request;
  return {
    request,
    reply,
    params,
    query,
    body,
    get caller() {
      return callerOf(request);
    },
    get command() {
      return commandOf(request);
    },
  };
}
