// Normalizes addresses for rate limits: the owner of an IPv6 address controls its whole /64.
import { BlockList, isIP } from 'node:net';

const maxLength = 100;

/** Returns the bare address: no port, no brackets, and IPv4 instead of IPv4-mapped IPv6. */
export function plainAddress(text: string): string {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed;
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bracketed)?.[1] ?? bracketed;
  return withoutPort.replace(/^::ffff:(?=\d+\.)/i, '');
}

function groupsOf(part: string): string[] {
  // A trailing IPv4 address stands for two groups.
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group || []));
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address. Other texts stay unchanged. */
export function addressBlock(address: string): string {
  const plain = plainAddress(address).slice(0, maxLength);
  if (isIP(plain) !== 6) return plain;
  const [bare = ''] = plain.split('%');
  const [head = '', tail] = bare.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** `ranges` are addresses and CIDR ranges. */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const listed = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) listed.addAddress(address, familyOf(address));
    else listed.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && listed.check(plain, familyOf(plain));
  };
}
