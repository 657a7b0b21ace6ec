// The address that a request comes from, as far as trusted proxies tell it.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import { addressMatcher, plainAddress } from './address-block.ts';

function forwardedFor({ headers }: IncomingMessage): string[] {
  const header = headers['x-forwarded-for'];
  const names = Array.isArray(header) ? header.join() : (header ?? '');
  return names.split(',').map(plainAddress);
}

/** Some proxies write `address:port`, which the framework would take for a name of its own at each request. */
export function dropForwardedPorts(request: IncomingMessage): void {
  if (request.headers['x-forwarded-for'] === undefined) return;
  request.headers['x-forwarded-for'] = forwardedFor(request).join(', ');
}

/** `proxies` are the addresses and ranges whose forwarding headers count. */
export function clientAddressBehind(
  proxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = addressMatcher(proxies);
  return (request) => {
    const forwarded = forwardedFor(request);
    let address = plainAddress(request.socket.remoteAddress ?? '');
    // From the nearest on: the first who is no proxy of ours is the client, whatever stands before.
    while (isTrusted(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}
