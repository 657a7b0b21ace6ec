// Test fixture: runs commands as processes with settings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { NamedAuditEntry } from '@wentwell/contract/admin/admin';
import { z } from 'zod';

import type { DatabaseConnection } from '#server/platform/db/database';
import { bareEnvironment } from '#test/bare-environment';
import type { TestApp, TestUser } from '#test/build-test-app';

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

/** The operator's changes of accounts are in the log, without a user as actor (docs/api.md A-47). */
export const byOperator = { actor_id: null, actor_email: null, address: null, request_id: null };

export async function auditLog(app: TestApp, as: TestUser, query = '') {
  return app.read(as, `/api/v1/admin/audit${query}`, z.array(NamedAuditEntry));
}
