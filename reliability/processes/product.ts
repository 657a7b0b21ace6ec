// The product as real processes, for faults that no simulation has.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { EmbeddedConnection } from '../../server/src/platform/db/embedded-postgres.ts';
import { type ProductProcess, startProductProcess } from '../../server/test/product-process.ts';

const patience = 60_000;

/** Asks until it is so; throws when that takes too long. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end;) {
    if (await isSo()) return;
    await pause(50);
  }
  throw new Error(`it did not come to pass: ${what}`);
}

/** Resolves once the product is ready. It has sample people where the settings make a private start. */
export function startProduct(settings: Record<string, string>): Promise<ProductProcess> {
  const host = '127.0.0.1';
  return startProductProcess({
    host,
    env: (port) => ({
      PATH: process.env['PATH'],
      PUBLIC_URL: `http://${host}:${port}`,
      ...settings,
    }),
  });
}

/** A store as DATABASE_URL names it. */
export function addressOf({ host, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Kills the PostgreSQL of a data folder where it stands, if it runs. */
export async function killPostgres(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const [pid] = (await readFile(file, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
