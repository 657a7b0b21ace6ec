// DATABASE_URL and DATABASE_CA with a TLS PostgreSQL, and behind PgBouncer.
import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { runCommand, urlOf } from '#server/commands/command-scene.suite';
import { readDatabaseConfig } from '#server/config';
import type { DatabaseConnection } from '#server/platform/db/database';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
import { addressProblem, givenConnection } from '#server/platform/db/given-connection';
import { awaitDatabase } from '#server/platform/db/given-database';
import { buildBoard } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { freePort } from '#test/free-port';
import { canRunPgBouncer, startPgBouncer } from '#test/pgbouncer';
import { runSql } from '#test/postgres';
import { startReplicatedPostgres } from '#test/replicated-postgres';

const log = pino({ level: 'silent' });
const certificate = new URL('../../../test/localhost-certificate.pem', import.meta.url).pathname;

let folder = '';
let connection: DatabaseConnection;
let stop: () => Promise<void>;
let ca = '';

beforeAll(async () => {
  ca = await readFile(certificate, 'utf8');
  folder = await mkdtemp(path.join(tmpdir(), 'wentwell-tls-'));
  await chmod(folder, 0o755);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    listen_addresses: '127.0.0.1',
    port: String(await freePort()),
  };
  const server = await startEmbeddedPostgres({ dataDir: folder, log, settings });
  connection = { ...server.connection, host: '127.0.0.1' };
  stop = () => server.stop();
  const cluster = path.join(folder, 'postgres');
  const { uid, gid } = await stat(cluster);
  for (const name of ['server.crt', 'server.key']) {
    await copyFile(certificate, path.join(cluster, name));
    await chown(path.join(cluster, name), uid, gid);
  }
  await chmod(path.join(cluster, 'server.key'), 0o600);
  await runSql(connection, 'alter system set ssl = on');
  await runSql(connection, 'select pg_reload_conf()');
}, 60_000);
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

function addressOf(query: string, host = 'localhost'): string {
  const { port, user, database } = connection;
  return `postgres://${user}@${host}:${port}/${database}${query}`;
}

async function isEncrypted(given: DatabaseConnection): Promise<unknown> {
  await awaitDatabase(given, { log });
  return runSql(given, 'select ssl from pg_stat_ssl where pid = pg_backend_pid()');
}

describe('TLS to PostgreSQL', () => {
  it.each([
    { query: '', host: 'localhost', hasCa: false, ssl: false },
    { query: '?sslmode=disable', host: 'localhost', hasCa: false, ssl: false },
    { query: '?sslmode=require', host: '127.0.0.1', hasCa: false, ssl: true },
    { query: '?sslmode=require', host: '127.0.0.1', hasCa: true, ssl: true },
    { query: '?sslmode=verify-ca', host: '127.0.0.1', hasCa: true, ssl: true },
    { query: '?sslmode=verify-full', host: 'localhost', hasCa: true, ssl: true },
    { query: '', host: 'localhost', hasCa: true, ssl: true },
    { query: '?channel_binding=prefer', host: 'localhost', hasCa: false, ssl: false },
    {
      query: '?sslmode=require&channel_binding=disable',
      host: 'localhost',
      hasCa: false,
      ssl: true,
    },
    {
      query: '?sslmode=require&channel_binding=require',
      host: '127.0.0.1',
      hasCa: true,
      ssl: true,
    },
    { query: '?channel_binding=require', host: 'localhost', hasCa: true, ssl: true },
  ])(
    'with "$query" for $host, DATABASE_CA $hasCa: encrypted $ssl',
    async ({ query, host, hasCa, ssl }) => {
      const connecting = givenConnection(addressOf(query, host), hasCa ? ca : undefined);
      expect(await isEncrypted(connecting)).toEqual([{ ssl }]);
    },
  );

  it.each([
    ['localhost', false, 'nobody that this machine trusts has signed it'],
    ['127.0.0.1', true, 'it is for another name than that of the address'],
  ])('verify-full of %s, DATABASE_CA %s, is refused with a message', async (host, hasCa, words) => {
    const given = givenConnection(addressOf('?sslmode=verify-full', host), hasCa ? ca : undefined);
    await expect(awaitDatabase(given, { log })).rejects.toThrow(
      `the certificate of the database at ${host}:${connection.port} is not accepted: ${words}`,
    );
  });

  // The driver has no channel binding; the certificate proves equally that no proxy is between.
  it.each(['?sslmode=require&channel_binding=require', '?channel_binding=require'])(
    'with "%s" a certificate that nobody trusts is refused',
    async (query) => {
      const given = givenConnection(addressOf(query), undefined);
      await expect(awaitDatabase(given, { log })).rejects.toThrow(
        'nobody that this machine trusts',
      );
    },
  );

  it('require with another authority is refused', async () => {
    const another = await readFile(
      new URL('../../../test/example-certificate.pem', import.meta.url),
      'utf8',
    );
    const given = givenConnection(addressOf('?sslmode=require'), another);
    await expect(awaitDatabase(given, { log })).rejects.toThrow('nobody that this machine trusts');
  });

  it('a database without TLS is refused with a message if TLS is required', async () => {
    await runSql(connection, 'alter system set ssl = off');
    await runSql(connection, 'select pg_reload_conf()');
    try {
      const given = givenConnection(addressOf('?sslmode=require'), undefined);
      await expect(awaitDatabase(given, { log })).rejects.toThrow('does not offer TLS: turn it on');
    } finally {
      await runSql(connection, 'alter system set ssl = on');
      await runSql(connection, 'select pg_reload_conf()');
    }
  });

  it.each([
    ['?sslmode=prefer', 'has an sslmode that is not supported: choose disable, require'],
    ['?sslmode=hunter2', 'has an sslmode that is not supported'],
    ['?sslmode=verify-ca', 'has sslmode=verify-ca, which needs DATABASE_CA'],
    [
      '?ssl_mode=require',
      'has an option that is not read: only host, port, user, password, options, sslmode, channel_binding, target_session_attrs are',
    ],
    [
      '?application_name=mine',
      'has an option that is not read: only host, port, user, password, options, sslmode, channel_binding, target_session_attrs are',
    ],
    ['?sslrootcert=/ca.pem', 'has sslrootcert, which is not read: use DATABASE_CA'],
    ['?target_session_attrs=standby', 'has a target_session_attrs that is not supported'],
    ['?host=db1,db2', 'has several hosts in its option host: write postgres://'],
    ['?ssl=true', 'has ssl, which is not read: use sslmode'],
    [
      '?channel_binding=hunter2',
      'has a channel_binding that is not known: choose disable, prefer or',
    ],
    [
      '?sslmode=disable&channel_binding=require',
      'has channel_binding=require, which needs TLS: leave sslmode=disable out',
    ],
  ])('%s is a wrong setting', (query, words) => {
    const problem = addressProblem(`postgres://ada:hunter2@db/retros${query}`, undefined);
    expect(problem).toContain(words);
    expect(problem).not.toContain('hunter2');
  });
});

