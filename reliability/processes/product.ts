// The product as real processes, for faults that no simulation has: started, killed without a word, started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { EmbeddedConnection } from '../../server/src/platform/db/embedded-postgres.ts';
import { freePort } from '../../server/test/free-port.ts';

const entry = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const patience = 60_000;

export interface Product {
  url: string;
  port: number;
  /** SIGKILL, and nothing else. */
  kill(): Promise<void>;
  /** On the same port and the same data. Resolves when it is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Asks until it is so; throws when that takes too long. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end;) {
    if (await isSo()) return;
    await pause(50);
  }
  throw new Error(`it did not come to pass: ${what}`);
}

/** Resolves once the product is ready. It has sample people where the settings make a private start. */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';

  async function start(): Promise<void> {
    const running = spawn(process.execPath, ['--disable-proto=delete', entry], {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        PUBLIC_URL: url,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = running;
    for (const stream of [running.stdout, running.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-10_000);
      });
    }
    await until('the product is ready', async () => {
      if (running.exitCode !== null) throw new Error(`the product ended:\n${output}`);
      const ready = await fetch(`${url}/health/ready`).catch(() => null);
      return ready?.ok === true;
    });
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  await start();
  return { url, port, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
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
