import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import {
  ApiError,
  CancelError,
  errorText,
  ForeignAnswerError,
  NetworkError,
  onUnauthorized,
  request,
  requestList,
  setBearer,
  UnreadableAnswerError,
} from './request.ts';

type Handler = (incoming: IncomingMessage, answer: ServerResponse, body: string) => void;

let handler: Handler;
let origin: string;
let close: () => Promise<void>;

beforeEach(async () => {
  const server = createServer((incoming, answer) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => handler(incoming, answer, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  // What a page has and Node has not: the meta element that names the API's host.
  vi.stubGlobal('document', { querySelector: () => ({ content: `${origin}/` }) });
});

afterEach(async () => {
  setBearer(null);
  onUnauthorized(() => {});
  vi.unstubAllGlobals();
  await close();
});

function answerWith(status: number, body?: unknown, headers: Record<string, string> = {}): void {
  handler = (_incoming, answer) => {
    const own = { 'content-type': 'application/json', 'x-request-id': 'named' };
    answer.writeHead(status, { ...own, ...headers });
    answer.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

/** As the server answers: named, and with the key of the change. */
function ownHeaders({ headers: { 'idempotency-key': key } }: IncomingMessage) {
  return { 'x-request-id': 'named', ...(key !== undefined && { 'idempotency-key': key }) };
}

const problem = { type: 'about:blank', title: 'No', status: 400, detail: '', request_id: 'named' };

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

describe('what is sent', () => {
  test('method, query without empty values, bearer and JSON', async () => {
    const seen: unknown[] = [];
    handler = (incoming, answer, body) => {
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
    handler = (incoming, answer, body) => {
      seen = `${incoming.headers['content-type'] ?? ''} ${body}`;
      answer.writeHead(204, ownHeaders(incoming)).end();
    };
    await request({ path: '/login', method: 'POST', form: { username: 'a@b.c', password: 'x&y' } });
    expect(seen).toBe(
      'application/x-www-form-urlencoded;charset=UTF-8 username=a%40b.c&password=x%26y',
    );
  });
});

describe('what comes back', () => {
  test('the answer as the schema reads it, unknown fields dropped', async () => {
    answerWith(200, { id: 1, more: true });
    await expect(request({ path: '/x', schema: z.object({ id: z.number() }) })).resolves.toEqual({
      id: 1,
    });
  });

  test('a list with the number of all its rows, or of those that came', async () => {
    const list = () => requestList({ path: '/x', item: z.object({ id: z.number() }) });
    answerWith(200, [{ id: 1 }], { 'x-total-count': '25' });
    await expect(list()).resolves.toEqual({ rows: [{ id: 1 }], total: 25 });
    answerWith(200, [{ id: 1 }]);
    await expect(list()).resolves.toEqual({ rows: [{ id: 1 }], total: 1 });
    answerWith(200, [{ id: 'one' }]);
    expect(await failureOf(list())).toBeInstanceOf(UnreadableAnswerError);
  });

  test('an answer that is not what the contract says', async () => {
    answerWith(200, { id: 'one' });
    const error = await failureOf(request({ path: '/x', schema: z.object({ id: z.number() }) }));
    expect(error).toBeInstanceOf(UnreadableAnswerError);
  });

  describe('A-24: of a proxy, a portal or a filter is no answer of the site', () => {
    const schema = z.object({ id: z.number() });
    const change = (key = 'k-1') => ({
      path: '/x',
      method: 'PUT' as const,
      headers: { 'Idempotency-Key': key },
    });
    const foreign: Record<string, Handler> = {
      'a page': (_incoming, answer) =>
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
      'a page that bears a name': (_incoming, answer) =>
        answer.writeHead(200, { 'content-type': 'text/html', 'x-request-id': 'p' }).end('<p>'),
      nothing: (_incoming, answer) => answer.writeHead(200).end(),
      'no content': (_incoming, answer) => answer.writeHead(204).end(),
      'other JSON': (_incoming, answer) =>
        answer.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
      'a redirect': ({ url }, answer) =>
        url === '/x'
          ? answer.writeHead(302, { location: '/portal' }).end()
          : answer.writeHead(200, { 'x-request-id': 'named' }).end('{"id":1}'),
      'an error page': (_incoming, answer) =>
        answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>'),
      'a problem of a gateway': (_incoming, answer) =>
        answer
          .writeHead(404, { 'content-type': 'application/problem+json' })
          .end(JSON.stringify({ ...problem, request_id: undefined })),
    };

    test.each(Object.entries(foreign))('%s', async (_name, answer) => {
      handler = answer;
      setBearer('mine');
      const calls = [
        request(change()),
        request({ ...change(), schema }),
        request({ path: '/x', schema }),
      ];
      for (const call of calls) expect(await failureOf(call)).toBeInstanceOf(ForeignAnswerError);
    });

    describe('is no success of a change, even where it bears a name', () => {
      const named = { 'x-request-id': 'of the proxy' };
      const json = { ...named, 'content-type': 'application/json' };
      const answers: Record<string, Handler> = {
        'no content': (_incoming, answer) => answer.writeHead(204, named).end(),
        nothing: (_incoming, answer) => answer.writeHead(200, named).end(),
        accepted: (_incoming, answer) => answer.writeHead(202, named).end(),
        text: (_incoming, answer) => answer.writeHead(200, named).end('OK'),
        JSON: (_incoming, answer) => answer.writeHead(200, json).end('{"ok":true}'),
        null: (_incoming, answer) => answer.writeHead(200, json).end('null'),
        'another key': (_incoming, answer) =>
          answer.writeHead(204, { ...named, 'idempotency-key': 'k-2' }).end(),
      };

      test.each(Object.entries(answers))('%s', async (_name, answer) => {
        handler = answer;
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
          const keyed = { ...change(), method };
          const unkeyed = { path: '/x', method };
          const calls = [
            request(keyed),
            request(unkeyed),
            request({ ...keyed, schema }),
            request({ ...unkeyed, schema }),
          ];
          for (const call of calls) {
            expect(await failureOf(call)).toBeInstanceOf(ForeignAnswerError);
          }
        }
      });
    });

    test('nor does its 401 end the session', async () => {
      const told = vi.fn<() => void>();
      onUnauthorized(told);
      setBearer('mine');
      handler = (_incoming, answer) => answer.writeHead(401).end('<h1>Sign in to the network</h1>');
      expect(await failureOf(request({ path: '/x' }))).toBeInstanceOf(ForeignAnswerError);
      expect(told).not.toHaveBeenCalled();
    });

    test('a body that cannot be read is the site’s own only with the key of the change', async () => {
      answerWith(200, { id: 'newer' }, { 'idempotency-key': 'k-1' });
      const own = await failureOf(request({ ...change(), schema }));
      expect(own).toBeInstanceOf(UnreadableAnswerError);
      const other = await failureOf(request({ ...change('k-2'), schema }));
      expect(other).toBeInstanceOf(ForeignAnswerError);
      expect(errorText(other)).toBe('Something between you and the site answered instead of it.');
    });
  });

  test('a refusal keeps status, body, detail, code and the request id', async () => {
    answerWith(409, {
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
    answerWith(status, undefined);
    const error = await failureOf(request({ path: '/x' }));
    expect(errorText(error)).toBe(text);
  });

  test('a failure of the server is shown with the reference that its log has', async () => {
    const detail = 'Something went wrong on our side. Please try again.';
    answerWith(500, { ...problem, detail, code: 'INTERNAL', request_id: '4f1c2d3e' });
    const error = await failureOf(request({ path: '/x' }));
    expect(errorText(error)).toBe(`${detail} Reference: 4f1c2d3e`);
  });

  test('other statuses are told with text and body', async () => {
    answerWith(418, { tea: true });
    const error = await failureOf(request({ path: '/x' }));
    expect(errorText(error)).toBe(
      `Generic Error: status: 418; status text: I'm a Teapot; body: {"tea":true}`,
    );
  });

  test('a call given up, and a server that is away', async () => {
    handler = () => {};
    const abort = new AbortController();
    const pending = failureOf(request({ path: '/x', signal: abort.signal }));
    abort.abort();
    expect(await pending).toBeInstanceOf(CancelError);
    expect(errorText(await pending)).toBe('Request aborted');
    await close();
    expect(await failureOf(request({ path: '/x' }))).toBeInstanceOf(NetworkError);
  });

  test('what is no error at all still gets a text', () => {
    expect(errorText(undefined)).toBe('An unexpected error occurred.');
  });
});

describe('a 401', () => {
  test('tells once per token, and never without one', async () => {
    const told = vi.fn<() => void>();
    onUnauthorized(told);
    answerWith(401, { ...problem, detail: 'Please log in.' });
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
      handler = (_incoming, answer) => {
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
