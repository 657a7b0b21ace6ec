// A real Redis: an own server on a free port, or REDIS_URL's.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Redis } from 'ioredis';
import { vi } from 'vitest';

import { freePort } from './free-port.ts';

export interface TestRedis extends AsyncDisposable {
  url: string;
  /** Sends a command to the server on its own connection. */
  command(name: string, ...args: string[]): Promise<unknown>;
  /** SIGKILL. Only for an own server: see `canRunRedis`. */
  kill(): Promise<void>;
  /** Restarts on the same port without data. */
  restart(): Promise<void>;
}

const program = 'redis-server';
const given = process.env['REDIS_URL'];

/** Whether tests can start their own server here. */
export const canRunRedis = spawnSync(program, ['--version']).status === 0;
/** Whether any Redis is available. */
export const hasRedis = canRunRedis || given !== undefined;

if (!hasRedis) {
  process.stderr.write(
    '\n!!! There is no redis-server and no REDIS_URL: tests of several nodes are SKIPPED.\n\n',
  );
}

async function answers(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  await redis.ping();
  redis.disconnect();
}

async function command(url: string, name: string, args: string[]): Promise<unknown> {
  const redis = new Redis(url);
  try {
    return await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
}

function run(port: number, without: readonly string[]): ChildProcess {
  const flags = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const missing = without.flatMap((name) => ['--rename-command', name, '']);
  const args = ['--port', String(port), ...flags, ...missing];
  return spawn(program, args, { stdio: 'ignore', cwd: tmpdir() });
}

/**
 * Starts a server without persistence, or borrows REDIS_URL's. `without` disables commands, as in older versions. `await
 * using` ends a started server.
 */
export async function startTestRedis(without: readonly string[] = []): Promise<TestRedis> {
  if (!canRunRedis) return borrowRedis();
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = run(port, without);
  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }
  await answers(url);
  return {
    url,
    command: (name, ...args) => command(url, name, args),
    kill,
    async restart() {
      await kill();
      server = run(port, without);
      await answers(url);
    },
    [Symbol.asyncDispose]: kill,
  };
}

export interface TestSentinel extends AsyncDisposable {
  /** With its port, for a `redis+sentinel:` address. */
  host: string;
}

/** Starts a Sentinel that watches a master port as `retros`; resolves once it knows one replica. */
export async function startSentinel(masterPort: string): Promise<TestSentinel> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-sentinel-'));
  const file = path.join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    `sentinel monitor retros 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds retros 500',
    'sentinel failover-timeout retros 2000',
  ];
  await writeFile(file, lines.join('\n'));
  const server = spawn(program, [file, '--sentinel'], { stdio: 'ignore', cwd: folder });
  const url = `redis://127.0.0.1:${port}`;
  await answers(url);
  await vi.waitUntil(
    async () =>
      String(await command(url, 'sentinel', ['replicas', 'retros'])).includes(
        'master-link-status,ok',
      ),
    { timeout: 30_000, interval: 50 },
  );
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database of the given server that parallel test files do not share. */
async function borrowRedis(): Promise<TestRedis> {
  const url = new URL(given ?? '');
  url.pathname = `/${process.env['VITEST_POOL_ID'] ?? 1}`;
  const refuse = (): Promise<void> => Promise.reject(new Error('this Redis is borrowed'));
  await command(url.href, 'flushdb', []);
  return {
    url: url.href,
    command: (name, ...args) => command(url.href, name, args),
    kill: refuse,
    restart: refuse,
    async [Symbol.asyncDispose]() {
      await command(url.href, 'flushdb', []);
    },
  };
}
