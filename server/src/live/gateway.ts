// The door: the only place that touches a server socket. Nothing is trusted, kept or read beyond bounds before
// a session has been let in.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live';
import { type WebSocket, WebSocketServer } from 'ws';

import { Session, type SessionDeps } from './session.ts';

const path = /^\/api\/v1\/ws\/meetings\/([^/?]{1,100})$/;
// Over this a frame is not even assembled (1009); between it and `frameBytes` the session closes with 1008.
const maxPayload = 4 * liveLimits.frameBytes;

interface Door {
  meetingId: MeetingId;
  token: string;
  since: number | null;
}

function readAddress(url: string | undefined): Door | null {
  const address = URL.parse(url ?? '', 'http://gateway.invalid');
  const meetingId = MeetingId.safeParse(path.exec(address?.pathname ?? '')?.[1]);
  if (!address || !meetingId.success) return null;
  const since = address.searchParams.get('since');
  return {
    meetingId: meetingId.data,
    token: (address.searchParams.get('token') ?? '').slice(0, 200),
    since: since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null,
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Takes the HTTP server, the origins that browsers may come from, and what sessions need; gives how to close it. */
export function openGateway(server: Server, origins: readonly string[], deps: SessionDeps) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const sessions = new Set<Session>();
  let draining = false;

  function admitSocket(ws: WebSocket, door: Door): void {
    const session = new Session(
      {
        send: (bytes) => {
          ws.send(bytes, { binary: false }, () => {
            session.onSent();
          });
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
      door.meetingId,
      deps,
    );
    sessions.add(session);
    ws.on('pong', () => {
      session.onAlive();
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
      .start(door.token, door.since)
      .catch((error: unknown) => {
        deps.logger.warn({ err: error }, 'session could not start');
        session.close('goingAway');
      })
      .finally(() => {
        ws.resume();
      });
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const { origin } = request.headers;
    if (draining) return refuse(socket, '503 Service Unavailable');
    if (origin !== undefined && !origins.includes(origin)) return refuse(socket, '403 Forbidden');
    const door = readAddress(request.url);
    if (!door) return refuse(socket, '404 Not Found');
    sockets.handleUpgrade(request, socket, head, (ws) => {
      admitSocket(ws, door);
    });
  });

  return {
    /** Takes no new sockets and says goodbye to the open ones; their clients come back elsewhere. */
    async close(): Promise<void> {
      draining = true;
      for (const session of sessions) session.close('goingAway');
      const { code, reason } = closeCodes.goingAway;
      for (const ws of sockets.clients) ws.close(code, reason);
      const gone = [...sockets.clients].map(
        (ws) => new Promise((resolve) => void ws.once('close', resolve)),
      );
      deps.clock.after(1000, () => {
        for (const ws of sockets.clients) ws.terminate();
      });
      await Promise.all(gone);
      sockets.close();
    },
  };
}
