// The calls of a feature, declared in one shape: what a call says of itself, and the service that answers it.
import { ChangeHeaders } from '@wentwell/contract/change-headers';
import type { ProblemStatus } from '@wentwell/contract/errors';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';

import { errorResponses } from './answers.ts';
import type { Api } from './api.ts';
import { type Caller, callerOf } from './caller.ts';
import { type Command, commandOf } from './command.ts';
import { listAnswer, type ListPage } from './list-answer.ts';
import { type Answer, answered } from './receipts.ts';

interface Described<P, Q, B> {
  /** The name of the call's method in generated clients: once in the whole API. */
  operationId: string;
  hide?: boolean;
  summary: string;
  description: string;
  config?: FastifyContextConfig;
  headers?: z.ZodType;
  params?: P;
  querystring?: Q;
  body?: B;
  /** The statuses that it may refuse with, beside those of every call. */
  refuses?: readonly ProblemStatus[];
}

type Answers = Record<number, z.ZodType>;
type Body<A extends Answers> = z.input<A[keyof A]>;
type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

interface Input<P, Q, B> {
  request: FastifyRequest;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** Throws where nobody is logged in. */
  readonly caller: Caller;
}

interface CommandInput<P, Q, B> extends Input<P, Q, B> {
  readonly command: Command;
}

/** Any of the functions below: what it takes depends on its schemas. */
type Run = (input: never) => unknown;

/** For routes under one heading of the API's description. */
export function callsOf(api: Api, tag: string) {
  interface Registration {
    call: Described<unknown, unknown, unknown>;
    response: Answers;
    run: Run;
    reply: (reply: FastifyReply, result: unknown) => unknown;
  }

  function register(address: Address, { call, response, run, reply }: Registration): void {
    const { config = {}, refuses = [], ...described } = call;
    const [method, url = ''] = address.split(' ');
    api.route({
      method: method as HTTPMethods,
      url,
      config,
      schema: {
        tags: [tag],
        ...described,
        response: { ...response, ...errorResponses(...refuses) },
      },
      handler: async (request, to) => reply(to, await run(inputOf(request) as never)) as never,
    });
  }

  return {
    /** Answers with one page of a list, and counts the whole. Refuses with 404 and 422 unless told otherwise. */
    list<I extends z.ZodType, P extends z.ZodType, Q extends z.ZodType>(
      url: `/${string}`,
      { lists, ...call }: Described<P, Q, z.ZodNever> & { lists: I },
      run: (input: Input<P, Q, z.ZodNever>) => Promise<ListPage<z.input<I>>>,
    ): void {
      const reply = (to: FastifyReply, page: unknown) => listAnswer(to, page as ListPage<unknown>);
      const response = { 200: z.array(lists) };
      register(`GET ${url}`, { call: { refuses: [404, 422], ...call }, response, run, reply });
    },

    /** Answers with one entity, and its version as the ETag. */
    show<A extends Answers, P extends z.ZodType>(
      url: `/${string}`,
      { answers, ...call }: Described<P, z.ZodNever, z.ZodNever> & { answers: A },
      run: (input: Input<P, z.ZodNever, z.ZodNever>) => Promise<Answer<Body<A>>>,
    ): void {
      register(`GET ${url}`, { call, response: answers, run, reply: replyWithAnswer });
    },

    /** Changes something: once per Idempotency-Key, and under If-Match. The first line has the usual refusals. */
    change<A extends Answers, P extends z.ZodType, B extends z.ZodType>(
      address: Address,
      { answers, ...call }: Described<P, z.ZodNever, B> & { answers: A },
      run: (input: CommandInput<P, z.ZodNever, B>) => Promise<Answer<Body<A>>>,
    ): void {
      const usual = { headers: ChangeHeaders, refuses: [403, 404, 409, 422] } as const;
      const described = { ...usual, ...call };
      register(address, { call: described, response: answers, run, reply: replyWithAnswer });
    },

    /** Answers with what the service returns; with nothing where the status is 202 or 204. */
    answer<A extends Answers, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
      address: Address,
      { answers, ...call }: Described<P, Q, B> & { answers: A },
      run: (input: Input<P, Q, B>) => Promise<Body<A> extends null ? void : Body<A>> | Body<A>,
    ): void {
      const [status = '200'] = Object.keys(answers);
      const reply = (to: FastifyReply, body: unknown) =>
        to.status(Number(status)).send(body ?? null);
      register(address, { call, response: answers, run, reply });
    },
  };
}

function replyWithAnswer(to: FastifyReply, answer: unknown): unknown {
  return answered(to, answer as Answer<unknown>);
}

function inputOf(request: FastifyRequest): CommandInput<z.ZodType, z.ZodType, z.ZodType> {
  const { params, query, body } = request;
  return {
    request,
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
