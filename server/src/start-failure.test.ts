// Failing starts: one sentence and exit code 1, or only JSON in production.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import type { DatabaseConnection } from '#server/platform/db/database';
import { programName } from '#server/platform/program-version';
import { bareEnvironment } from '#test/bare-environment';
import { createTestDatabase, runSql } from '#test/postgres';
import { makeFolder } from '#test/temporary-folder';

vi.setConfig({ testTimeout: 60_000 });

const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const others = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'retro@example.com' };

const folder = await makeFolder();

function urlOf(connection: DatabaseConnection, user = connection.user ?? ''): string {
  if (connection.connectionString !== undefined) {
    return Object.assign(new URL(connection.connectionString), { username: user }).href;
  }
  const { host = '', port = 5432, database = '' } = connection;
  const query = new URLSearchParams({ host, port: String(port), user });
  return `postgres:///${database}?${query.toString()}`;
}

interface Run {
  child: ChildProcess;
  output: { out: string; err: string };
  ended: Promise<number>;
}

function start(env: Record<string, string>, shell: string[] = []): Run {
  const [program, ...args] = [...shell, process.execPath, entry];
  const child = spawn(program, args, {
    env: { ...bareEnvironment, PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  return { child, output, ended: once(child, 'close').then(([code]) => Number(code)) };
}

async function failureOf(env: Record<string, string>, shell: string[] = []): Promise<string> {
  const { output, ended } = start(env, shell);
  expect(await ended).toBe(1);
  // A sentence, no stack.
  expect(output.err.trim().split('\n')).toHaveLength(1);
  expect(output.err).not.toContain('hunter2');
  return output.err.trim();
}

describe('a failed start says in one sentence', () => {
  it('that DATA_DIR is not a folder', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const [itself, below] = await Promise.all([
      failureOf({ DATA_DIR: file }),
      failureOf({ DATA_DIR: path.join(file, 'below') }),
    ]);
    expect(itself).toBe(
      `Wentwell cannot start: DATA_DIR ${file} cannot be used: a file is in its place. Choose another, or set DATABASE_URL`,
    );
    expect(below).toContain('below cannot be used: a file is in its place');
  });

  it.runIf(process.platform === 'linux')(
    'that DATA_DIR is where no folder can be made',
    async () => {
      expect(await failureOf({ DATA_DIR: '/proc/wentwell/data' })).toContain(
        'cannot be used: there is no such folder',
      );
    },
  );

  it.runIf(process.platform === 'linux')('that it may open too few files', async () => {
    const few = ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh'];
    expect(await failureOf({ DATA_DIR: path.join(folder, 'few') }, few)).toContain(
      'it may open too few files: raise the limit (ulimit -n, LimitNOFILE) to 1024 or more',
    );
  });

  it('that HOST is no address of this machine', async () => {
    await using database = await createTestDatabase();
    const env = { ...others, DATABASE_URL: urlOf(database.connection) };
    const [name, address] = await Promise.all([
      failureOf({ ...env, HOST: 'no-such-host.invalid' }),
      failureOf({ ...env, HOST: '203.0.113.1' }),
    ]);
    expect(name).toContain('HOST no-such-host.invalid is not an address of this machine');
    expect(address).toContain('HOST 203.0.113.1 is not an address of this machine');
  });

  it('that the port is taken', async () => {
    await using database = await createTestDatabase();
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const taken = squatter.address();
    const PORT = typeof taken === 'object' && taken ? String(taken.port) : '';
    const env = { ...others, DATABASE_URL: urlOf(database.connection), PORT };
    expect(await failureOf(env)).toContain(`the port is taken. Stop what uses port ${PORT}`);
    squatter.close();
  });

  it('that there is no such database', async () => {
    const DATABASE_URL = await (async () => {
      await using database = await createTestDatabase();
      return urlOf(database.connection);
    })();
    expect(await failureOf({ ...others, DATABASE_URL })).toMatch(
      /^Wentwell cannot start: there is no database "\w+" at .*: create it, or correct DATABASE_URL$/,
    );
  });

  it('that the database is read-only', async () => {
    await using database = await createTestDatabase();
    const { connection } = database;
    await runSql(
      connection,
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    expect(await failureOf({ ...others, DATABASE_URL: urlOf(connection) })).toMatch(
      /^Wentwell cannot start: the database is read-only \(.+\): make it writable, or name the one that is in DATABASE_URL\.$/,
    );
  });

  it('that its user may not create tables', async () => {
    await using database = await createTestDatabase();
    const { connection } = database;
    const role = `reader_${Date.now()}`;
    await runSql(connection, 'drop schema drizzle cascade');
    await runSql(connection, `create role ${role} login`);
    try {
      expect(await failureOf({ ...others, DATABASE_URL: urlOf(connection, role) })).toMatch(
        /^Wentwell cannot start: the user of DATABASE_URL may not create tables \(permission denied.*\)\. Grant it CREATE/,
      );
    } finally {
      await runSql(connection, `drop role ${role}`);
    }
  });
});

it('settings with a stray percent sign are refused by name, without secrets', async () => {
  const { output, ended } = start({
    ...others,
    DATABASE_URL: 'postgres://ada:hunter2%ZZ@127.0.0.1:1/retros',
    REDIS_URL: 'redis://:hunter2%ZZ@127.0.0.1:1',
    SMTP_URL: 'smtp://ada:hunter2%ff@127.0.0.1:1',
  });
  expect(await ended).toBe(1);
  const problem = 'has a % that begins no character: write %25 for a percent sign';
  expect(output.err.trim().split('\n')).toEqual([
    'Wentwell cannot start with these settings:',
    ...['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'].map((name) => `${name} ${problem}`),
  ]);
});

it('closing the terminal stops the server like Ctrl+C', async () => {
  await using database = await createTestDatabase();
  const { child, output, ended } = start({ ...others, DATABASE_URL: urlOf(database.connection) });
  await expect.poll(() => output.out).toContain('Wentwell is ready');
  child.kill('SIGHUP');
  await ended;
  expect(child).toMatchObject({ exitCode: 0, signalCode: null });
});

it('in production standard output is JSON on every line', async () => {
  await using database = await createTestDatabase();
  const { child, output, ended } = start({
    ...others,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://retro.example.com',
    TRUST_PROXY: 'none',
    DATABASE_URL: urlOf(database.connection),
  });
  await expect.poll(() => output.out).toContain('Wentwell is ready');
  child.kill('SIGTERM');
  expect([await ended, output.err]).toEqual([0, '']);
  const Line = z.looseObject({ level: z.number(), msg: z.string(), node: z.string() });
  const lines = output.out
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      `Wentwell is ready: https://retro.example.com (version ${programName})`,
      'BACKUP_DIR is not set: there are no scheduled backups',
      'Wentwell is stopping …',
    ]),
  );
  expect(new Set(lines.map(({ node }) => node)).size).toBe(1);
});
