// Damaged backups: refused with a message before any change, or halfway.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { BackupError } from '#server/platform/backup/backup-format';
import { checkRestorable } from '#server/platform/backup/restore-backup';
import { packBackup, rewriteBackup, type TableOfBackup } from '#test/backup-file';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';
import { makeFolder } from '#test/temporary-folder';

import { onDatabase } from './command-scene.suite.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = await makeFolder();
const good = path.join(folder, 'good.backup');
let source: TestDatabase;
/** Empty, and it stays so. */
let empty: TestDatabase;
beforeAll(async () => {
  source = await createTestDatabase();
  empty = await createTestDatabase();
  await addAccount(source, 'robin');
  expect(await onDatabase(source)('backup', good)).toMatchObject({ code: 0 });
});
afterEach(async () => {
  expect(await accounts(empty)).toEqual([]);
});
afterAll(async () => {
  await source.drop();
  await empty.drop();
});

async function addAccount({ connection }: TestDatabase, name: string): Promise<void> {
  await runSql(
    connection,
    `insert into users (id, email, password_hash)
      select gen_random_uuid(), '${name}' || n || '@example.com', 'none' from generate_series(1, 9) n`,
  );
}

const accounts = ({ connection }: TestDatabase) =>
  runSql(connection, 'select email from users order by 1');

/** Resolves with the refusal's message or the file's checksum. Rejects on unexpected errors. */
async function answerTo(bytes: Buffer): Promise<string> {
  const file = path.join(folder, 'variant.backup');
  await writeFile(file, bytes);
  try {
    return (await checkRestorable(file)).trailer.sha256;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    throw error;
  }
}

it('refuses a file cut or continued anywhere, or with any significant bit flipped', async () => {
  const bytes = await readFile(good);
  const isRefused = /is damaged|is no backup/;
  // Tests every byte near the ends, and every seventh between.
  for (let at = 0; at < bytes.length; at += at < 40 || at > bytes.length - 60 ? 1 : 7) {
    expect(await answerTo(bytes.subarray(0, at)), `cut at ${at}`).toMatch(isRefused);
  }
  const skippable = Buffer.from('502a4d1800000000', 'hex');
  const others = [bytes, zstdCompressSync(''), skippable, skippable.subarray(0, 4)];
  const single = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte));
  for (const more of [...single, ...others]) {
    const answer = await answerTo(Buffer.concat([bytes, more]));
    expect(answer, `with ${more.toString('hex')}`).toMatch(isRefused);
  }
  // The compression format has unused bits and its own checksum.
  const isRefusedOrWhole = new RegExp(`${isRefused.source}|${await answerTo(bytes)}`);
  for (let at = 0; at < bytes.length; at += 30) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << ((at / 30) % 8));
    expect(await answerTo(flipped), `a bit of ${at}`).toMatch(isRefusedOrWhole);
  }
});

it('refuses a zip bomb with no more memory than one line needs', async () => {
  const head =
    '{"wentwell_backup":1,"program":"1","postgres":"1","made_at":"2026-01-01T00:00:00Z","schema":"x","migrations":[1],"accounts":1,"oldest_account":null}\n';
  const table = '{"table":"users","columns":["id"]}\n';
  const bombs = [
    packBackup(Buffer.alloc(8_000_000)),
    packBackup(Buffer.concat([Buffer.from(head + table), Buffer.alloc(70_000_000, 'a')])),
    packBackup(Buffer.concat([Buffer.from(head), Buffer.alloc(8_000_000, '{')])),
  ];
  for (const bomb of bombs) expect(await answerTo(bomb)).toMatch(/a line has no end|no backup/);
});

/** Clears the terminal and forges a line. */
const hostile = '\u001b[2J\u009b31m\r\nRestored 9 rows';

async function expectPlainRefusal(file: string, reason: RegExp): Promise<void> {
  for (const command of ['verify', 'restore']) {
    const { code, out, err } = await onDatabase(empty)(command, file);
    expect([command, code, out, err]).toEqual([command, 1, '', expect.stringMatching(reason)]);
    // oxlint-disable-next-line no-control-regex -- They are what must not arrive.
    expect(err).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  }
}

