// The node's ports: bound first, answering 503 until the application is ready, and closed after the last response.
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { BaseLogger } from 'pino';

import { programVersion } from '../program-version.ts';
import { nodeServer } from './node-server.ts';
import { problemOf } from './problems.ts';
import type { Addresses } from './security-headers.ts';

/** Listens on both loopback addresses, because programs resolve `localhost` to either. */
const siblings: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

interface Place {
  host: string;
  port: number;
  /** Only local connections: listens on 127.0.0.1 and ::1. */
  isPrivate: boolean;
}

export interface FrontServer {
  /** The server of the first address. Upgrades on all addresses go through it. */
  readonly server: Server;
  /** Binds the port on every address of the host. Rejects with the system's error on failure. */
  listen(place: Place): Promise<void>;
  /** Sets the listener that handles requests after `open`. */
  serve(answer: RequestListener): Server;
  open(): void;
  /** Sets the reason in responses until `open`. */
  waitFor(what: string): void;
  /** Adds `Connection: close` to all further responses. */
  drain(): void;
  /** Stops accepting connections. Resolves when all have closed, after their responses or by force after 10 s. */
  close(): Promise<void>;
}

/** Maximum time for running requests, and the interval for closing idle connections, in ms. */
const closeTimeoutMs = 10_000;
const sweepMs = 100;

const startingPage = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="refresh" content="2"><title>Wentwell is starting</title>
<p>Wentwell is starting. This page tries again by itself.</p></html>`;

export function frontServer(addresses: Addresses, log: BaseLogger): FrontServer {
  const makeServer = nodeServer(addresses);
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  const servers: Server[] = [];
  let starting = 'starting';
  const answerWhileStarting: RequestListener = (request, response) =>
    answerStarting(request, response, starting);
  let product = answerWhileStarting;
  let answer = answerWhileStarting;
  let isDraining = false;
  let closing: Promise<void> | undefined;

  function addServer(): Server {
    const server = makeServer((request, response) => {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      if (isDraining) response.setHeader('Connection', 'close');
      answer(request, response);
    });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    servers.push(server);
    return server;
  }

  const main = addServer();

  async function bind(server: Server, host: string, port: number): Promise<void> {
    const listening = once(server, 'listening');
    server.listen({ host, port });
    await listening;
  }

  async function addAddress(address: string, port: number): Promise<void> {
    const server = addServer();
    server.on('upgrade', (...upgrade) => {
      if (!main.emit('upgrade', ...upgrade)) upgrade[1].destroy();
    });
    await bind(server, address, port);
  }

  function drain(): void {
    isDraining = true;
    for (const response of underWay) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  async function close(): Promise<void> {
    drain();
    const listening = servers.filter((server) => server.listening);
    const closed = Promise.all(
      listening.map((server) => new Promise((resolve) => void server.close(resolve))),
    );
    // Node counts a connection without a request as active.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const sweep = setInterval(() => {
      for (const server of listening) server.closeIdleConnections();
    }, sweepMs);
    const force = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeTimeoutMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(force);
  }

  return {
    server: main,
    async listen({ host: given, port, isPrivate }) {
      const host = isPrivate && given === 'localhost' ? '127.0.0.1' : given;
      const [first = { address: host }, ...others] = await lookup(host, { all: true });
      await bind(main, first.address, port);
      const place = main.address();
      const actualPort = typeof place === 'object' && place !== null ? place.port : port;
      const sibling = isPrivate && siblings[first.address];
      if (sibling)
        await addAddress(sibling, actualPort).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'EADDRINUSE')
            log.warn(
              `port ${actualPort} of ${sibling} is another program's: open ${first.address}`,
            );
          else log.debug({ err: error }, `${sibling} cannot be listened on`);
        });
      else
        for (const { address } of others)
          await addAddress(address, actualPort).catch(ignoreMissingAddress);
    },
    serve(listener) {
      product = listener;
      return main;
    },
    open() {
      answer = product;
    },
    waitFor(what) {
      starting = `starting: ${what}`;
    },
    drain,
    close: () => (closing ??= close()),
  };
}

/** `localhost` may resolve to an IPv6 address on machines without IPv6. */
function ignoreMissingAddress(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL') return;
  throw error;
}

function answerStarting(request: IncomingMessage, response: ServerResponse, status: string): void {
  const path = request.url?.split('?')[0];
  const isLive = path === '/health/live';
  if (!isLive) response.setHeader('Retry-After', '2');
  if (isLive || path === '/health/ready') {
    const body = JSON.stringify(isLive ? { status: 'live', version: programVersion } : { status });
    send(response, { status: isLive ? 200 : 503, type: 'application/json', body });
  } else if (request.headers.accept?.includes('text/html')) {
    send(response, { status: 503, type: 'text/html', body: startingPage });
  } else {
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    const body = JSON.stringify(problemOf('STARTING', requestId));
    send(response, { status: 503, type: 'application/problem+json', body });
  }
}

interface Content {
  status: number;
  type: string;
  body: string;
}

function send(response: ServerResponse, { status, type, body }: Content): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
