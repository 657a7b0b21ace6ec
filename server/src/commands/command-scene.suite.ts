// Test fixture: runs commands as processes with settings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import type { DatabaseConnection } from '#server/platform/db/database';
import { bareEnvironment } from '#test/bare-environment';

/** Builds a DATABASE_URL, also for a server on a Unix socket. */
export function urlOf(connection: DatabaseConnection): string {
  if (connection.connectionString) return connection.connectionString;
  const { host = '', port = 5432, user = '', password = '', database = '' } = connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  if (typeof password === 'string' && password) query.set('password', password);
  return `postgres:///${database}?${query.toString()}`;
}

export async function runCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
) {
  const entry = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: Number(code), out: out.trim(), err: err.trim() };
}

export function onDatabase({ connection }: { connection: DatabaseConnection }) {
  const env = { DATABASE_URL: urlOf(connection) };
  return (name: string, ...args: string[]) => runCommand(name, args, env);
}
