// Receipts across the upgrade from version 0.3, which stored answers' bodies (docs/backup-and-upgrade.md).
import { randomUUID } from 'node:crypto';

import { pino } from 'pino';
import { expect, it } from 'vitest';

import { migrateDatabase } from '#server/platform/db/migrate';
import { createOlderDatabase } from '#test/older-database';
import { runSql } from '#test/postgres';

it('A-31: receipts of version 0.3 keep status and ids, and version 0.3 treats new ones as unanswered', async () => {
  await using database = await createOlderDatabase('0040_receipts_without_bodies');
  const { connection } = database;
  const answers = {
    added: [201, { body: { id: 'a', content: 'Text' }, version: 1 }],
    carried: [201, { body: { note_ids: ['b'] } }],
    claimed: [0, null],
    removed: [204, { body: null }],
    stopped: [200, { body: null }],
  } as const;
  const rows = Object.entries(answers).map(([key, [status, body]]) => {
    const stored = body && `'${JSON.stringify(body)}'`;
    return `('${randomUUID()}', '${key}', 'hash', ${status}, ${stored})`;
  });
  await runSql(
    connection,
    `insert into receipts (user_id, key, request_hash, status, body) values ${rows.join(', ')}`,
  );
  await migrateDatabase(connection, { log: pino({ level: 'silent' }) });
  const columns = 'key, first_status, kept, status, body';
  const ofBefore = { status: 0, body: null };
  expect(await runSql(connection, `select ${columns} from receipts order by key`)).toEqual([
    { key: 'added', first_status: 201, kept: { id: 'a' }, ...ofBefore },
    { key: 'carried', first_status: 201, kept: { note_ids: ['b'] }, ...ofBefore },
    { key: 'claimed', first_status: null, kept: null, ...ofBefore },
    { key: 'removed', first_status: 204, kept: null, ...ofBefore },
    { key: 'stopped', first_status: 200, kept: null, ...ofBefore },
  ]);
});
