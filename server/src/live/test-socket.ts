// A socket that tests whether proxies pass WebSockets, on the path of board sockets. It carries no data.
import type { IncomingMessage } from 'node:http';

import {
  setupSocketPath,
  type SetupSocketWelcome,
  setupTicketFor,
} from '@wentwell/contract/admin/setup-check';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live/live';

import type { Clock } from '#server/platform/clock';

import type { LiveTicketStore } from './tickets.ts';

/** The used part of a socket that the gateway opened. */
interface OpenSocket {
  on(event: 'error' | 'message' | 'close', listener: () => void): unknown;
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
}

export interface TestSocketDeps {
  clock: Clock;
  tickets: LiveTicketStore;
  /** Describes the proxies that the request came through. */
  describe(request: IncomingMessage): SetupSocketWelcome['checks'];
}

/** Longer than anyone waits. */
const openAtMostMs = 120_000;
const framesAtMost = 20;

/** The ticket of a request for the test socket; null for another address. */
export function readTestSocket({ url }: IncomingMessage): string | null {
  const address = URL.parse(url ?? '', 'http://gateway.invalid');
  if (address?.pathname !== setupSocketPath) return null;
  return (address.searchParams.get('token') ?? '').slice(0, 200);
}

/** Keeps the socket open with a board's pings, until the client closes it or two minutes pass. */
export async function holdTestSocket(
  ws: OpenSocket,
  { request, ticket }: { request: IncomingMessage; ticket: string },
  { clock, tickets, describe }: TestSocketDeps,
): Promise<void> {
  ws.on('error', () => undefined);
  if (!(await tickets.redeem(ticket, setupTicketFor))) {
    ws.close(closeCodes.refused.code, closeCodes.refused.reason);
    return;
  }
  let frames = 0;
  ws.on('message', () => {
    frames += 1;
    if (frames > framesAtMost) ws.close(closeCodes.flood.code, closeCodes.flood.reason);
    else ws.send(JSON.stringify({ type: 'pong' }));
  });
  let cancelPing = () => {};
  const ping = (): void => {
    ws.ping();
    cancelPing = clock.setTimer(liveLimits.serverPing, ping);
  };
  ping();
  const cancelEnd = clock.setTimer(openAtMostMs, () => ws.close(1000, 'Held long enough'));
  ws.on('close', () => {
    cancelPing();
    cancelEnd();
  });
  const welcome: SetupSocketWelcome = { type: 'welcome', checks: describe(request) };
  ws.send(JSON.stringify(welcome));
}
