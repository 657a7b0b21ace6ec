// A connection for a backup or restore: no time limit, but it notices a vanished server and can be aborted.
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import type { DatabaseConnection } from '#server/platform/db/database';
import { DatabaseClient } from '#server/platform/db/database-hosts';

interface BackupConnectionOptions {
  name?: string;
  /** Cuts the connection, whatever is being waited for. */
  signal?: AbortSignal | undefined;
  /** For connections on which nothing takes long, in ms. */
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
  // A lost connection fails the statement under way.
  client.on('error', () => undefined);
  signal?.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  await client.connect();
  return client;
}

/** A server that does not answer the end of the connection is not waited for. */
export async function closeBackupConnection(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, pause(endTimeoutMs, undefined, { ref: false })]);
}
