import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { StartupError } from '#server/platform/db/database-errors';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded-postgres';

// Databases are created and recovered, possibly on busy machines.
const timeoutMs = 60_000;
vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs });

const isRoot = process.getuid?.() === 0;
const log = pino({ level: 'silent' });
let made: string;
let folder: string;
let dataDir: string;
let running: EmbeddedPostgres[];
let applications: ChildProcess[];

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'ww-'));
  const first = await startEmbeddedPostgres({ dataDir: made, log });
  await first.stop();
});
afterAll(() => rm(made, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-'));
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  running = [];
  applications = [];
});

afterEach(async () => {
  for (const application of applications) application.kill('SIGKILL');
  for (const postgres of running) await postgres.stop();
  await stopLeftServer();
  await rm(folder, { recursive: true, force: true });
});

/** Stops a server left by a failed test's killed application. */
async function stopLeftServer(): Promise<void> {
  const isLeft = await postmasterPid().catch(() => undefined);
  if (isLeft === undefined) return;
  const left = await startEmbeddedPostgres({ dataDir, log });
  await left.stop();
}

async function start(dir = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: dir, log });
  running.push(postgres);
  return postgres;
}

/** An application in its own process, which can be killed. */
async function startApplication(): Promise<ChildProcess> {
  const script = `
    import { pino } from 'pino';
    import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
    await startEmbeddedPostgres({ dataDir: process.argv[1], log: pino({ level: 'silent' }) });
    process.stdout.write('ready');`;
  const application = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  applications.push(application);
  const said = text(application.stderr);
  const ended = once(application, 'exit').then(() => said);
  const answer = await Promise.race([once(application.stdout, 'data'), ended]);
  if (typeof answer === 'string') throw new Error(answer);
  return application;
}

async function kill(application: ChildProcess): Promise<void> {
  const gone = once(application, 'exit');
  application.kill('SIGKILL');
  await gone;
}

async function postmasterPid(dir = dataDir): Promise<number> {
  return Number.parseInt(await readFile(path.join(dir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

async function ask(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function keepRow({ connection }: EmbeddedPostgres, row: number): Promise<void> {
  await ask(connection, 'create table if not exists kept (row int)');
  await ask(connection, `insert into kept values (${row})`);
}

function keptRows({ connection }: EmbeddedPostgres): Promise<unknown[]> {
  return ask(connection, 'select row from kept order by row');
}

/** The data folder of a first start, created faster. */
async function haveData(): Promise<void> {
  // One external process: Node's copy takes a second of CPU.
  execFileSync('cp', ['-a', made, dataDir]);
  await chmod(dataDir, 0o755);
}

describe('starting', () => {
  test('a folder too deep for a socket puts the socket elsewhere', async () => {
    const deep = path.join(folder, 'a'.repeat(120), 'data');
    const { connection, stop } = await start(deep);
    expect(connection.host.length).toBeLessThan(80);
    expect(await ask(connection, 'select 1')).toEqual([1]);
    await stop();
    await expect(stat(connection.host)).rejects.toThrow('ENOENT');
  });

  test('an abandoned first start is removed', async () => {
    await mkdir(path.join(dataDir, 'postgres.init-99999999/base'), { recursive: true });
    await start();
    await expect(stat(path.join(dataDir, 'postgres.init-99999999'))).rejects.toThrow('ENOENT');
  });

  test('a foreign folder at the data’s place is left alone', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres/thesis.txt'), 'irreplaceable');
    await expect(start()).rejects.toThrow(/is not a database of ours: move it away/);
    expect(await readFile(path.join(dataDir, 'postgres/thesis.txt'), 'utf8')).toBe('irreplaceable');
  });
});

describe('starting on an existing folder', () => {
  beforeEach(haveData);

  test('a second start finds the first one’s data', async () => {
    const first = await start();
    await keepRow(first, 1);
    await first.stop();
    expect(await keptRows(await start())).toEqual([1]);
  });
});

/** One server for all read-only tests. */
describe('a running server', () => {
  let usedDir: string;
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    usedDir = await mkdtemp(path.join(tmpdir(), 'ww-'));
    execFileSync('cp', ['-a', `${made}/.`, usedDir]);
    await chmod(usedDir, 0o755);
    server = await startEmbeddedPostgres({ dataDir: usedDir, log });
  });
  afterAll(async () => {
    await server.stop();
    await rm(usedDir, { recursive: true });
  });

  test('commits are durable, and no network port is open', async () => {
    const { connection } = server;
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await ask(connection, `show ${setting}`)).toEqual(['on']);
    }
    expect(await ask(connection, 'show listen_addresses')).toEqual(['']);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
  });

  test.runIf(process.platform === 'linux')('Ctrl+C in our terminal does not reach it', async () => {
    const pid = await postmasterPid(usedDir);
    const session = execFileSync('ps', ['-o', 'sid=', '-p', String(pid)], { encoding: 'utf8' });
    expect(Number(session)).toBe(pid);
  });

  test('a second start is refused, and the first works on', async () => {
    const refusal = startEmbeddedPostgres({ dataDir: usedDir, log });
    await expect(refusal).rejects.toThrow(StartupError);
    await expect(refusal).rejects.toThrow(
      `another Wentwell is using ${usedDir}, pid ${process.pid}:`,
    );
    expect(await ask(server.connection, 'select 1')).toEqual([1]);
  });

  test.runIf(isRoot)('server and folder belong to an unprivileged account', async () => {
    const { uid } = await stat(path.join(usedDir, 'postgres'));
    expect(uid).not.toBe(0);
    expect((await stat(`/proc/${await postmasterPid(usedDir)}`)).uid).toBe(uid);
  });
});

