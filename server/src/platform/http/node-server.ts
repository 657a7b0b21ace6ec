// Node's HTTP server below Fastify: timeouts, and headers of responses that Fastify does not handle.
import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

import { describeAnyError } from '@wentwell/contract/api/all-errors';
import type { ErrorCode } from '@wentwell/contract/errors';

import { dropForwardedPorts } from './client-address.ts';
import { problemOf } from './problems.ts';
import { type Addresses, securityHeaders } from './security-headers.ts';

// An `import` would also load Node's `fetch` client.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

// Maps error codes of Node's parser and timeouts; all others mean a bad request.
const known: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The client has disconnected or was already answered.
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = known[error.code ?? ''] ?? 'BAD_REQUEST';
    const { status } = describeAnyError(code);
    const requestId = randomUUID();
    const body = JSON.stringify(problemOf(code, requestId));
    const head = Object.entries({
      ...headers,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      Connection: 'close',
    });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines}\r\n${body}`);
  };
}

/** A server factory for Fastify, called once per address. */
export function nodeServer(addresses: Addresses) {
  const ofSite = securityHeaders(addresses, 'site');
  const ofApi = securityHeaders(addresses, 'api');
  return (answer: RequestListener): Server => {
    const always: RequestListener = (request, response) => {
      // Set first, so that invalid URLs, errors and files get the same headers.
      const isApi = /^\/api(\/|$)/i.test(request.url ?? '');
      const headers = Object.entries(isApi ? ofApi : ofSite);
      for (const [name, value] of headers) response.setHeader(name, value);
      if (isApi) response.setHeader('Cache-Control', 'no-store');
      dropForwardedPorts(request);
      // HEAD uses the GET route; Node drops the body. Separate HEAD routes would slow startup by a tenth.
      if (request.method === 'HEAD') request.method = 'GET';
      answer(request, response);
    };
    // Node's own error for a missing Host would lack our headers. Timeouts are checked often.
    const server = createServer(
      { requireHostHeader: false, connectionsCheckingInterval: 5000 },
      always,
    );
    // Ignores unknown Expect headers for the same reason.
    server.on('checkExpectation', always);
    server.on('clientError', refuseUnreadable(ofSite));
    server.headersTimeout = 15_000;
    server.requestTimeout = 30_000;
    // Longer than load balancers' timeouts, so that this side never closes a connection during a request.
    server.keepAliveTimeout = 65_000;
    server.setTimeout(60_000);
    return server;
  };
}
