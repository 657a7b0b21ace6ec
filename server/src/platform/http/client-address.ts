// From which address somebody comes, where no framework has said so yet: before a socket's upgrade.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Takes the proxies whose word counts, as addresses or ranges; gives how to read a request's true address. */
export function clientAddressBehind(
  proxies: readonly string[],
): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  return (request) => {
    const header = request.headers['x-forwarded-for'];
    const said = (Array.isArray(header) ? header.join() : (header ?? '')).split(',').map(plain);
    let address = plain(request.socket.remoteAddress ?? '');
    // From the nearest on: the first who is no proxy of ours is the client, whatever stands before.
    while (isIP(address) !== 0 && trusted.check(address, family(address))) {
      const before = said.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}