describe('one application at a time', () => {
  beforeEach(haveData);

  test('of two simultaneous first starts, one is refused', async () => {
    await rm(dataDir, { recursive: true });
    const both = await Promise.allSettled([start(), startApplication()]);
    const refused = both.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain('another Wentwell is using');
  });
});

describe('after a crash', () => {
  beforeEach(haveData);

  test('the server of a killed application is adopted', async () => {
    const application = await startApplication();
    const before = await postmasterPid();
    await kill(application);
    const next = await start();
    expect(await postmasterPid()).toBe(before);
    expect(await ask(next.connection, 'select 1')).toEqual([1]);
    await next.stop();
    await expect(postmasterPid()).rejects.toThrow('ENOENT');
  });

  test('application and server killed: every acknowledged commit survives', async () => {
    const first = await start();
    await first.stop();
    const application = await startApplication();
    const client = new pg.Client(first.connection);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table kept (row int)');
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await client.query('insert into kept values ($1)', [acknowledged]);
        acknowledged += 1;
      }
    })();
    await vi.waitUntil(() => acknowledged >= 50, timeoutMs);
    const pid = await postmasterPid();
    await kill(application);
    process.kill(pid, 'SIGKILL');
    await expect(writing).rejects.toThrow();
    const rows = await keptRows(await start());
    // The transaction in flight may have committed, too.
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
    expect(rows).toEqual(rows.map((_, row) => row));
  });

  test('a server that dies is restarted at the same place', async () => {
    const postgres = await start();
    await keepRow(postgres, 1);
    const info = vi.spyOn(log, 'info');
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitUntil(() => info.mock.calls.length > 0, timeoutMs);
    expect(await keptRows(postgres)).toEqual([1]);
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('another Wentwell');
  });

  test.each([
    ['nobody', 99_999_999],
    ['a stranger', process.pid],
  ])('a lock whose process id now belongs to %s is stale', async (_, pid) => {
    const first = await start();
    await keepRow(first, 1);
    const lockFile = path.join(dataDir, 'postgres/postmaster.pid');
    const lock = (await readFile(lockFile, 'utf8')).replace(/^\d+/, String(pid));
    await first.stop();
    await writeFile(lockFile, lock);
    await writeFile(path.join(first.connection.host, '.s.PGSQL.5432.lock'), lock);
    expect(await keptRows(await start())).toEqual([1]);
  });

  test('a copy of a folder in use does not adopt the original’s server', async () => {
    const original = await start();
    await keepRow(original, 1);
    await ask(original.connection, 'checkpoint');
    const copy = path.join(folder, 'copy');
    execFileSync('cp', ['-a', dataDir, copy]);
    const copied = await start(copy);
    await keepRow(copied, 2);
    expect(await keptRows(original)).toEqual([1]);
    expect(await keptRows(copied)).toEqual([1, 2]);
  });
});

describe.runIf(isRoot)('as root', () => {
  beforeEach(haveData);

  test('a data folder below a closed one works', async () => {
    await rm(dataDir, { recursive: true });
    await chmod(folder, 0o700);
    const first = await start();
    await keepRow(first, 1);
    await first.stop();
    expect(await keptRows(await start())).toEqual([1]);
  });

  test('a folder restored by root is given to the service account', async () => {
    const first = await start();
    await keepRow(first, 1);
    await first.stop();
    execFileSync('chown', ['-R', '0:0', dataDir]);
    expect(await keptRows(await start())).toEqual([1]);
  });

  test('a log opened by root’s command stays the service account’s', async () => {
    const { uid } = await stat(path.join(dataDir, 'postgres'));
    await rm(path.join(dataDir, 'postgres.log'), { force: true });
    await start();
    expect((await stat(path.join(dataDir, 'postgres.log'))).uid).toBe(uid);
  });
});
