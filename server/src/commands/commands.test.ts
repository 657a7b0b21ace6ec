// Commands run as processes: settings, output and exit codes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { User } from '@wentwell/contract/accounts/users';
import { Board } from '@wentwell/contract/board/snapshot';
import { liveLimits } from '@wentwell/contract/limits';
import { EventsPage, type ServerFrame } from '@wentwell/contract/live/live';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { openDatabase } from '#server/platform/db/database';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded-postgres';
import { programName } from '#server/platform/program-version';
import { buildBoard, letPass } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';
import { createTestDatabase } from '#test/postgres';
import { raiseFloor } from '#test/schema-floor';

import { auditLog, byOperator, runCommand as run, urlOf } from './command-scene.suite.ts';

// Starting processes and creating a database is slow on busy machines.
vi.setConfig({ testTimeout: 60_000 });

const log = pino({ level: 'silent' });

describe('npm run superuser', () => {
  it('makes a verified account a superuser and revokes it', async () => {
    await using app = await buildTestApp();
    const user = await buildUser(app, { email: 'Robin@example.com' });
    const env = { DATABASE_URL: urlOf(app.connection) };
    const isSuperuser = async () => (await app.read(user, '/api/v1/users/me', User)).is_superuser;
    const superuser = (...args: string[]) => run('superuser', args, env);

    expect(await superuser('robin@example.com')).toEqual({
      code: 0,
      out: 'robin@example.com is a superuser now.',
      err: '',
    });
    expect(await isSuperuser()).toBe(true);
    expect(await superuser('robin@example.com')).toMatchObject({
      code: 0,
      out: expect.stringContaining('already'),
    });
    expect(await superuser('robin@example.com', '--remove')).toMatchObject({ code: 0 });
    expect(await isSuperuser()).toBe(false);
    expect(await superuser('robin@example.com', '--remove')).toMatchObject({ code: 0 });
    const root = await buildUser(app, { isSuperuser: true });
    const target = { target_kind: 'users', target_id: user.id, target_name: user.email };
    expect(await auditLog(app, root)).toMatchObject([
      { ...byOperator, ...target, action: 'end_superuser' },
      { ...byOperator, ...target, action: 'make_superuser' },
    ]);
  });

  it('names the mistake and changes nothing', async () => {
    await using app = await buildTestApp();
    await buildUser(app, { email: 'new@example.com', verifiedAt: null });
    await buildUser(app, { email: 'off@example.com', isActive: false });
    await buildUser(app, { email: 'gone@example.com', deletedAt: new Date() });
    const env = { DATABASE_URL: urlOf(app.connection) };
    const answers = await Promise.all(
      ['nobody@example.com', 'new@example.com', 'off@example.com', 'gone@example.com'].map(
        (email) => run('superuser', [email], env),
      ),
    );
    for (const { code, out } of answers) expect([code, out]).toEqual([1, '']);
    expect(answers.map(({ err }) => err)).toEqual([
      expect.stringContaining('No account has the address nobody@example.com'),
      expect.stringContaining('new@example.com is not verified yet'),
      expect.stringContaining('The account of off@example.com is not active'),
      expect.stringContaining('No account has the address gone@example.com'),
    ]);
    const { rows } = await app.db.execute(sql`select 1 from users where is_superuser`);
    expect(rows).toEqual([]);
    expect(await app.db.$count(auditEntries)).toBe(0);
  });

  it('prints its usage on a wrong call', async () => {
    const misunderstood = [
      [],
      ['a@example.com', 'b@example.com'],
      ['robin'],
      ['a@example.com', '--force'],
    ];
    const answers = await Promise.all(misunderstood.map((args) => run('superuser', args, {})));
    for (const { code, err } of answers) {
      expect(code).toBe(2);
      expect(err).toContain('Usage: npm run superuser -- EMAIL');
    }
  });

  it('needs only the database settings, in production and beside invalid ones', async () => {
    await using app = await buildTestApp();
    await buildUser(app, { email: 'robin@example.com' });
    const env = {
      DATABASE_URL: urlOf(app.connection),
      NODE_ENV: 'production',
      PORT: 'x',
      SMTP_URL_FILE: '/nowhere',
    };
    const made = await run('superuser', ['robin@example.com'], env);
    expect(made).toEqual({ code: 0, out: 'robin@example.com is a superuser now.', err: '' });
    expect(await run('migrate', [], env)).toMatchObject({ code: 0, err: '' });
  });

  it('says that settings, database or data folder are missing', async () => {
    const nowhere = path.join(tmpdir(), 'wentwell-there-is-no-such-folder');
    const robin = ['robin@example.com'];
    const [settings, database, folder] = await Promise.all([
      run('superuser', robin, { DATABASE_URL: 'mysql://x' }),
      run('superuser', robin, { DATABASE_URL: 'postgres://127.0.0.1:1/x' }),
      run('superuser', robin, { DATA_DIR: nowhere }),
    ]);
    expect(settings).toMatchObject({ code: 1 });
    expect(settings.err).toContain('DATABASE_URL must be an address');
    expect(database).toMatchObject({ code: 1 });
    expect(database.err).toContain('The database at 127.0.0.1:1 does not answer');
    expect(folder).toMatchObject({ code: 1 });
    expect(folder.err).toContain(`There is no database in ${nowhere} yet`);
  });
});

it('npm run migrate applies missing migrations and lists them', async () => {
  await using own = await createTestDatabase();
  const db = openDatabase(own.connection, { log });
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`drop schema drizzle cascade`);
  await db.execute(sql`create schema public`);
  await db.close();
  const env = { DATABASE_URL: urlOf(own.connection) };
  const early = await run('superuser', ['robin@example.com'], env);
  expect(early).toMatchObject({ code: 1 });
  expect(early.err).toContain('npm run migrate');
  const first = await run('migrate', [], env);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain('0000_first');
  expect(await run('migrate', [], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing to do'),
  });
});

