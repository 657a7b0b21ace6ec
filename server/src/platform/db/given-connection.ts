// Converts DATABASE_URL and DATABASE_CA for pg, with `sslmode` as PostgreSQL documents it.
import type { ConnectionOptions } from 'node:tls';

import type { DatabaseConnection } from '#server/platform/db/database';
import { DatabaseHosts } from '#server/platform/db/database-hosts';
import { splitHosts } from '#server/platform/several-hosts';

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

const modeParameter = 'sslmode';
/** pg ignores `channel_binding=require`, so certificate verification replaces it. */
const bindingParameter = 'channel_binding';
const bindings = ['disable', 'prefer', 'require'];
export const postgresPort = 5432;
const targetParameter = 'target_session_attrs';
/** With several hosts, the writable one is always used, with or without this option. */
const targets = ['read-write', 'primary'];

/** Unsupported options of other programs, and their replacements here. */
const otherParameters: Readonly<Record<string, string>> = {
  ssl: 'sslmode',
  uselibpqcompat: 'sslmode',
  sslnegotiation: 'sslmode',
  sslrootcert: 'DATABASE_CA',
  sslcert: 'a password: client certificates are not supported',
  sslkey: 'a password: client certificates are not supported',
};

/** Supported options. Others are rejected, because they may be intended to protect the connection. */
const parameters = new Set([
  'host',
  'port',
  'user',
  'password',
  'options',
  modeParameter,
  bindingParameter,
  targetParameter,
]);

function isMode(text: string): text is Mode {
  return modes.some((mode) => mode === text);
}

/** Describes a problem with the address's options, or returns null. Contains no text of the address. */
export function addressProblem(address: string, ca: string | undefined): string | null {
  const given = splitHosts(address, postgresPort)?.url.searchParams;
  if (!given) return null;
  for (const [name, instead] of Object.entries(otherParameters)) {
    if (given.has(name)) return `has ${name}, which is not read: use ${instead}`;
  }
  if ([...given.keys()].some((name) => !parameters.has(name))) {
    return `has an option that is not read: only ${[...parameters].join(', ')} are`;
  }
  if (given.get('host')?.includes(',')) {
    return 'has several hosts in its option host: write postgres://USER:PASSWORD@HOST1:5432,HOST2:5432/NAME';
  }
  const target = given.get(targetParameter);
  if (target !== null && !targets.includes(target)) {
    return 'has a target_session_attrs that is not supported: choose read-write, or leave it out';
  }
  const mode = given.get(modeParameter);
  if (mode !== null && !isMode(mode)) {
    return `has an sslmode that is not supported: choose ${modes.slice(0, -1).join(', ')} or ${modes.at(-1)}`;
  }
  const binding = given.get(bindingParameter);
  if (binding !== null && !bindings.includes(binding)) {
    return 'has a channel_binding that is not known: choose disable, prefer or require';
  }
  if (binding === 'require' && mode === 'disable') {
    return 'has channel_binding=require, which needs TLS: leave sslmode=disable out';
  }
  if (mode === 'verify-ca' && ca === undefined) {
    return 'has sslmode=verify-ca, which needs DATABASE_CA; with verify-full the authorities of this machine count';
  }
  return null;
}

/** Without `sslmode`, uses verified TLS if DATABASE_CA or channel binding is set. */
export function givenConnection(address: string, ca: string | undefined): DatabaseConnection {
  const parts = splitHosts(address, postgresPort);
  if (!parts) return { connectionString: address };
  const { url, hosts } = parts;
  const given = url.searchParams.get(modeParameter);
  const isBound = url.searchParams.get(bindingParameter) === 'require';
  const mode = modeOf(given, { isBound, hasCa: ca !== undefined });
  for (const name of [modeParameter, bindingParameter, targetParameter]) {
    url.searchParams.delete(name);
  }
  const connection = {
    connectionString: url.href,
    ...(mode !== null && { ssl: tlsOf(mode, ca) }),
  };
  return hosts.length > 1
    ? { ...connection, hosts: new DatabaseHosts(hosts, connection) }
    : connection;
}

/** Null: pg's default, without TLS. */
function modeOf(
  given: string | null,
  { isBound, hasCa }: { isBound: boolean; hasCa: boolean },
): Mode | null {
  if (given === null) return isBound || hasCa ? 'verify-full' : null;
  if (!isMode(given)) return 'disable';
  // Channel binding forbids unverified TLS. With a CA, the connection is verified already.
  return given === 'require' && isBound && !hasCa ? 'verify-full' : given;
}

function tlsOf(mode: Mode, ca: string | undefined): false | ConnectionOptions {
  const trusted = ca === undefined ? {} : { ca };
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      // With a CA, `require` means `verify-ca`.
      return ca === undefined
        ? { rejectUnauthorized: false }
        : { ca, checkServerIdentity: anyName };
    case 'verify-ca':
      return { ...trusted, checkServerIdentity: anyName };
    case 'verify-full':
      return trusted;
  }
}

function anyName(): undefined {
  return undefined;
}
