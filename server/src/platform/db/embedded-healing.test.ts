// Faults that an embedded database survives, and unusable folders, reported in one sentence.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { StartupError } from './database-errors.ts';
import { type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const timeoutMs = 60_000;
vi.setConfig({ testTimeout: 2 * timeoutMs, hookTimeout: timeoutMs });

const log = pino({ level: 'silent' });
let made: string;
let folder: string;
let dataDir: string;
let opened: { postgres: EmbeddedPostgres; db: Database }[];

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'ww-'));
  await (await startEmbeddedPostgres({ dataDir: made, log })).stop();
});
afterAll(() => rm(made, { recursive: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-'));
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  opened = [];
});
afterEach(async () => {
  for (const { postgres, db } of opened) {
    await db.close();
    await postgres.stop();
  }
  spawnSync('umount', [dataDir]);
  await rm(folder, { recursive: true, force: true });
});

/** Opens the data folder with a table for writes. */
async function open() {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const db = openDatabase(postgres.connection, { log });
  opened.push({ postgres, db });
  await db.execute(sql`create table if not exists kept (row int, filler text)`);
  return { postgres, db };
}

async function openCopy() {
  // One external process: Node's copy takes a second of CPU.
  execFileSync('cp', ['-a', made, dataDir]);
  await chmod(dataDir, 0o755);
  return open();
}

const lockFile = () => path.join(dataDir, 'postgres/postmaster.pid');

/** Kills the server if it runs. */
async function killServer(): Promise<void> {
  const lock = await readFile(lockFile(), 'utf8').catch(() => '');
  if (lock !== '') spawnSync('kill', ['-KILL', lock.split('\n')[0] ?? '']);
}

/** The message of an error in a line of the log. */
function messageIn(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return '';
  return String(fields.err);
}

/** Writes until accepted. Returns the row's number. */
async function keep(db: Database, row: number): Promise<void> {
  await vi.waitFor(() => db.execute(sql`insert into kept values (${row})`), {
    timeout: timeoutMs,
    interval: 100,
  });
}

async function keptRows(db: Database): Promise<unknown[]> {
  return (await db.execute(sql`select distinct row from kept order by row`)).rows.map(
    ({ row }) => row,
  );
}

/** A small file system, if this process may mount one. */
function mountSmallDisk(size: string, ...options: string[]): boolean {
  const all = [`size=${size}`, ...options].join(',');
  return spawnSync('mount', ['-t', 'tmpfs', '-o', all, 'tmpfs', dataDir]).status === 0;
}

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('which', ['mount']).status === 0;

describe('heals itself', () => {
  test('after repeated kills of the server, without losing data', async () => {
    const { db } = await openCopy();
    const info = vi.spyOn(log, 'info');
    for (const row of [1, 2, 3, 4]) {
      await keep(db, row);
      await killServer();
      await vi.waitUntil(() => info.mock.calls.length === row, timeoutMs);
    }
    await keep(db, 5);
    expect(await keptRows(db)).toEqual([1, 2, 3, 4, 5]);
  });

  test('after a server was told to stop when idle', async () => {
    const { db } = await openCopy();
    const info = vi.spyOn(log, 'info');
    await keep(db, 1);
    const lock = await readFile(lockFile(), 'utf8');
    spawnSync('kill', ['-TERM', lock.split('\n')[0] ?? '']);
    await vi.waitUntil(() => info.mock.calls.length === 1, timeoutMs);
    await Promise.all(Array.from({ length: 10 }, (_, row) => keep(db, row + 2)));
    expect(await keptRows(db)).toHaveLength(11);
  });

  test('after a data folder was missing for a while', async () => {
    const { postgres, db } = await openCopy();
    await keep(db, 1);
    const error = vi.spyOn(log, 'error');
    await killServer();
    await rename(path.join(dataDir, 'postgres'), path.join(dataDir, 'away'));
    await vi.waitUntil(() => error.mock.calls.length >= 2, timeoutMs);
    expect(await postgres.problem()).toBe('database away');
    await rename(path.join(dataDir, 'away'), path.join(dataDir, 'postgres'));
    await keep(db, 2);
    expect(await keptRows(db)).toEqual([1, 2]);
    // The server responds slightly before its starter notices.
    await expect.poll(() => postgres.problem()).toBeNull();
  });

  test('and stops immediately while it cannot start', async () => {
    const { postgres } = await openCopy();
    const error = vi.spyOn(log, 'error');
    await killServer();
    await rename(path.join(dataDir, 'postgres'), path.join(dataDir, 'away'));
    await vi.waitUntil(() => error.mock.calls.length >= 2, timeoutMs);
    await postgres.stop();
  });

  test.each(['', 'garbage\n'])('a lock file that holds %j', async (text) => {
    const { postgres, db } = await openCopy();
    await keep(db, 1);
    await postgres.stop();
    await writeFile(lockFile(), text);
    expect(await keptRows((await open()).db)).toEqual([1]);
  });

  test.runIf(process.platform === 'linux')(
    'a damaged lock file of a living server stays, and that server is named',
    async () => {
      const { db } = await openCopy();
      await keep(db, 1);
      const lock = await readFile(lockFile(), 'utf8');
      await writeFile(lockFile(), 'garbage');
      const refusal = startEmbeddedPostgres({ dataDir, log, timeoutMs: 1000 });
      await expect(refusal).rejects.toThrow(/postmaster.pid is damaged; a process \(pid \d+\)/);
      expect(await readFile(lockFile(), 'utf8')).toBe('garbage');
      await writeFile(lockFile(), lock);
      expect(await keptRows(db)).toEqual([1]);
    },
  );
});

describe.runIf(canMount)('a full disk', () => {
  test('recovers once there is room, without losing acknowledged data', async () => {
    await mkdir(dataDir);
    mountSmallDisk('140m');
    execFileSync('cp', ['-a', `${made}/.`, dataDir]);
    const { postgres, db } = await open();
    const told: string[] = [];
    vi.spyOn(log, 'error').mockImplementation(
      (fields: unknown) => void told.push(messageIn(fields)),
    );
    const ballast = path.join(dataDir, 'ballast');
    const fill = () =>
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k', 'oflag=append', 'conv=notrunc']);
    fill();
    expect(await postgres.problem()).toBe('disk full');
    let acknowledged = 0;
    await expect(async () => {
      for (;;) {
        await db.execute(
          sql`insert into kept select ${acknowledged + 1}, string_agg(gen_random_uuid()::text, '') from generate_series(1, 20000)`,
        );
        acknowledged += 1;
      }
    }).rejects.toThrow();
    // A dying server frees partial writes, and may start once more.
    await vi.waitFor(
      async () => {
        await killServer();
        fill();
        expect(told.join()).toContain('the disk is full');
      },
      { timeout: timeoutMs, interval: 1000 },
    );
    await rm(ballast);
    await keep(db, 999_999);
    const rows = await keptRows(db);
    expect(rows).toEqual([
      ...Array.from({ length: rows.length - 1 }, (_, row) => row + 1),
      999_999,
    ]);
    expect(rows.length).toBeGreaterThan(acknowledged);
    // The server responds slightly before its starter notices.
    await expect.poll(() => postgres.problem()).toBeNull();
  });

  test('is named if a first start fails on it', async () => {
    await mkdir(dataDir);
    mountSmallDisk('8m');
    await expect(open()).rejects.toThrow(/the disk is full: make room on it$/);
  });
});

describe('an unusable data folder is reported in one sentence', () => {
  async function refusal(): Promise<StartupError> {
    const start = startEmbeddedPostgres({ dataDir, log, timeoutMs: 1000 });
    const error: unknown = await start.catch((failure: unknown) => failure);
    if (!(error instanceof StartupError)) throw error;
    expect(error.message.split('\n')).toHaveLength(1);
    return error;
  }

  test('a file', async () => {
    await writeFile(dataDir, 'a letter');
    expect((await refusal()).message).toContain(
      `${dataDir} cannot be used: a file is in its place`,
    );
  });

  test('a folder below a file', async () => {
    await writeFile(dataDir, 'a letter');
    dataDir = path.join(dataDir, 'below');
    expect((await refusal()).message).toContain('a file is in its place');
    dataDir = path.dirname(dataDir);
  });

  test.runIf(canMount)('a read-only one', async () => {
    await mkdir(dataDir);
    mountSmallDisk('8m', 'ro');
    expect((await refusal()).message).toContain('its file system is read-only');
  });

  test('another PostgreSQL’s folder', async () => {
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, 'PG_VERSION'), '17\n');
    expect((await refusal()).message).toContain('is the folder of another PostgreSQL');
  });

  test('foreign content, which is left unchanged', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    const file = path.join(dataDir, 'postgres/PG_VERSION');
    await writeFile(file, 'my notes');
    expect((await refusal()).message).toContain('is not a database of ours: move it away');
    expect(await readFile(file, 'utf8')).toBe('my notes');
  });

  test('a folder whose server refuses us is named with its process, which lives on', async () => {
    const { db } = await openCopy();
    const access = path.join(dataDir, 'postgres/pg_hba.conf');
    const before = await readFile(access, 'utf8');
    await writeFile(access, 'local all all reject\n');
    await db.execute(sql`select pg_reload_conf()`);
    const pid = Number.parseInt(await readFile(lockFile(), 'utf8'), 10);
    expect((await refusal()).message).toContain(
      `one runs there already (pid ${pid}) and refuses us`,
    );
    await writeFile(access, before);
    execFileSync('kill', ['-HUP', String(pid)]);
    await keep(db, 1);
  });
});
