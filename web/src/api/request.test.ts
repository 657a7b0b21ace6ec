import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import {
  answeringServer,
  answerWith,
  failureOf,
  ownHeaders,
  problem,
} from './answering-server.suite.ts';
import {
  ApiError,
  CancelError,
  errorText,
  NetworkError,
  onUnauthorized,
  request,
  requestList,
  setBearer,
  UnreadableAnswerError,
} from './request.ts';

const server = answeringServer();

describe('a request', () => {
  test('has its method, query without empty values, bearer and JSON', async () => {
    const seen: unknown[] = [];
    server.handler = (incoming, answer, body) => {
      const { authorization, 'content-type': type } = incoming.headers;
      seen.push(incoming.method, incoming.url, authorization, type, body);
      answer.writeHead(204, ownHeaders(incoming)).end();
    };
    setBearer('secret');
    await request({
      path: '/api/v1/teams',
      method: 'POST',
      query: { skip: 0, limit: null, name: 'a b', off: undefined },
      body: { name: 'Ada' },
    });
    expect(seen).toEqual([
      'POST',
      '/api/v1/teams?skip=0&name=a+b',
      'Bearer secret',
      'application/json',
      '{"name":"Ada"}',
    ]);
  });

  test('a form is form-encoded', async () => {
    let seen = '';
    server.handler = (incoming, answer, body) => {
      seen = `${incoming.headers['content-type'] ?? ''} ${body}`;
      answer.writeHead(204, ownHeaders(incoming)).end();
    };
    await request({ path: '/login', method: 'POST', form: { username: 'a@b.c', password: 'x&y' } });
    expect(seen).toBe(
      'application/x-www-form-urlencoded;charset=UTF-8 username=a%40b.c&password=x%26y',
    );
  });
});

describe('a response', () => {
  test('is parsed by the schema, without unknown fields', async () => {
    server.handler = answerWith(200, { id: 1, more: true });
    await expect(request({ path: '/x', schema: z.object({ id: z.number() }) })).resolves.toEqual({
      id: 1,
    });
  });

  test('a list has the total, or the number of received rows', async () => {
    const list = () => requestList({ path: '/x', item: z.object({ id: z.number() }) });
    server.handler = answerWith(200, [{ id: 1 }], {
      'x-total-count': '25',
      'x-next-after': 'here',
    });
    await expect(list()).resolves.toEqual({ rows: [{ id: 1 }], total: 25, next: 'here' });
    server.handler = answerWith(200, [{ id: 1 }]);
    await expect(list()).resolves.toEqual({ rows: [{ id: 1 }], total: 1, next: null });
    server.handler = answerWith(200, [{ id: 'one' }]);
    expect(await failureOf(list())).toBeInstanceOf(UnreadableAnswerError);
  });

  test('that violates the contract is an error', async () => {
    server.handler = answerWith(200, { id: 'one' });
    const error = await failureOf(request({ path: '/x', schema: z.object({ id: z.number() }) }));
    expect(error).toBeInstanceOf(UnreadableAnswerError);
  });

  test('a refusal keeps status, body, detail, code and request id', async () => {
    server.handler = answerWith(409, {
      ...problem,
      detail: 'The meeting is not live.',
      code: 'MEETING_NOT_LIVE',
      request_id: 'r-1',
    });
    const error = await failureOf(
      request({ path: '/x', method: 'PUT', body: { password: 'hidden' } }),
    );
    expect(error).toMatchObject({
      status: 409,
      detail: 'The meeting is not live.',
      code: 'MEETING_NOT_LIVE',
      requestId: 'r-1',
      request: { method: 'PUT', path: '/x' },
    });
    expect(errorText(error)).toBe('The meeting is not live.');
    expect(JSON.stringify(error)).not.toContain('hidden');
  });

  test.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [422, 'Validation Error'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
  ])('%i without a detail is %s', async (status, text) => {
    server.handler = answerWith(status, undefined);
    const error = await failureOf(request({ path: '/x' }));
    expect(errorText(error)).toBe(text);
  });

  test('a server failure is shown with its log reference', async () => {
    const detail = 'Something went wrong on our side. Please try again.';
    server.handler = answerWith(500, {
      ...problem,
      detail,
      code: 'INTERNAL',
      request_id: '4f1c2d3e',
    });
    const error = await failureOf(request({ path: '/x' }));
    expect(errorText(error)).toBe(`${detail} Reference: 4f1c2d3e`);
  });

  test('other statuses are shown with text and body', async () => {
    server.handler = answerWith(418, { tea: true });
    const error = await failureOf(request({ path: '/x' }));
    expect(errorText(error)).toBe(
      `Generic Error: status: 418; status text: I'm a Teapot; body: {"tea":true}`,
    );
  });

  test('an aborted call, and a server that is down', async () => {
    server.handler = () => {};
    const abort = new AbortController();
    const pending = failureOf(request({ path: '/x', signal: abort.signal }));
    abort.abort();
    expect(await pending).toBeInstanceOf(CancelError);
    expect(errorText(await pending)).toBe('Request aborted');
    await server.close();
    expect(await failureOf(request({ path: '/x' }))).toBeInstanceOf(NetworkError);
  });

  test('a non-error still gets a text', () => {
    expect(errorText(undefined)).toBe('An unexpected error occurred.');
  });
});

describe('a 401', () => {
  test('is reported once per token, and never without one', async () => {
    const told = vi.fn<() => void>();
    onUnauthorized(told);
    server.handler = answerWith(401, { ...problem, detail: 'Please log in.' });
    await failureOf(request({ path: '/x' }));
    expect(told).not.toHaveBeenCalled();
    setBearer('old');
    const errors = await Promise.all([
      failureOf(request({ path: '/x' })),
      failureOf(request({ path: '/y' })),
    ]);
    expect(told).toHaveBeenCalledTimes(1);
    expect(errors[0]).toBeInstanceOf(ApiError);
  });

  test('of an earlier session leaves the new one alone', async () => {
    const told = vi.fn<() => void>();
    onUnauthorized(told);
    let answerNow = () => {};
    const arrived = new Promise<void>((resolve) => {
      server.handler = (_incoming, answer) => {
        answerNow = () => answer.writeHead(401).end(JSON.stringify(problem));
        resolve();
      };
    });
    setBearer('old');
    const late = failureOf(request({ path: '/x' }));
    await arrived;
    setBearer('new');
    answerNow();
    await late;
    expect(told).not.toHaveBeenCalled();
  });
});
