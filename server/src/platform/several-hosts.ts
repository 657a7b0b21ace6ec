// Parses addresses with several hosts, as libpq and Sentinel clients use them. URLs do not allow commas after a port.

export interface Host {
  host: string;
  port: number;
}

/** The address with only its first host, and all hosts. Null if it is invalid or a host is empty. */
export function splitHosts(
  address: string,
  defaultPort: number,
): { url: URL; hosts: readonly Host[] } | null {
  const parts = /^([a-z+]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address);
  const [, start = '', names = '', rest = ''] = parts ?? [];
  const [first = '', ...others] = names.split(',');
  const url = URL.parse(start + first + rest);
  if (parts === null || url === null) return null;
  const hosts: Host[] = [];
  for (const name of [first, ...others]) {
    const { hostname = '', port = '' } = URL.parse(`none://${name}/`) ?? {};
    if (hostname === '' && others.length > 0) return null;
    hosts.push({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || defaultPort) });
  }
  return { url, hosts };
}

export interface Sentinel {
  url: URL;
  sentinels: readonly Host[];
  /** The name of the monitored master. Empty if the address has none. */
  name: string;
  db: number;
}

const sentinelPort = 26_379;

/** Reads a REDIS_URL with Sentinels, which know the current master. Null for the address of a Redis server. */
export function sentinelOf(address: string): Sentinel | null {
  const parts = splitHosts(address, sentinelPort);
  if (!parts?.url.protocol.endsWith('+sentinel:')) return null;
  const { url, hosts } = parts;
  const [, name = '', db = '0'] = /^\/([\w.-]+)(?:\/(\d{1,5}))?$/.exec(url.pathname) ?? [];
  return { url, sentinels: hosts, name, db: Number(db) };
}
