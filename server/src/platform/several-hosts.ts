// Addresses with several hosts, as libpq and the clients of Sentinel write them: no URL may hold commas behind a port.

export interface Host {
  host: string;
  port: number;
}

/** The address with its first host alone, and all its hosts. Null where it is no address, or a host is empty. */
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
