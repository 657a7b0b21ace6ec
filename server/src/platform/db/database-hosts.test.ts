// DATABASE_URL with several hosts: the writable one is used, also after a promotion.
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';

import { runCommand } from '#server/commands/command-scene.suite';
import { readDatabaseConfig } from '#server/config';
import { awaitDatabase } from '#server/platform/db/given-database';
import { buildBoard } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { startReplicatedPostgres } from '#test/replicated-postgres';

const log = pino({ level: 'silent' });

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
