/** The PostgreSQL of DATABASE_URL at the start: waited for while it is only late, and refused in plain words. */
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import type { BaseLogger } from 'pino';

import { isDatabaseAway, sqlStateOf } from '#server/platform/db/database-errors';
import { StartupError } from '#server/platform/db/startup-error';

interface GivenDatabaseOptions {
  log: BaseLogger;
  /** How long a database that does not answer is waited for. */
  patienceMs?: number;
  /** Calls the waiting off. */
  signal?: AbortSignal;
}

const betweenTriesMs = 500;
const answerWithinMs = 5000;

/** Resolves once the database answers. Throws a StartupError where it refuses, or stays away for 30 s. */
export async function awaitDatabase(
  connectionString: string,
  { log, patienceMs = 30_000, signal }: GivenDatabaseOptions,
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    // The last try is cut short as well, so that a database that says nothing is not waited for much longer.
    const left = end - Date.now();
    try {
      await ask(connectionString, Math.max(Math.min(answerWithinMs, left), 100));
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || left <= 0)
        throw new StartupError(explain(error, connectionString));
    }
    if (tries === 0) {
      const { where } = describe(connectionString);
      const seconds = Math.round(patienceMs / 1000);
      log.warn(`the database ${where} does not answer yet: waiting for it, up to ${seconds} s`);
    }
    await pause(Math.min(betweenTriesMs, Math.max(0, end - Date.now())));
  }
}

async function ask(connectionString: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'wentwell start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // A server that does not answer the end of the connection is not waited for.
    void client.end().catch(() => undefined);
  }
}

/** What may be said of an address: never its password. */
function describe(connectionString: string) {
  const { host, port, user, database } = new pg.Client({ connectionString });
  return { where: `at ${host}:${port}`, user: user ?? '', database: database ?? '' };
}

function explain(error: unknown, connectionString: string): string {
  const { where, user, database } = describe(connectionString);
  const message = error instanceof Error ? error.message || String(error) : String(error);
  if (isDatabaseAway(error)) {
    return `the database ${where} does not answer (${message}): start it, or correct DATABASE_URL`;
  }
  if (message.includes('client password must be a string')) {
    return `the database ${where} asks for the password of user "${user}": add it to DATABASE_URL`;
  }
  switch (sqlStateOf(error)) {
    case '28P01':
      return `the database ${where} does not accept the password of user "${user}": correct DATABASE_URL`;
    case '28000':
      return `the database ${where} does not let user "${user}" in (${message})`;
    case '3D000':
      return `there is no database "${database}" ${where}: create it, or correct DATABASE_URL`;
    case '42501':
      return `user "${user}" may not connect to the database "${database}" ${where}: grant it the right`;
    default:
      return `the database ${where} cannot be used (${message})`;
  }
}
