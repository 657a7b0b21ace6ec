// Determines the client's address from trusted proxies.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

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
