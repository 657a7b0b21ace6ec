// Answers to a call that are not the site's (docs/api.md A-24).
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import {
  answeringServer,
  answerWith,
  failureOf,
  type Handler,
  problem,
} from './answering-server.suite.ts';
import {
  errorText,
  ForeignAnswerError,
  onUnauthorized,
  request,
  setBearer,
  UnreadableAnswerError,
} from './request.ts';

const server = answeringServer();

describe('A-24: an answer of a proxy, portal or filter is not the site’s', () => {
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
    server.handler = answer;
    setBearer('mine');
    const calls = [
      request(change()),
      request({ ...change(), schema }),
      request({ path: '/x', schema }),
    ];
    for (const call of calls) expect(await failureOf(call)).toBeInstanceOf(ForeignAnswerError);
  });

  describe('is no success of a change, even with a name', () => {
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
      server.handler = answer;
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

  test('its 401 does not end the session', async () => {
    const told = vi.fn<() => void>();
    onUnauthorized(told);
    setBearer('mine');
    server.handler = (_incoming, answer) =>
      answer.writeHead(401).end('<h1>Sign in to the network</h1>');
    expect(await failureOf(request({ path: '/x' }))).toBeInstanceOf(ForeignAnswerError);
    expect(told).not.toHaveBeenCalled();
  });

  test('an unreadable body is the site’s own only with the change’s key', async () => {
    server.handler = answerWith(200, { id: 'newer' }, { 'idempotency-key': 'k-1' });
    const own = await failureOf(request({ ...change(), schema }));
    expect(own).toBeInstanceOf(UnreadableAnswerError);
    const other = await failureOf(request({ ...change('k-2'), schema }));
    expect(other).toBeInstanceOf(ForeignAnswerError);
    expect(errorText(other)).toBe('A proxy or portal answered instead of the site.');
  });
});
