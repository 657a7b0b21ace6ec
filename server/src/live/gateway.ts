// The door: the only place that touches a server socket. Nothing is trusted, kept or read beyond bounds before
// a session has been let in.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live';
import { type WebSocket, WebSocketServer } from 'ws';

import { addressBlock, addressMatcher } from '#server/platform/http/address-block';
import { ApiError } from '#server/platform/http/api-error';
import { clientAddressBehind } from '#server/platform/http/client-address';

import { connectionLimit } from './connection-limit.ts';
import { logRefusedSocket, type HandshakeError, socketPath } from './refused-sockets.ts';
import { Session, type SessionDeps } from './session.ts';

const socketOptions = {
  noServer: true,
  // Over this a frame is not even assembled (1009); between it and `frameBytes` the session closes with 1008.
  maxPayload: 4 * liveLimits.frameBytes,
  maxFragments: liveLimits.frameFragments,
  perMessageDeflate: false,
} as const;

/** At least so many farewells at once, so that few sockets are closed without delay. */
const goodbyesAtOnce = 100;
const goodbyeEvery = 100;

interface HandshakeAddress {
  meetingId: MeetingId;
  token: string;
  since: number | null;
}

export interface GatewayOptions {
  /** The sites that browsers may come from. */
  origins: readonly string[];
  /** The proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[];
  /** For each IPv4 address or IPv6 /64. */
  socketsPerAddress: number;
  /** Addresses and ranges that may open any number of sockets. */
  exempt: readonly string[];
}

function readAddress(url: string | undefined): HandshakeAddress | null {
  const address = URL.parse(url ?? '', 'http://gateway.invalid');
  const meetingId = MeetingId.safeParse(socketPath.exec(address?.pathname ?? '')?.[1]);
  if (!address || !meetingId.success) return null;
  const since = address.searchParams.get('since');
  return {
    meetingId: meetingId.data,
    token: (address.searchParams.get('token') ?? '').slice(0, 200),
    since: since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null,
  };
}

/** Browsers always say where they come from, and that they are browsers; other programs need do neither. */
function isFromSite({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  if (headers.origin !== undefined) return origins.includes(headers.origin);
  return headers['sec-fetch-mode'] === undefined && headers['sec-fetch-site'] === undefined;
}

function refuse(socket: Duplex, status: string): void {
  // Who keeps their half open after that is not waited for.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Upgrades sockets of the HTTP server. The caller closes the gateway before the server. */
export function openGateway(
  server: Server,
  { origins, trustProxy, socketsPerAddress, exempt }: GatewayOptions,
  needs: Omit<SessionDeps, 'connectionLimits'>,
) {
  const sockets = new WebSocketServer(socketOptions);
  const sessions = new Set<Session>();
  const addressOf = clientAddressBehind(trustProxy);
  const isExempt = addressMatcher(exempt);
  const blocks = connectionLimit(socketsPerAddress);
  const deps: SessionDeps = {
    ...needs,
    connectionLimits: {
      people: connectionLimit(liveLimits.socketsPerUser),
      boards: connectionLimit(liveLimits.socketsPerBoard),
    },
  };
  let draining = false;

  function admitSocket(ws: WebSocket, handshake: HandshakeAddress, from: string): void {
    const session = new Session(
      {
        send: (bytes) => {
          ws.send(bytes, { binary: false }, () => {
            session.onSent();
          });
        },
        read: () => {
          ws.resume();
        },
        close: (code, reason) => {
          ws.resume();
          ws.close(code, reason);
        },
        waitingBytes: () => ws.bufferedAmount,
        ping: () => {
          ws.ping();
        },
        terminate: () => {
          ws.terminate();
        },
      },
      handshake.meetingId,
      deps,
    );
    sessions.add(session);
    ws.on('pong', () => {
      session.onAlive();
      session.onControlFrame();
    });
    ws.on('ping', () => {
      session.onControlFrame();
    });
    ws.on('error', (error) => {
      deps.logger.debug({ err: error }, 'socket error');
    });
    ws.on('close', () => {
      sessions.delete(session);
      session.gone();
    });
    ws.on('message', (data, isBinary) => {
      if (isBinary) {
        session.close('badFrame');
        return;
      }
      session.receive(Buffer.isBuffer(data) ? data.toString() : '');
    });
    // Not a byte is read until the session is let in.
    ws.pause();
    session
      .start({ token: handshake.token, since: handshake.since, from })
      .catch((error: unknown) => {
        // Beyond what its account or address may ask for.
        if (error instanceof ApiError) {
          session.close('full');
          return;
        }
        deps.logger.warn({ err: error }, 'session could not start');
        session.close('goingAway');
      })
      .finally(() => {
        ws.resume();
      });
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const address = addressOf(request);
    const refuseFor = (reason: HandshakeError) =>
      refuse(socket, logRefusedSocket(deps.logger, reason, { address, request }));
    if (draining) return refuseFor('draining');
    if (!isFromSite(request, origins)) return refuseFor('origin');
    const handshake = readAddress(request.url);
    if (!handshake) return refuseFor('address');
    if (!isExempt(address)) {
      const block = addressBlock(address);
      if (!blocks.acquire(block)) return refuseFor('tooMany');
      socket.once('close', () => {
        blocks.release(block);
      });
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      admitSocket(ws, handshake, address);
    });
  });

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => void deps.clock.setTimer(ms, resolve));
  }

  /** Not all at once, so that their clients do not trample the next node. */
  async function drain(): Promise<void> {
    const leaving = [...sessions];
    const rounds = liveLimits.goodbyeSpread / goodbyeEvery;
    const atOnce = Math.max(goodbyesAtOnce, Math.ceil(leaving.length / rounds));
    for (let done = 0; done < leaving.length; done += atOnce) {
      if (done > 0) await pause(goodbyeEvery);
      for (const session of leaving.slice(done, done + atOnce)) session.close('goingAway');
    }
  }

  return {
    /** Refuses new sockets and closes the open ones with 1001; their clients reconnect to another node. */
    async close(): Promise<void> {
      draining = true;
      await drain();
      const { code, reason } = closeCodes.goingAway;
      for (const ws of sockets.clients) ws.close(code, reason);
      const gone = [...sockets.clients].map(
        (ws) => new Promise((resolve) => void ws.once('close', resolve)),
      );
      deps.clock.setTimer(1000, () => {
        for (const ws of sockets.clients) ws.terminate();
      });
      await Promise.all(gone);
      sockets.close();
    },
  };
}
