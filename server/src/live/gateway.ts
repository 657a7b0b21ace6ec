// The only place that touches a server socket. Until a session is admitted, nothing of its client is trusted or read.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live/live';
import {
  type AuthorHash,
  AuthorKey,
  readLiveProtocols,
} from '@wentwell/contract/notes/author-keys';
import { type WebSocket, WebSocketServer } from 'ws';

import { addressBlock, addressMatcher } from '#server/platform/http/address-block';
import { ApiError } from '#server/platform/http/api-error';
import { authorHash } from '#server/platform/http/author-key';
import { clientAddressBehind } from '#server/platform/http/client-address';
import { inSlot } from '#server/platform/http/request-gate';
import { count } from '#server/platform/metrics/measure';

import { ConnectionLimit } from './admission.ts';
import { logRefusedSocket, type HandshakeError, socketPath } from './refused-sockets.ts';
import { sessionSocket } from './session-socket.ts';
import { Session, type SessionDeps } from './session.ts';
import { holdTestSocket, readTestSocket, type TestSocketDeps } from './test-socket.ts';

const socketOptions = {
  noServer: true,
  // `ws` closes with 1009 above this size. Between `frameBytes` and this, the session closes with 1008.
  maxPayload: 4 * liveLimits.frameBytes,
  maxFragments: liveLimits.frameFragments,
  perMessageDeflate: false,
  // Omits the author key from the answer.
  handleProtocols: (offered: Set<string>) => readLiveProtocols([...offered]).answer ?? false,
} as const;

// A stopping node closes its sockets in rounds of at least this number.
const minClosesPerRound = 100;
const drainRoundMs = 100;

interface ReadHandshake {
  meetingId: MeetingId;
  token: string;
  since: number | null;
  presence: string | null;
  authorHash: AuthorHash | null;
}

interface GatewayOptions {
  allowedOrigins: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[];
  /** For each IPv4 address or IPv6 /64. */
  socketsPerAddress: number;
  /** Addresses and ranges that may open any number of sockets. */
  rateLimitsExempt: readonly string[];
  testSocket: TestSocketDeps;
}

/** Undefined if the author key is malformed. */
function readAuthor(
  { 'sec-websocket-protocol': protocols = '' }: IncomingMessage['headers'],
  meetingId: MeetingId,
): AuthorHash | null | undefined {
  const { key } = readLiveProtocols(protocols.split(',').map((each) => each.trim()));
  if (key === null) return null;
  return AuthorKey.safeParse(key).success ? authorHash(meetingId, key) : undefined;
}

function readHandshake({ url, headers }: IncomingMessage): ReadHandshake | null {
  const address = URL.parse(url ?? '', 'http://gateway.invalid');
  const meetingId = MeetingId.safeParse(socketPath.exec(address?.pathname ?? '')?.[1]);
  if (!address || !meetingId.success) return null;
  const author = readAuthor(headers, meetingId.data);
  if (author === undefined) return null;
  const since = address.searchParams.get('since');
  return {
    meetingId: meetingId.data,
    token: (address.searchParams.get('token') ?? '').slice(0, 200),
    since: since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null,
    presence: address.searchParams.get('presence')?.slice(0, 64) ?? null,
    authorHash: author,
  };
}

