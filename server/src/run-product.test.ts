// A process stopped before it is ready exits with 0 and leaves no PostgreSQL. One with unreadable output continues.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { onTestFinished, beforeEach, describe, expect, it, vi } from 'vitest';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection } from '#server/platform/db/database';
import { writeBackupHeader } from '#test/backup-file';
import { bareEnvironment } from '#test/bare-environment';
import { freePort } from '#test/free-port';
import { createTestDatabase, runSql } from '#test/postgres';
import { makeFolder } from '#test/temporary-folder';

vi.setConfig({ testTimeout: 120_000 });

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const soon = { timeout: 60_000, interval: 10 };

let folder = '';
beforeEach(async () => {
  folder = await makeFolder(onTestFinished);
});

interface Run {
  child: ChildProcess;
  output: () => string;
}

function start(
  env: Record<string, string> = {},
  nodeArguments: string[] = [],
  standardOutput: 'pipe' | number = 'pipe',
): Run {
  const child = spawn(process.execPath, [...nodeArguments, entry], {
    env: { ...bareEnvironment, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', standardOutput, 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return { child, output: () => output };
}

/** Resolves once it has exited by itself. */
async function endOf({ child, output }: Run): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  const { exitCode, signalCode } = child;
  expect({ exitCode, signalCode }, output()).toEqual({ exitCode: 0, signalCode: null });
}

function givenDatabase(connection: DatabaseConnection): Record<string, string> {
  const { host = '', port = 5432, user = '', database: name = '' } = connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  return {
    DATABASE_URL: connection.connectionString ?? `postgres:///${name}?${query.toString()}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'retro@example.com',
  };
}

async function filesIn(place: string): Promise<string[]> {
  return readdir(path.join(folder, place)).catch(() => []);
}

/** Sends the signal while the process loads its code. */
function signalWhileLoading(signal: NodeJS.Signals): string[] {
  const script = `import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (/\\/run-product-[^/]*$/.test(url)) process.kill(process.pid, '${signal}');
        return next(url, context);
      },
    });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}

describe('a process that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s while it is loaded ends before anything is started',
    async (signal) => {
      await endOf(start({}, signalWhileLoading(signal)));
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('while its database is created has started none', async () => {
    const run = start();
    await expect.poll(() => filesIn('.'), soon).toContainEqual(expect.stringContaining('.init-'));
    run.child.kill('SIGTERM');
    await endOf(run);
    expect(await filesIn('postgres')).not.toContain('postmaster.pid');
    // A new cluster is complete, or gone.
    expect(await filesIn('.')).not.toContainEqual(expect.stringContaining('.init-'));
  });

  it('while its database starts leaves none running', async () => {
    const run = start();
    await expect.poll(() => filesIn('postgres'), soon).toContain('postmaster.pid');
    run.child.kill('SIGINT');
    await endOf(run);
    expect(run.output()).not.toContain('Wentwell is ready');
    expect(await filesIn('postgres')).not.toContain('postmaster.pid');
  });

  it('while its database is migrated leaves none running', async () => {
    const run = start();
    await expect.poll(run.output, soon).toContain('migrating the database');
    run.child.kill('SIGTERM');
    await endOf(run);
    expect(run.output()).not.toContain('Wentwell is ready');
    expect(await filesIn('postgres')).not.toContain('postmaster.pid');
  });

  it('while another node migrates does not wait', async () => {
    await using database = await createTestDatabase();
    const { connection } = database;
    await runSql(connection, 'drop schema drizzle cascade');
    const other = new pg.Client(connection);
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    const run = start(givenDatabase(connection));
    const waiting = async () => {
      const { rows } = await other.query(
        `select from pg_locks join pg_database d on d.oid = database
          where locktype = 'advisory' and not granted and datname = current_database()`,
      );
      return rows.length;
    };
    await expect.poll(waiting, soon).toBe(1);
    run.child.kill('SIGTERM');
    await endOf(run);
    await other.end();
  });
});

it('reports an unusable BACKUP_DIR at the start, which continues', async () => {
  await using database = await createTestDatabase();
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const run = start({ ...givenDatabase(database.connection), BACKUP_DIR: file });
  await expect.poll(run.output, soon).toContain('Wentwell is ready');
  expect(run.output()).toContain('backups cannot be made in BACKUP_DIR: it is not a folder');
  run.child.kill('SIGTERM');
  await endOf(run);
});

it('reports a start on an empty database beside a backup with accounts', async () => {
  await using database = await createTestDatabase();
  const backups = await mkdtemp(path.join(folder, 'lost-'));
  const file = path.join(backups, 'wentwell-2026-01-01T00-00-00-000Z.backup');
  await writeBackupHeader(file, { madeAt: new Date('2026-01-01'), accounts: 7 });
  const run = start({ ...givenDatabase(database.connection), BACKUP_DIR: backups });
  await expect.poll(run.output, soon).toContain('Wentwell is ready');
  expect(run.output()).toContain(`npm run restore -- ${file}`);
  run.child.kill('SIGTERM');
  await endOf(run);
});

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://retro.example.com',
  TRUST_PROXY: 'none',
};

/** Sends requests so often that log lines are written continuously. */
async function expectAtWork(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, soon).toBe(true);
  for (let request = 0; request < 50; request += 1) {
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/users/me`)).status).toBe(401);
  }
}

describe.each([
  ['for people', {}],
  ['in production', production],
])('a process with an unreadable output, %s,', (_kind, kind) => {
  it.runIf(existsSync('/dev/full'))('works on a full disk, and stops in order', async () => {
    await using database = await createTestDatabase();
    const full = await open('/dev/full', 'w');
    const port = await freePort();
    const env = { ...givenDatabase(database.connection), ...kind, PORT: String(port) };
    const run = start(env, [], full.fd);
    await expectAtWork(port);
    run.child.kill('SIGTERM');
    await endOf(run);
    await full.close();
  });

  it('works after the reader has gone, and stops cleanly', async () => {
    await using database = await createTestDatabase();
    const port = await freePort();
    const run = start({ ...givenDatabase(database.connection), ...kind, PORT: String(port) });
    run.child.stdout?.destroy();
    await expectAtWork(port);
    run.child.kill('SIGTERM');
    await endOf(run);
  });
});
