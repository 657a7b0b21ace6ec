// Logs sockets refused before their upgrade: the reason, and the setting that would admit them.
import type { IncomingMessage } from 'node:http';

import type { Logger } from 'pino';

import { count } from '#server/platform/metrics/measure';

/** The path of a board's socket; captures the meeting's id. */
export const socketPath = /^\/api\/v1\/ws\/meetings\/([^/?]{1,100})$/;

const errorResponses = {
  draining: {
    status: '503 Service Unavailable',
    level: 'info',
    message: 'a socket was refused: this node is about to stop',
  },
  origin: {
    status: '403 Forbidden',
    level: 'warn',
    message:
      'a socket was refused: pages of this origin may not open one. If people reach the site there, set PUBLIC_URL to it, or WEB_ORIGIN where PUBLIC_URL is another',
  },
  address: {
    status: '404 Not Found',
    level: 'info',
    message: 'a socket was refused: its address is not that of a board',
  },
  tooMany: {
    status: '429 Too Many Requests',
    level: 'warn',
    message:
      'a socket was refused: too many are open from this address. If it is a proxy, name it in TRUST_PROXY; if it is an office, in RATE_LIMITS_EXEMPT',
  },
} as const;
export type HandshakeError = keyof typeof errorResponses;

interface RefusedSocket {
  address: string;
  request: IncomingMessage;
}

/** Logs only an origin, because the header may contain anything. */
function originIn({ headers: { origin } }: IncomingMessage): string {
  return origin === undefined ? 'none' : (URL.parse(origin)?.origin ?? 'unreadable').slice(0, 200);
}

/** Logs the reason and returns the status line of the answer. */
export function logRefusedSocket(
  logger: Logger,
  reason: HandshakeError,
  { address, request }: RefusedSocket,
): string {
  const { status, level, message } = errorResponses[reason];
  count('sockets_refused', reason);
  const details = reason === 'origin' ? { origin: originIn(request) } : {};
  logger[level]({ reason, status: Number(status.slice(0, 3)), address, ...details }, message);
  return status;
}

/** Logs a socket request without Upgrade, which some proxies drop. */
export function logMissingUpgrade(logger: Logger, { address, request }: RefusedSocket): void {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.method !== 'GET' || !socketPath.test(path)) return;
  count('sockets_refused', 'upgrade');
  logger.warn(
    { reason: 'upgrade', address },
    'a socket was refused: the request came without Upgrade. Let the proxy in front pass it on; nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";',
  );
}
