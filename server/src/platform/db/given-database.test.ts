// A given PostgreSQL at the start: awaited if late, refused in one sentence.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { openDatabase, type Queries } from '#server/platform/db/database';
import { DatabaseIdentity } from '#server/platform/db/database-identity';
import { awaitDatabase } from '#server/platform/db/given-database';
import { collectLog } from '#test/collect-log';
import { freePort } from '#test/free-port';
import { createTestDatabase, runSql } from '#test/postgres';

const silence = pino({ level: 'silent' });
const opened: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

/** A server that answers every connection with these bytes, or never. */
async function listen(answer?: Buffer, port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (answer) socket.once('data', () => socket.end(answer));
  });
  opened.push({ server, sockets });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** PostgreSQL's ErrorResponse. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

const addressAt = (port: number) => `postgres://ada:hunter2@127.0.0.1:${port}/retros`;

describe('a database that refuses', () => {
  it.each([
    ['28P01', 'does not accept the password of user "ada": correct DATABASE_URL'],
    ['28000', 'does not let user "ada" in (the words of PostgreSQL)'],
    ['3D000', 'there is no database "retros" at 127.0.0.1:'],
    ['42501', 'user "ada" may not connect to the database "retros"'],
    ['0A000', 'cannot be used (the words of PostgreSQL)'],
  ])('for %s fails immediately', async (code, sentence) => {
    const { log, lines } = collectLog();
    const port = await listen(refusal(code, 'the words of PostgreSQL'));
    const waiting = awaitDatabase({ connectionString: addressAt(port) }, { log });
    await expect(waiting).rejects.toThrow(sentence);
    await expect(waiting).rejects.not.toThrow('hunter2');
    expect(lines()).toEqual([]);
  });

  it('because it does not exist is named', async () => {
    await using database = await createTestDatabase();
    const { host = '', port = 5432, user = '' } = database.connection;
    const query = new URLSearchParams({ host, port: String(port), user });
    const missing =
      database.connection.connectionString === undefined
        ? `postgres:///nowhere?${query.toString()}`
        : Object.assign(new URL(database.connection.connectionString), { pathname: '/nowhere' })
            .href;
    await expect(awaitDatabase({ connectionString: missing }, { log: silence })).rejects.toThrow(
      'there is no database "nowhere"',
    );
  });
});

describe('a database that does not answer', () => {
  it.each([
    ['is away', undefined],
    ['is starting', refusal('57P03', 'the database system is starting up')],
    ['says nothing', Buffer.alloc(0)],
  ])('because it %s is awaited, reported once, and then named', async (_what, answer) => {
    const { log, lines } = collectLog();
    const port = answer ? await listen(answer.length > 0 ? answer : undefined) : await freePort();
    const waiting = awaitDatabase({ connectionString: addressAt(port) }, { log, patienceMs: 700 });
    await expect(waiting).rejects.toThrow(`the database at 127.0.0.1:${port} does not answer (`);
    await expect(waiting).rejects.not.toThrow('hunter2');
    expect(lines()).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringContaining('waiting for it') }),
    ]);
  });

  it('is used once it does', async () => {
    const port = await freePort();
    const { log, lines } = collectLog();
    const waiting = awaitDatabase({ connectionString: addressAt(port) }, { log });
    await expect.poll(() => lines().length).toBe(1);
    await listen(refusal('28P01', 'it answers'), port);
    await expect(waiting).rejects.toThrow('does not accept the password');
  });
});

it('lets a renewal finish that takes longer than the usual connection check', async () => {
  await using database = await createTestDatabase();
  const { connection } = database;
  const era = `insert into database_identity (id, era, renewals, timeline) values (1, gen_random_uuid(), 1, '00000000')`;
  await runSql(connection, era);
  const { log, lines } = collectLog('error');
  const renewEpochs = vi.fn(async (queries: Queries) => {
    await queries.execute(sql`select pg_sleep(2)`);
    return 1;
  });
  const identity = new DatabaseIdentity({ log, renewEpochs });
  const db = openDatabase(connection, {
    log,
    maxConnections: 1,
    answerTimeoutMs: 1000,
    checkConnection: (client, answerTimeoutMs) => identity.check(client, answerTimeoutMs),
  });
  try {
    await vi.waitFor(() => db.execute(sql`select 1`), { timeout: 30_000, interval: 100 });
    expect(renewEpochs).toHaveBeenCalledOnce();
    expect(lines()).toEqual([expect.objectContaining({ boards: 1 })]);
  } finally {
    await db.close();
  }
});
