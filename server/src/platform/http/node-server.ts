// Node's own server below the framework: its clocks, and what holds for answers that the framework never sees.
import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

import { describeAnyError } from '@wentwell/contract/all-errors';
import type { ErrorCode } from '@wentwell/contract/errors';

import { dropForwardedPorts } from './client-address.ts';
import { problemOf } from './problems.ts';
import { type Addresses, securityHeaders } from './security-headers.ts';

// An import would load Node's client of `fetch` with it.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

// Faults that Node's parser and clocks find, by their code; anything else is a bad request.
const known: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Somebody hung up, or was answered already: there is nobody to tell.
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

/** The server factory that Fastify asks for; it is called once for each address. */
export function nodeServer(addresses: Addresses) {
  const ofSite = securityHeaders(addresses, 'site');
  const ofApi = securityHeaders(addresses, 'api');
  return (answer: RequestListener): Server => {
    const always: RequestListener = (request, response) => {
      // First of all, so that bad addresses, refusals and files have them alike.
      const isApi = /^\/api(\/|$)/i.test(request.url ?? '');
      const headers = Object.entries(isApi ? ofApi : ofSite);
      for (const [name, value] of headers) response.setHeader(name, value);
      if (isApi) response.setHeader('Cache-Control', 'no-store');
      dropForwardedPorts(request);
      // HEAD runs GET's route, and Node drops the body. Routes of its own would be a tenth of a start's work.
      if (request.method === 'HEAD') request.method = 'GET';
      answer(request, response);
    };
    // Node's own refusal of a missing Host would lack our headers. Timeouts are checked often.
    const server = createServer(
      { requireHostHeader: false, connectionsCheckingInterval: 5000 },
      always,
    );
    // The same for an Expect that it does not know: it is ignored.
    server.on('checkExpectation', always);
    server.on('clientError', refuseUnreadable(ofSite));
    server.headersTimeout = 15_000;
    server.requestTimeout = 30_000;
    // Longer than balancers keep theirs, so that it is never this side that hangs up on a request.
    server.keepAliveTimeout = 65_000;
    server.setTimeout(60_000);
    return server;
  };
}