describe.skipIf(!canRunPgBouncer)('PgBouncer', () => {
  const ignored =
    'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout';
  const refusal =
    /a pooler such as PgBouncer answers for the database at 127\.0\.0\.1:\d+, .* let DATABASE_URL name PostgreSQL itself/i;
  it.each([
    ['as it comes', ['pool_mode = session']],
    ['in transaction mode', ['pool_mode = transaction']],
    ['that ignores what a session asks for', ['pool_mode = transaction', ignored]],
    ['that ignores it in session mode', ['pool_mode = session', ignored]],
  ])('%s is refused with a message immediately', async (_, lines) => {
    await using pooler = await startPgBouncer(connection, lines);
    // The database behind it is a valid one.
    await awaitDatabase(connection, { log });
    await expect(awaitDatabase(pooler.connection, { log, patienceMs: 0 })).rejects.toThrow(refusal);
    const command = await runCommand('migrate', [], { DATABASE_URL: urlOf(pooler.connection) });
    expect(command).toMatchObject({ code: 1, out: '', err: expect.stringMatching(refusal) });
  });
});

// DATABASE_URL with several hosts: the writable one is used, also after a promotion.
it('a node writes to its list’s primary, and after a promotion to the promoted standby', async () => {
  await using postgres = await startReplicatedPostgres({ synchronous_standby_names: 'standby' });
  const { primary, standby, address } = postgres;
  expect(await runCommand('migrate', [], { DATABASE_URL: address })).toMatchObject({ code: 0 });
  const { database: connection } = readDatabaseConfig({ DATABASE_URL: address });
  if (!connection) throw new Error('no database');
  await using app = await buildTestApp({}, { beside: { connection } });
  const board = await buildBoard(app);
  const write = (content: string) => app.post(board.owner, `${board.path}/notes`, { content });
  expect((await write('before')).status).toBe(201);
  await primary.kill();
  expect((await write('between')).status).toBe(503);
  await expect(awaitDatabase(connection, { log, patienceMs: 0 })).rejects.toThrow(
    `at 127.0.0.1:${standby.port}, 127.0.0.1:${primary.port} does not answer`,
  );
  await standby.sql('select pg_promote()');
  await vi.waitFor(async () => expect((await write('after')).status).toBe(201), 10_000);
  const { body } = await app.get(board.owner, `${board.path}/notes`);
  expect(body).toMatchObject([{ content: 'before' }, { content: 'after' }]);
  // The old primary returns beside it: writes there would be lost.
  await primary.start();
  await standby.kill();
  await vi.waitFor(() =>
    expect(awaitDatabase(connection, { log, patienceMs: 0 })).rejects.toThrow(
      `127.0.0.1:${primary.port} has been replaced`,
    ),
  );
  expect((await write('lost')).status).toBe(503);
});
