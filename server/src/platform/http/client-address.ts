// Determines the client's address from trusted proxies, and warns about one that the settings do not list.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import type { BaseLogger } from 'pino';

import { addressMatcher, plainAddress } from './address-block.ts';

function forwardedFor({ headers }: IncomingMessage): string[] {
  const header = headers['x-forwarded-for'];
  const names = Array.isArray(header) ? header.join() : (header ?? '');
  return names.split(',').map(plainAddress);
}

/** Some proxies write `address:port`, which Fastify would treat as a different client per request. */
export function dropForwardedPorts(request: IncomingMessage): void {
  if (request.headers['x-forwarded-for'] === undefined) return;
  request.headers['x-forwarded-for'] = forwardedFor(request).join(', ');
}

/** `proxies` are the trusted addresses and ranges; only their forwarding headers count. */
export function clientAddressBehind(
  proxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = addressMatcher(proxies);
  return (request) => {
    const forwarded = forwardedFor(request);
    let address = plainAddress(request.socket.remoteAddress ?? '');
    // Starts with the nearest hop. The first untrusted address is the client; earlier entries may be forged.
    while (isTrusted(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

interface ProxyNoticeOptions {
  trustProxy: readonly string[];
  isPrivate: boolean;
  log: BaseLogger;
}

/** Logs the needed settings once if an unlisted proxy sends X-Forwarded-For. The header stays ignored. */
export function proxyNotice({ trustProxy, isPrivate, log }: ProxyNoticeOptions) {
  const isTrusted = addressMatcher(trustProxy);
  let isLogged = false;
  return function warnAboutProxy({ headers, socket }: IncomingMessage): void {
    if (isLogged || headers['x-forwarded-for'] === undefined) return;
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (isTrusted(peer)) return;
    isLogged = true;
    const what = 'X-Forwarded-For is ignored: TRUST_PROXY does not name the address it comes from.';
    const then = isPrivate
      ? 'If a reverse proxy stands in front, set TRUST_PROXY to its address and PUBLIC_URL to where people reach it: as it is, the demo is open to all whom the proxy lets in.'
      : 'If it is your reverse proxy, set TRUST_PROXY to its address: as it is, all clients behind it count as one.';
    log.warn({ peer, trustProxy: trustProxy.join(',') || 'none' }, `${what} ${then}`);
  };
}