/** Browsers send an Origin, or at least `Sec-Fetch-…`; other programs need to send neither. */
function isFromSite({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  if (headers.origin !== undefined) return origins.includes(headers.origin);
  return headers['sec-fetch-mode'] === undefined && headers['sec-fetch-site'] === undefined;
}

const ownCloseCodes = new Set<number>(Object.values(closeCodes).map(({ code }) => code));

/** A client may close with any code up to 4999. */
function shownCloseCode(code: number): string {
  return code <= 1015 || ownCloseCodes.has(code) ? String(code) : 'other';
}

function refuse(socket: Duplex, status: string): void {
  // Does not wait for the client to close its side.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Shared by all sockets: a closure per upgrade would keep its 4 KB request in memory while the socket lives. */
function destroyBroken(this: Duplex): void {
  this.destroy();
}

/** Upgrades requests of the HTTP server to sockets. The caller closes the gateway before the server. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #deps: SessionDeps;
  readonly #sockets = new WebSocketServer(socketOptions);
  readonly #sessions = new Set<Session>();
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #isExempt: (address: string) => boolean;
  readonly #addressBlocks: ConnectionLimit;
  #isDraining = false;

  constructor(
    server: Server,
    options: GatewayOptions,
    deps: Omit<SessionDeps, 'connectionLimits'>,
  ) {
    this.#options = options;
    this.#addressOf = clientAddressBehind(options.trustProxy);
    this.#isExempt = addressMatcher(options.rateLimitsExempt);
    this.#addressBlocks = new ConnectionLimit(options.socketsPerAddress);
    this.#deps = {
      ...deps,
      connectionLimits: {
        users: new ConnectionLimit(liveLimits.socketsPerUser),
        links: new ConnectionLimit(liveLimits.socketsPerLink),
        boards: new ConnectionLimit(liveLimits.socketsPerBoard),
      },
    };
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#onUpgrade(request, socket, head),
    );
  }

  get openSockets(): number {
    return this.#sessions.size;
  }

  /** Bytes queued for the network, in total and in the fullest socket. */
  queuedBytes(): { all: number; largest: number } {
    let all = 0;
    let largest = 0;
    for (const { bufferedAmount } of this.#sockets.clients) {
      all += bufferedAmount;
      largest = Math.max(largest, bufferedAmount);
    }
    return { all, largest };
  }

  /** Refuses new sockets and closes the open ones with 1001; their clients reconnect to another node. */
  async close(): Promise<void> {
    this.#isDraining = true;
    await this.#drain();
    const { code, reason } = closeCodes.goingAway;
    const { clients } = this.#sockets;
    for (const ws of clients) ws.close(code, reason);
    const closed = [...clients].map(
      (ws) => new Promise((resolve) => void ws.once('close', resolve)),
    );
    this.#deps.clock.setTimer(1000, () => {
      for (const ws of clients) ws.terminate();
    });
    await Promise.all(closed);
    this.#sockets.close();
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', destroyBroken);
    const address = this.#addressOf(request);
    const refuseFor = (reason: HandshakeError): void =>
      refuse(socket, logRefusedSocket(this.#deps.logger, reason, { address, request }));
    if (this.#isDraining) return refuseFor('draining');
    if (!isFromSite(request, this.#options.allowedOrigins)) return refuseFor('origin');
    const testTicket = readTestSocket(request);
    const handshake = testTicket === null ? readHandshake(request) : null;
    if (testTicket === null && !handshake) return refuseFor('address');
    if (!this.#isExempt(address) && !this.#countAddress(socket, addressBlock(address))) {
      return refuseFor('tooMany');
    }
    this.#sockets.handleUpgrade(request, socket, head, (ws) => {
      if (handshake) this.#startSession({ ws, stream: socket }, handshake, address);
      else void this.#startTest(ws, { request, ticket: testTicket ?? '', from: address });
    });
  }

  #countAddress(socket: Duplex, block: string): boolean {
    if (!this.#addressBlocks.acquire(block)) return false;
    socket.once('close', () => this.#addressBlocks.release(block));
    return true;
  }

  async #startTest(
    ws: WebSocket,
    { from, ...test }: { request: IncomingMessage; ticket: string; from: string },
  ): Promise<void> {
    try {
      await inSlot(this.#deps.gates.ofAddress(from), () =>
        holdTestSocket(ws, test, this.#options.testSocket),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.#deps.logger.warn({ err: error }, 'a test socket could not start');
      }
      ws.close(closeCodes.full.code, closeCodes.full.reason);
    }
  }

  #startSession(
    { ws, stream }: { ws: WebSocket; stream: Duplex },
    handshake: ReadHandshake,
    from: string,
  ): void {
    const session: Session = new Session(
      sessionSocket(ws, stream, () => session.onSent()),
      handshake.meetingId,
      this.#deps,
    );
    this.#sessions.add(session);
    ws.on('pong', () => {
      session.onPong();
      session.onControlFrame();
    });
    ws.on('ping', () => session.onControlFrame());
    ws.on('error', (error) => this.#deps.logger.debug({ err: error }, 'socket error'));
    ws.on('close', (code) => {
      count('sockets_closed', shownCloseCode(code));
      this.#sessions.delete(session);
      session.onClose();
    });
    ws.on('message', (data, isBinary) => {
      if (isBinary) {
        session.close('badFrame');
        return;
      }
      session.receive(Buffer.isBuffer(data) ? data.toString() : '');
    });
    // Nothing is read until the session is admitted.
    ws.pause();
    session
      .start({ ...handshake, from })
      .catch((error: unknown) => {
        // A rate limit of the account or the address.
        if (error instanceof ApiError) {
          session.close('full');
          return;
        }
        this.#deps.logger.warn({ err: error }, 'session could not start');
        session.close('goingAway');
      })
      .finally(() => ws.resume());
  }

  /** Closes the sessions in rounds, so that their clients do not all reconnect to the next node at once. */
  async #drain(): Promise<void> {
    const { clock } = this.#deps;
    const leaving = [...this.#sessions];
    const rounds = liveLimits.drainSpread / drainRoundMs;
    const perRound = Math.max(minClosesPerRound, Math.ceil(leaving.length / rounds));
    for (let done = 0; done < leaving.length; done += perRound) {
      if (done > 0) await new Promise<void>((next) => void clock.setTimer(drainRoundMs, next));
      for (const session of leaving.slice(done, done + perRound)) session.close('goingAway');
    }
  }
}