it.each([
  ['program', 1],
  ['schema', 1],
  ['postgres', 1],
  ['program', 2],
])(
  'refuses control characters in the %s of a header of format %i, and prints none',
  async (field, format) => {
    const file = path.join(folder, 'hostile.backup');
    const text = zstdDecompressSync(await readFile(good)).toString();
    const [, ...others] = text.split(/(?<=\n)/);
    const header = { ...JSON.parse(text.split('\n')[0] ?? ''), [field]: hostile };
    const line = JSON.stringify({ ...header, wentwell_backup: format });
    await writeFile(file, packBackup(`${line}\n${others.join('')}`));
    await rewriteBackup({ from: file, to: file }, (tables) => tables);
    await expectPlainRefusal(file, /its header is incomplete|is no backup of Wentwell/);
  },
);

it.each<[string, Partial<TableOfBackup>]>([
  ['name of a table', { table: hostile }],
  ['name of a column', { columns: [hostile] }],
])('refuses control characters in the %s, and prints none', async (_what, change) => {
  const file = path.join(folder, 'hostile.backup');
  await rewriteBackup({ from: good, to: file }, (tables) => [
    ...tables,
    { table: 'other', columns: ['id'], rows: '', ...change },
  ]);
  await expectPlainRefusal(file, /a table has no name/);
});

it('prints the database’s refusal without its control characters', async () => {
  const file = path.join(folder, 'hostile.backup');
  await rewriteBackup({ from: good, to: file }, (tables) =>
    tables.map((each) =>
      each.table === 'users' ? { ...each, columns: ['id'], rows: `\u001b[2J\\nfine\n` } : each,
    ),
  );
  const { code, err } = await onDatabase(empty)('restore', file);
  expect([code, err]).toEqual([1, expect.stringContaining(String.raw`"\u001b[2J\u000afine"`)]);
});

it('verify refuses a file with a table missing from its schema', async () => {
  const file = path.join(folder, 'one-table.backup');
  await rewriteBackup({ from: good, to: file }, (tables) =>
    tables.filter(({ table }) => table === 'users'),
  );
  expect(await onDatabase(source)('verify', file)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/is not whole: it lacks the tables .*meetings/),
  });
});

const rewritten: Record<string, [(tables: TableOfBackup[]) => TableOfBackup[], RegExp]> = {
  'two tables of one name': [
    (tables) =>
      tables.flatMap((each) => (each.table === 'users' ? [each, { ...each, rows: '' }] : each)),
    /twice/,
  ],
  'a column that does not exist': [
    (tables) =>
      tables.map((each) =>
        each.table === 'users' ? { ...each, columns: ['nothing'], rows: '1\n' } : each,
      ),
    /column "nothing"/,
  ],
  'values of another type': [
    (tables) =>
      tables.map((each) =>
        each.table === 'users' ? { ...each, columns: ['id'], rows: 'x\n' } : each,
      ),
    /invalid input syntax/,
  ],
  'a column twice': [
    (tables) =>
      tables.map((each) =>
        each.table === 'users' ? { ...each, columns: ['id', 'id'], rows: '' } : each,
      ),
    /specified more than once/,
  ],
  'a row that is too short': [
    (tables) => tables.map((each) => (each.table === 'users' ? { ...each, rows: '1\n' } : each)),
    /invalid input syntax|missing data/,
  ],
  'a file without one of its tables': [
    (tables) => tables.filter(({ table }) => table !== 'reactions'),
    /lacks the tables \w+/,
  ],
};

it('refuses to replace by a file that is wrong inside, and changes nothing', async () => {
  const file = path.join(folder, 'rewritten.backup');
  await using target = await createTestDatabase();
  await addAccount(target, 'sam');
  const before = await accounts(target);
  for (const [name, [change, reason]] of Object.entries(rewritten)) {
    await rewriteBackup({ from: good, to: file }, change);
    const { code, err } = await onDatabase(target)('restore', file, '--replace');
    expect([name, code, err]).toEqual([name, 1, expect.stringMatching(reason)]);
    expect(err).not.toContain('    at ');
    expect(await accounts(target), name).toEqual(before);
  }
});
