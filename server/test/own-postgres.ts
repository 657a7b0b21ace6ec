// A PostgreSQL for products that run as processes.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';

import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded-postgres';

export interface OwnPostgres extends AsyncDisposable {
  /** For DATABASE_URL. */
  url: string;
  /** SIGKILL; it restarts itself. */
  kill(): Promise<void>;
}

/** DATABASE_URL of an embedded PostgreSQL. */
export function addressOf({ host: folder, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
}

/** Kills the PostgreSQL of a data folder. */
export async function killPostgres(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const [pid] = (await readFile(file, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Starts one with an empty database, which is removed at its end. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-postgres-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  started.defer(() => postgres.stop());
  const running = started.move();
  return {
    url: addressOf(postgres.connection),
    kill: () => killPostgres(folder),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
