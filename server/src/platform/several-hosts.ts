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
