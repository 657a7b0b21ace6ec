// A local HTTP server whose answers a test defines.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { afterEach, beforeEach, expect, vi } from 'vitest';

import { onUnauthorized, setBearer } from './request.ts';

export type Handler = (incoming: IncomingMessage, answer: ServerResponse, body: string) => void;

export interface AnsweringServer {
  handler: Handler;
  close(): Promise<void>;
}

/** Starts a server for each test of the file, and makes it the page's API origin. */
export function answeringServer(): AnsweringServer {
  const scene: AnsweringServer = { handler: () => {}, close: () => Promise.resolve() };

  beforeEach(async () => {
    const server = createServer((incoming, answer) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => scene.handler(incoming, answer, body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    const origin = `http://127.0.0.1:${address.port}`;
    scene.close = () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    // Node has no document with the meta element that names the API's origin.
    vi.stubGlobal('document', { querySelector: () => ({ content: `${origin}/` }) });
  });

  afterEach(async () => {
    setBearer(null);
    onUnauthorized(() => {});
    vi.unstubAllGlobals();
    await scene.close();
  });
  return scene;
}

export function answerWith(
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): Handler {
  return (_incoming, answer) => {
    const own = { 'content-type': 'application/json', 'x-request-id': 'named' };
    answer.writeHead(status, { ...own, ...headers });
    answer.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

/** The headers of a real answer: the server's name and the request's idempotency key. */
export function ownHeaders({ headers: { 'idempotency-key': key } }: IncomingMessage) {
  return { 'x-request-id': 'named', ...(key !== undefined && { 'idempotency-key': key }) };
}

export const problem = {
  type: 'about:blank',
  title: 'No',
  status: 400,
  detail: '',
  request_id: 'named',
};

export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}
