// Disaster recovery: back up under load, restore elsewhere, verify.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { Board } from '@wentwell/contract/board/snapshot';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';

import { checkRestorable } from '#server/platform/backup/restore-backup';
import { knownMigrations, migrateDatabase } from '#server/platform/db/migrate';
import { packBackup } from '#test/backup-file';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { createOlderDatabase } from '#test/older-database';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';
import { makeFolder } from '#test/temporary-folder';

import { onDatabase, runCommand as run } from './command-scene.suite.ts';

// Starting processes and creating databases is slow on busy machines.
vi.setConfig({ testTimeout: 120_000 });

const log = pino({ level: 'silent' });
const folder = await makeFolder();

async function readBoard(app: TestApp, scene: Awaited<ReturnType<typeof buildBoard>>) {
  return app.read(scene.owner, `${scene.path}/board`, Board);
}

/** All contents of a database, except its identity and health records. */
async function contentOf({ connection }: Pick<TestDatabase, 'connection'>): Promise<unknown> {
  return runSql(
    connection,
    `select table_name, query_to_xml(format('select * from public.%I t order by t::text', table_name), true, false, '')::text
      from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('health_probe', 'database_identity')
      order by 1`,
  );
}

describe('a backup made while people write', () => {
  it('S-35: is restored with the same boards and new epochs, and clients of the lost history get snapshots', async () => {
    await using app = await buildTestApp();
    const scene = await buildBoard(app);
    const { owner, member, meeting, note } = scene;
    await note(owner, 'before\tthe \\. backup\n\\.\nüñ 🎉');
    const file = path.join(folder, 'busy.backup');
    const isWriting = { now: true };
    async function keepWriting(as: typeof owner): Promise<void> {
      for (let n = 0; isWriting.now && n < 200; n += 1) await note(as, `note ${n}`);
    }
    const writing = [keepWriting(owner), keepWriting(member)];
    const made = await onDatabase(app)('backup', file);
    isWriting.now = false;
    await Promise.all(writing);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(`Backed up to ${file}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const whole = await onDatabase(app)('verify', file);
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('  users: 2') });
    await note(owner, 'after the backup');
    const lost = await readBoard(app, scene);

    await using target = await createTestDatabase();
    const restored = await onDatabase(target)('restore', file);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('1 board has a new epoch');
    const verified = await onDatabase(target)('verify');
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('1 board agrees') });

    await using second = await buildTestApp({}, { beside: target });
    const board = await readBoard(second, scene);
    expect(board.seq).toBeLessThan(lost.seq);
    expect(board.epoch).not.toBe(lost.epoch);
    const known = lost.notes.filter(({ id }) => board.notes.some((each) => each.id === id));
    expect(known.length).toBeGreaterThan(0);
    expect(board.notes).toEqual(known);
    const { seq, epoch } = board;
    await using ahead = await second.live(member, meeting.id, lost.seq);
    expect((await ahead.untilType('resync')).data).toEqual({ seq, epoch });
  });

  it('moves from PostgreSQL into a new embedded database and back', async () => {
    await using app = await buildTestApp();
    const scene = await buildBoard(app);
    await scene.note(scene.owner, 'on the road');
    const [there, back] = [path.join(folder, 'there.backup'), path.join(folder, 'back.backup')];
    expect(await onDatabase(app)('backup', there)).toMatchObject({ code: 0 });
    const env = { DATA_DIR: path.join(folder, 'data') };
    expect(await run('restore', [there], env)).toMatchObject({ code: 0, err: '' });
    expect(await run('verify', [], env)).toMatchObject({ code: 0, err: '' });
    expect(await run('backup', [back], env)).toMatchObject({ code: 0, err: '' });
    await using target = await createTestDatabase();
    expect(await onDatabase(target)('restore', back)).toMatchObject({ code: 0, err: '' });
    await runSql(
      target.connection,
      `update board_heads set epoch = m.epoch, epoch_seq = null from (
      select '${(await readBoard(app, scene)).epoch}'::uuid as epoch) m`,
    );
    // The backup's own record is written after it.
    await runSql(app.connection, 'delete from backup_runs');
    expect(await contentOf(target)).toEqual(await contentOf(app));
  });

  it('contains everything: no table uses a sequence, which is no row', async () => {
    await using target = await createTestDatabase();
    const sequences = `select sequencename from pg_sequences where schemaname = 'public'`;
    expect(await runSql(target.connection, sequences)).toEqual([]);
  });

  it('leaves nothing if the target is not writable, and deletes no file', async () => {
    await using app = await buildTestApp();
    const there = path.join(folder, 'there-already');
    await writeFile(there, 'mine');
    const backup = onDatabase(app);
    const [exists, nowhere, misread] = await Promise.all([
      backup('backup', there),
      backup('backup', path.join(folder, 'no', 'such.backup')),
      backup('backup', folder, '--keep', 'all'),
    ]);
    expect(exists).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
    expect(await readFile(there, 'utf8')).toBe('mine');
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('no such folder') });
    expect(misread).toMatchObject({ code: 2, err: expect.stringContaining('Usage') });
  });

  it('reports a full disk and leaves no partial file', async ({ skip }) => {
    const disk = await mkdtemp(path.join(folder, 'disk-'));
    const isMounted =
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0;
    skip(!isMounted, 'this user may not mount');
    await using app = await buildTestApp();
    try {
      await runSql(
        app.connection,
        `insert into users (id, email, password_hash)
          select gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from generate_series(1, 5000)`,
      );
      const { code, err } = await onDatabase(app)('backup', path.join(disk, 'large.backup'));
      expect([code, err]).toEqual([1, `No backup was made in ${disk}: the disk is full`]);
      expect(await readdir(disk)).toEqual([]);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describe('a restore', () => {
  it('refuses a file that it cannot restore completely, and changes nothing', async () => {
    await using app = await buildTestApp();
    const scene = await buildBoard(app);
    await scene.note(scene.owner, 'kept');
    const file = path.join(folder, 'good.backup');
    expect(await onDatabase(app)('backup', file)).toMatchObject({ code: 0 });
    await using target = await createTestDatabase();
    await runSql(
      target.connection,
      `insert into users (id, email, password_hash, verified_at)
      values (gen_random_uuid(), 'robin@example.com', 'none', now())`,
    );
    const before = await contentOf(target);

    const bytes = await readFile(file);
    const text = zstdDecompressSync(bytes).toString();
    const variants: Record<string, [Buffer, string]> = {
      foreign: [Buffer.from('PGDMP and so on'), 'is no backup of Wentwell'],
      other: [zstdCompressSync(Buffer.from('{"a":1}\n')), 'is no backup of Wentwell'],
      truncated: [bytes.subarray(0, bytes.length - 20), 'is damaged'],
      cut: [packBackup(text.slice(0, -400)), 'its end is missing'],
      flipped: [Buffer.from(bytes.map((byte, at) => (at === 900 ? byte ^ 1 : byte))), 'is damaged'],
      edited: [packBackup(text.replace('kept', 'KEPT')), 'its checksum is wrong'],
      longer: [packBackup(`${text}\n`), 'something follows its end'],
      endless: [
        packBackup(
          Buffer.concat([
            Buffer.from(text.slice(0, text.indexOf('\n', text.indexOf('{"table"')) + 1)),
            Buffer.alloc(68_000_000, 'a'),
          ]),
        ),
        'a line has no end',
      ],
      format: [
        packBackup(text.replace('"wentwell_backup":1', '"wentwell_backup":2')),
        'newer version of Wentwell',
      ],
    };
    for (const [name, [content, reason]] of Object.entries(variants)) {
      const variant = path.join(folder, `${name}.backup`);
      await writeFile(variant, content);
      await expect(checkRestorable(variant), name).rejects.toThrow(reason);
    }
    const restore = onDatabase(target);
    const damaged = await restore('restore', path.join(folder, 'edited.backup'), '--replace');
    expect(damaged).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
    const occupied = await restore('restore', file);
    expect(occupied).toMatchObject({ code: 1, err: expect.stringContaining('--replace') });
    const running = await onDatabase(app)('restore', file, '--replace');
    expect(running).toMatchObject({ code: 1, err: expect.stringContaining('stop all its nodes') });
    expect(await contentOf(target)).toEqual(before);
    expect(await restore('restore', file, '--replace')).toMatchObject({ code: 0, err: '' });
    expect(await contentOf(target)).not.toEqual(before);
  });

  it('migrates a backup of an older version, and refuses one of a newer', async () => {
    await using source = await createOlderDatabase();
    expect(await onDatabase(source)('backup', path.join(folder, 'old.backup'))).toMatchObject({
      code: 0,
    });
    await using target = await createTestDatabase();
    const restored = await onDatabase(target)('restore', path.join(folder, 'old.backup'));
    expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Migrated') });
    expect(await migrateDatabase(target.connection, { log })).toEqual([]);

    // Downgrade: the old program's view of the migrated database.
    const before = await knownMigrations();
    const back = await onDatabase(target)(
      'restore',
      path.join(folder, 'old.backup'),
      '--replace',
      '--keep-schema',
    );
    expect(back).toMatchObject({ code: 0, err: '', out: expect.stringContaining('still 00') });
    const applied = await runSql(
      target.connection,
      'select created_at::float8 as at from drizzle.__drizzle_migrations order by 1',
    );
    expect(applied).toEqual(before.slice(0, -1).map(({ when }) => ({ at: when })));
    expect(await migrateDatabase(target.connection, { log })).toEqual([before.at(-1)?.tag]);

    await runSql(
      target.connection,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
    );
    const future = path.join(folder, 'future.backup');
    expect(await onDatabase(target)('backup', future)).toMatchObject({ code: 0 });
    await using empty = await createTestDatabase();
    const refused = await onDatabase(empty)('restore', future);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('newer version') });
    const onto = await onDatabase(target)('restore', path.join(folder, 'old.backup'), '--replace');
    expect(onto).toMatchObject({ code: 1, err: expect.stringContaining('newer version') });
  });
});

it('npm run verify names boards that differ from their history, and dangling references', async () => {
  await using app = await buildTestApp();
  const scene = await buildBoard(app);
  await scene.note(scene.owner, 'told');
  expect(await onDatabase(app)('verify')).toMatchObject({ code: 0, err: '' });
  await app.db.execute(sql`update notes set content = 'changed by hand'`);
  await app.db
    .execute(sql`insert into board_changes (meeting_id, team_id, seq, change, text_keys, created_at)
      select gen_random_uuid(), team_id, seq, change, text_keys, created_at from board_changes`);
  const { code, err } = await onDatabase(app)('verify');
  expect(code).toBe(1);
  expect(err).toContain(`Board ${scene.meeting.id}: its rows and its history differ in: note `);
  expect(err).toMatch(/Table board_changes: \d rows? refers? by meeting_id to meetings/);
});
