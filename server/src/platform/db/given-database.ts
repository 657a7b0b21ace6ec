/** Waits at startup for the PostgreSQL of DATABASE_URL, and explains failures. */
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import type { BaseLogger } from 'pino';

import { certificateProblem } from '#server/platform/error-words';

import { isDatabaseAway, rootCause, sqlStateOf, StartupError } from './database-errors.ts';
import { DatabaseClient } from './database-hosts.ts';
import { type DatabaseConnection, sessionTimeouts } from './database.ts';

interface GivenDatabaseOptions {
  log: BaseLogger;
  /** How long to wait for a database that does not answer; 0: a single attempt of 5 s. */
  patienceMs?: number;
  /** Aborts the wait. */
  signal?: AbortSignal;
}

const retryDelayMs = 500;
const answerWithinMs = 5000;

/** Resolves once the database answers. Throws a StartupError if it rejects, or stays away for 30 s. */
export async function awaitDatabase(
  connection: DatabaseConnection,
  { log, patienceMs = 30_000, signal }: GivenDatabaseOptions,
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let attempts = 0; ; attempts += 1) {
    signal?.throwIfAborted();
    // The last attempt is shortened to the remaining time.
    const left = end - Date.now();
    try {
      await ask(
        connection,
        attempts === 0 ? answerWithinMs : Math.max(Math.min(answerWithinMs, left), 100),
      );
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || isPoolerError(error) || left <= 0)
        throw new StartupError(explain(error, connection));
    }
    if (attempts === 0) {
      const { where } = describe(connection);
      const seconds = Math.round(patienceMs / 1000);
      log.warn(`the database ${where} does not answer yet: waiting for it, up to ${seconds} s`);
    }
    await pause(Math.min(retryDelayMs, Math.max(0, end - Date.now())));
  }
}

async function ask(connection: DatabaseConnection, timeoutMs: number): Promise<void> {
  const client = new DatabaseClient({
    ...connection,
    ...sessionTimeouts,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'wentwell start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireSession(client);
  } finally {
    // Does not wait for a server that does not respond to the close.
    void client.end().catch(() => undefined);
  }
}

/** A transaction pooler drops session state: locks would never end, and prepared statements would mix up. */
async function requireSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name like '%timeout'`,
  );
  const found = new Map(rows.map(({ name, setting }) => [name, Number(setting)]));
  const isKept = Object.entries(sessionTimeouts).every(([name, ms]) => found.get(name) === ms);
  if (!isKept) throw new SessionLost();
}

class SessionLost extends Error {
  override name = 'SessionLost';
}

/** PgBouncer rejects unknown parameters with the SQLSTATE of a failed connection. */
function isPoolerError(error: unknown): boolean {
  if (error instanceof SessionLost) return true;
  return error instanceof Error && error.message.startsWith('unsupported startup parameter');
}

/** The parts of an address that may be logged, without the password. */
function describe(connection: DatabaseConnection) {
  const { host, port, user, database } = new pg.Client(connection);
  return {
    where: `at ${connection.hosts?.place ?? `${host}:${port}`}`,
    user: user ?? '',
    database: database ?? '',
  };
}

function explain(error: unknown, connection: DatabaseConnection): string {
  const { where, user, database } = describe(connection);
  const message =
    error instanceof Error ? rootCause(error).message || String(error) : String(error);
  if (isPoolerError(error)) {
    return `a pooler such as PgBouncer answers for the database ${where}, and does not keep the settings of a session: let DATABASE_URL name PostgreSQL itself. Each node has a pool of its own, of DATABASE_POOL connections`;
  }
  if (isDatabaseAway(error)) {
    return `the database ${where} does not answer (${message}): start it, or correct DATABASE_URL`;
  }
  if (message.includes('client password must be a string')) {
    return `the database ${where} asks for the password of user "${user}": add it to DATABASE_URL`;
  }
  return (
    explainTls(error, message, where) ?? explainState(error, { message, where, user, database })
  );
}

function explainTls(error: unknown, message: string, where: string): string | null {
  const problem = certificateProblem(error);
  if (problem !== null) {
    return `the certificate of the database ${where} is not accepted: ${problem}. Name the file of its authority in DATABASE_CA, or correct DATABASE_URL`;
  }
  if (message === 'The server does not support SSL connections') {
    return `the database ${where} does not offer TLS: turn it on there, or say sslmode=disable in DATABASE_URL`;
  }
  if (/no encryption|SSL off/.test(message)) {
    return `the database ${where} wants TLS: say sslmode=verify-full in DATABASE_URL (${message})`;
  }
  return null;
}

function explainState(
  error: unknown,
  { message, where, user, database }: ReturnType<typeof describe> & { message: string },
): string {
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
