// Parses a REDIS_URL with Sentinels, which know the current master.
import { type Host, splitHosts } from './several-hosts.ts';

export interface Sentinel {
  url: URL;
  sentinels: readonly Host[];
  /** The name of the monitored master. Empty if the address has none. */
  name: string;
  db: number;
}

const sentinelPort = 26_379;

/** Null if the address is a Redis server itself. */
export function sentinelOf(address: string): Sentinel | null {
  const parts = splitHosts(address, sentinelPort);
  if (!parts?.url.protocol.endsWith('+sentinel:')) return null;
  const { url, hosts } = parts;
  const [, name = '', db = '0'] = /^\/([\w.-]+)(?:\/(\d{1,5}))?$/.exec(url.pathname) ?? [];
  return { url, sentinels: hosts, name, db: Number(db) };
}
