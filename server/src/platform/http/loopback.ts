/** Recognises this machine: host names, socket addresses and origins of the loopback interface. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The names by which a browser reaches the loopback interface, as they stand in an origin. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host name or an address, with or without the brackets of a URL, is this machine's own. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:(?=\d+\.)/i, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address, with or without the brackets of a URL, lies in a private network (RFC 1918, RFC 4193). */
export function isPrivateAddress(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family !== 0 && privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an origin leads to this machine; false for what is no URL. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(URL.parse(origin)?.hostname ?? '');
}

/** A loopback origin under all its names, the given one first. */
export function loopbackSiblings(origin: string): string[] {
  const { protocol, port } = new URL(origin);
  const siblings = loopbackNames.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
  return [...new Set([origin, ...siblings])];
}

// Set by proxies and tunnels; a client of this machine has no reason to.
const forwardingHeader = /^(x-forwarded|forwarded$|x-real-ip$|via$|cf-|true-client-ip$|x-client-)/;

/**
 * Whether a request comes straight from a program of this machine, as far as can be told. A reverse proxy here has a
 * loopback peer, too, and may rewrite the Host; it gives itself away by a forwarding header, or by HTTP/1.0, which
 * nginx speaks unless it is told otherwise. `Connection: close` proves nothing: scripts of this machine send it, too.
 */
export function isDirectFromThisMachine(request: IncomingMessage): boolean {
  const { socket, headers, httpVersion } = request;
  if (!isLoopbackHost(socket.remoteAddress ?? '')) return false;
  if (!isLoopbackOrigin(`http://${headers.host ?? ''}`)) return false;
  if (httpVersion === '1.0') return false;
  return !Object.keys(headers).some((name) => forwardingHeader.test(name));
}
