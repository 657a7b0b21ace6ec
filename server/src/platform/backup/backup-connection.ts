// A connection for backup or restore: no statement timeout, detects a dead server and can be aborted.
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import type { DatabaseConnection } from '#server/platform/db/database';
import { DatabaseClient } from '#server/platform/db/database-hosts';

interface BackupConnectionOptions {
  name?: string;
  /** Closes the connection immediately, even during a query. */
  signal?: AbortSignal | undefined;
  /** Query timeout in ms, for connections with only short queries. */
  queryTimeoutMs?: number;
}

const connectTimeoutMs = 5000;
const endTimeoutMs = 5000;

export async function openBackupConnection(
  connection: DatabaseConnection,
  { name = 'wentwell backup', signal, queryTimeoutMs }: BackupConnectionOptions = {},
): Promise<pg.Client> {
  signal?.throwIfAborted();
  const client = new DatabaseClient({
    ...connection,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
  });
  // A lost connection already fails the running statement.
  client.on('error', () => undefined);
  signal?.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  await client.connect();
  return client;
}

/** Does not wait for a server that does not respond to the close. */
export async function closeBackupConnection(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, pause(endTimeoutMs, undefined, { ref: false })]);
}
