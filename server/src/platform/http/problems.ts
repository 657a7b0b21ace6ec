// Converts all errors of a request to application/problem+json (docs/api.md A-21).
import { describeAnyError } from '@wentwell/contract/api/all-errors';
import { problemTitles } from '@wentwell/contract/api/problem-status';
import type { ErrorCode, FieldError, Problem } from '@wentwell/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

import { isDatabaseAway, isDatabaseRefusing } from '#server/platform/db/database-errors';

import { type ProblemMembers, ApiError, OutsiderError } from './api-error.ts';
import { hidesCaller } from './author-key.ts';
import type { Api } from './calls.ts';
import { ClientGone } from './request-gate.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The response's problem code, for metrics. */
    problemCode?: ErrorCode;
    isToOutsider?: boolean;
    /** The problem contains the current state. */
    showsCurrent?: boolean;
  }
}

// Codes of Fastify's own errors before a route is reached, by status.
const byStatus: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  401: 'NOT_AUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'NOT_JSON',
  422: 'VALIDATION',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

export function problemOf(
  code: ErrorCode,
  requestId: string,
  { errors, current }: ProblemMembers = {},
): Problem {
  const { status, detail } = describeAnyError(code);
  return {
    type: 'about:blank',
    title: problemTitles[status],
    status,
    detail: errors?.[0]?.msg ?? detail,
    code,
    request_id: requestId,
    ...(errors && { errors }),
    ...(current && { current }),
  };
}

export function sendProblem(
  reply: FastifyReply,
  code: ErrorCode,
  extra: ProblemMembers & { headers?: Record<string, string> } = {},
): FastifyReply {
  const problem = problemOf(code, reply.request.id, extra);
  reply.problemCode = code;
  reply.showsCurrent = problem.current !== undefined;
  const { status } = problem;
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (status === 503) reply.header('Retry-After', '2');
  return (
    reply
      .status(status)
      // Hooks do not run if the URL is invalid.
      .header('X-Request-Id', reply.request.id)
      .headers(extra.headers ?? {})
      .type('application/problem+json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(problem)
  );
}

// A large body may have thousands of errors.
const errorsMax = 50;

/** Zod also checks the length of a value of another type, such as a text in place of a list. */
const isOfAnotherType = ({ keyword }: { keyword: string }) => keyword === 'invalid_type';

function fieldErrors(error: FastifyError): FieldError[] | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  const place = error.validationContext ?? 'body';
  const ofAnotherType = new Set(
    error.validation.filter(isOfAnotherType).map(({ instancePath }) => instancePath),
  );
  return error.validation
    .filter((each) => isOfAnotherType(each) || !ofAnotherType.has(each.instancePath))
    .slice(0, errorsMax)
    .map(({ instancePath, keyword, message }) => ({
      loc: [place, ...instancePath.split('/').slice(1)],
      msg: message ?? 'Not valid.',
      type: keyword,
    }));
}

/** Registers the error and not-found handlers. A 500 never exposes its message. */
export function answerWithProblems(app: Api): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ApiError) {
      const { code, headers, members } = error;
      reply.isToOutsider = error instanceof OutsiderError;
      return sendProblem(reply, code, { ...members, headers });
    }
    const errors = fieldErrors(error);
    if (errors) {
      // A malformed id gets 404 like an unknown one, so that its format is not revealed.
      const inPath = errors[0]?.loc[0] === 'params';
      return inPath
        ? sendProblem(reply, 'NOT_FOUND')
        : sendProblem(reply, 'VALIDATION', { errors });
    }
    // The request's logger includes its id, which a proxy's log maps to the address.
    const log = hidesCaller(request) ? app.log : request.log;
    // Checked first, because a connection closed by the client has the same error codes as a database connection.
    if (error instanceof ClientGone || error === request.raw.errored) {
      log.info('the client went away');
      return sendProblem(reply, 'BAD_REQUEST');
    }
    if (isDatabaseAway(error)) {
      // During an outage every request ends here, so stack traces are omitted.
      log.warn({ cause: error }, 'database away');
      return sendProblem(reply, 'UNAVAILABLE');
    }
    if (isDatabaseRefusing(error)) {
      log.error({ cause: error }, 'the database refuses');
      return sendProblem(reply, 'UNAVAILABLE');
    }
    const status = error.statusCode ?? 500;
    const code = byStatus[status];
    if (code) return sendProblem(reply, code);
    log.error({ err: error }, 'request failed');
    return sendProblem(reply, 'INTERNAL');
  });
}
