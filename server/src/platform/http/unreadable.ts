import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

// Requests that are no HTTP: there is no request to answer yet, only the connection to close with a word.
import { describeAnyError } from '@wentwell/contract/all-errors';
import type { ErrorCode } from '@wentwell/contract/errors';

import { problemOf } from './problems.ts';

// What Node's parser and clocks found, by its code; anything else is a bad request.
const known: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Handles a connection whose request cannot be parsed. */
export function refuseUnreadable(headers: Readonly<Record<string, string>>) {
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
