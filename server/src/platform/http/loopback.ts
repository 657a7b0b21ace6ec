/** Detects this machine: loopback host names, addresses and origins. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import { addressMatcher, plainAddress } from './address-block.ts';

/** Loopback host names as in an origin. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host name or address is loopback. IPv6 may have brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = plainAddress(host);
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** Whether an address is in a private network (RFC 1918, RFC 4193). IPv6 may have brackets. */
export const isPrivateAddress = addressMatcher([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);

/** Whether an origin is on this machine. False for invalid URLs. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(URL.parse(origin)?.hostname ?? '');
}

/** All loopback spellings of an origin, the given one first. */
export function loopbackSiblings(origin: string): string[] {
  const { protocol, port } = new URL(origin);
  const siblings = loopbackNames.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
  return [...new Set([origin, ...siblings])];
}

// Set by proxies and tunnels, but not by local clients.
const forwardingHeader = /^(x-forwarded|forwarded$|x-real-ip$|via$|cf-|true-client-ip$|x-client-)/;

/**
 * Whether a request comes directly from a local program, as far as detectable. A local reverse proxy also has a
 * loopback peer and may rewrite Host. A forwarding header or HTTP/1.0, nginx's default, reveals it. `Connection: close`
 * proves nothing, because local scripts send it too.
 */
export function isDirectFromThisMachine(request: IncomingMessage): boolean {
  const { socket, headers, httpVersion } = request;
  if (!isLoopbackHost(socket.remoteAddress ?? '')) return false;
  if (!isLoopbackOrigin(`http://${headers.host ?? ''}`)) return false;
  if (httpVersion === '1.0') return false;
  return !Object.keys(headers).some((name) => forwardingHeader.test(name));
}