describe('npm run renew-epochs', () => {
  it('S-35, C-13: clients ahead, behind and connected all adopt the restored store', async () => {
    const clock = manualClock();
    await using app = await buildTestApp({}, { clock });
    const { owner, member, meeting, path, note } = await buildBoard(app);
    const readBoard = async () => app.read(owner, `${path}/board`, Board);
    await note(owner, 'in the backup');
    const backedUp = await readBoard();
    await using connected = await app.live(member, meeting.id, backedUp.seq);
    await note(owner, 'after the backup');
    const newest = backedUp.seq + 1;
    expect((await connected.untilType('board_changed')).seq).toBe(newest);
    await app.db.execute(sql`delete from notes where content = 'after the backup'`);
    await app.db.execute(sql`delete from board_changes where seq = ${newest}`);
    await app.db.execute(sql`update board_heads set seq = ${backedUp.seq}`);

    const env = { DATABASE_URL: urlOf(app.connection) };
    expect(await run('renew-epochs', [], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 board has a new epoch'),
    });
    const restored = await readBoard();
    expect(restored).toMatchObject({ seq: backedUp.seq, notes: backedUp.notes });
    expect(restored.epoch).not.toBe(backedUp.epoch);
    const { seq, epoch } = restored;

    await letPass(clock, liveLimits.head, [connected]);
    expect((await connected.untilType('resync')).data).toEqual({ seq, epoch });
    await using ahead = await app.live(owner, meeting.id, newest);
    expect((await ahead.untilType('resync')).data).toEqual({ seq, epoch });
    await using behind = await app.live(owner, meeting.id, seq - 1);
    expect((await behind.untilType('welcome')).data).toMatchObject({ seq, epoch });
    expect(await app.read(owner, `${path}/events?since=${newest}`, EventsPage)).toMatchObject({
      resync: true,
      seq,
      epoch,
    });

    // The restored board continues normally.
    await note(owner, 'after the restore');
    const next = (frame: ServerFrame) => 'seq' in frame && frame.seq === seq + 1;
    for (const client of [ahead, behind]) await client.until(next);
  });

  it('refuses a database migrated by a newer version', async () => {
    await using app = await buildTestApp();
    await raiseFloor(app.db);
    await app.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
    );
    const env = { DATABASE_URL: urlOf(app.connection) };
    const { code, err } = await run('renew-epochs', [], env);
    expect([code, err]).toEqual([1, expect.stringContaining('made by a newer version')]);
    // A newer schema with only additions is compatible with both versions.
    await app.db.execute(sql`update schema_floor set oldest_migration = 1`);
    expect(await run('renew-epochs', [], env)).toMatchObject({ code: 0, err: '' });
  });
});

it.each(['migrate', 'renew-epochs'])(
  'npm run %s takes no arguments: it shows its usage, and changes nothing',
  async (name) => {
    await using app = await buildTestApp();
    const { path: board, owner } = await buildBoard(app);
    const epoch = async () => (await app.read(owner, `${board}/board`, Board)).epoch;
    const before = await epoch();
    const given = { DATABASE_URL: urlOf(app.connection) };
    const helped = await run(name, ['--help'], given);
    expect([helped.code, helped.out.split('\n')[0]]).toEqual([0, `Usage: npm run ${name}`]);
    const { code, err } = await run(name, ['now'], given);
    expect([code, err]).toEqual([2, expect.stringContaining(`Usage: npm run ${name}`)]);
    expect(await epoch()).toBe(before);
  },
);

it.each(['superuser', 'user', 'doctor', 'backup', 'restore', 'verify'])(
  'npm run %s tells its usage, its version, and which option it does not know',
  async (name) => {
    const [helped, versioned, misunderstood] = await Promise.all([
      run(name, ['--help'], {}),
      run(name, ['--version'], {}),
      run(name, ['--forced'], {}),
    ]);
    expect([helped.code, helped.err, helped.out]).toEqual([
      0,
      '',
      expect.stringContaining(`Usage: npm run ${name}`),
    ]);
    expect(versioned).toEqual({ code: 0, out: `Wentwell ${programName}`, err: '' });
    expect([misunderstood.code, misunderstood.err.split('\n').slice(0, 2)]).toEqual([
      2,
      [`Unknown option '--forced'.`, expect.stringContaining(`Usage: npm run ${name}`)],
    ]);
  },
);

describe('the embedded database', () => {
  async function addUser({ connection }: EmbeddedPostgres): Promise<void> {
    const db = openDatabase(connection, { log });
    await db.execute(sql`insert into users (id, email, password_hash, verified_at)
      values (gen_random_uuid(), 'robin@example.com', 'none', now())`);
    await db.close();
  }

  it('is available to commands whether the product runs on it or not', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'ww-command-'));
    try {
      const product = await startEmbeddedPostgres({ dataDir, log });
      const env = { DATA_DIR: dataDir };
      expect((await run('migrate', [], env)).out).toContain('0000_first');
      await addUser(product);
      const beside = await run('superuser', ['robin@example.com'], env);
      expect(beside).toMatchObject({ code: 0, out: 'robin@example.com is a superuser now.' });
      // The product's database is still running.
      const db = openDatabase(product.connection, { log });
      await db.write(() => Promise.resolve());
      await db.close();
      await product.stop();

      const alone = await run('superuser', ['robin@example.com', '--remove'], env);
      expect(alone).toMatchObject({ code: 0, out: 'robin@example.com is no longer a superuser.' });
      const again = await startEmbeddedPostgres({ dataDir, log });
      await again.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
