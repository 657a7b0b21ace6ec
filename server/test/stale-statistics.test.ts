// Requests use indexes whatever the database's statistics say: they are stale after a restore, and for a growing table.
import { Note } from '@wentwell/contract/notes/notes';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { buildBoard } from './board-scene.ts';
import { buildTestApp, type TestApp, type TestUser } from './build-test-app.ts';
import { manualClock } from './manual-clock.ts';
import { createTestDatabase, runSql, type TestDatabase } from './postgres.ts';
import { sendRaw } from './raw-http.ts';

const rows = 5000;
const idOf = (table: string) => `md5('${table}' || n)::uuid`;

/** In order of their foreign keys, with what is stored. */
const tables: [name: string, columns: string, values: string][] = [
  ['users', 'id, email, password_hash', `${idOf('users')}, n || '@example.org', 'none'`],
  ['sessions', 'id, user_id, expires_at', `${idOf('sessions')}, ${idOf('users')}, now()`],
  ['session_tokens', 'token_hash, session_id', `sha256(n::text::bytea)::text, ${idOf('sessions')}`],
  ['teams', 'id, name', `${idOf('teams')}, 'Team'`],
  ['memberships', 'team_id, user_id, role', `${idOf('teams')}, ${idOf('users')}, 'member'`],
  [
    'meetings',
    'id, team_id, owner_id, name, settings, epoch',
    `${idOf('meetings')}, ${idOf('teams')}, ${idOf('users')}, 'Sprint', '{}', gen_random_uuid()`,
  ],
  [
    'notes',
    'id, meeting_id, team_id, author_id, content, note_type, hidden, position',
    `${idOf('notes')}, ${idOf('meetings')}, ${idOf('teams')}, ${idOf('users')}, 'Slow', 'went_well', false, n`,
  ],
];
const names = tables.map(([name]) => name);

/** Each statement on its own connection, which plans foreign key checks for full tables. */
async function fill({ connection }: TestDatabase, first = 1): Promise<void> {
  for (const [name, columns, values] of tables) {
    const numbers = `generate_series(${first}, ${rows}) as n`;
    await runSql(connection, `insert into ${name} (${columns}) select ${values} from ${numbers}`);
  }
}

const states: [state: string, make: (database: TestDatabase) => Promise<void>][] = [
  ['has no statistics, as after a restore', (database) => fill(database)],
  [
    'has those of nearly empty tables, which have been filled again',
    async (database) => {
      await fill(database);
      const left = 3;
      for (const name of names.toReversed()) {
        const kept = `array(select ctid from ${name} order by ctid limit ${left})`;
        await runSql(database.connection, `delete from ${name} where ctid <> all(${kept})`);
      }
      await runSql(database.connection, 'analyze');
      await fill(database, left + 1);
    },
  ],
  [
    'has those of today',
    async (database) => {
      await fill(database);
      await runSql(database.connection, 'analyze');
    },
  ],
];

type Asked = [method: string, at: string, body?: object];

/** Uses boards like people do while the database is busy. */
async function useBoards(app: TestApp): Promise<void> {
  const board = await buildBoard(app);
  const { path, owner, member } = board;
  const write = async () => {
    const body = { content: 'A note', note_type: 'went_well' };
    return Note.parse((await app.post(member, `${path}/notes`, body)).body);
  };
  const [note, other, third] = [await write(), await write(), await write()];
  const crowd = [owner, member, owner].map((as, n) => requestOf(as, n === 2));
  expect((await sendRaw(app.url, crowd.join(''))).status).toBe(200);
  await using live = await board.follow(owner);
  const enter = (phase: string): Asked => ['POST', `${path}/phase/transition`, { phase }];
  const asked: Asked[] = [
    ['PUT', `${path}/notes/${note.id}`, { content: 'Changed', version: note.version }],
    ['PUT', `${path}/notes/${note.id}/reactions/${encodeURIComponent('🎉')}`],
    ['PUT', `${path}/ready`, { ready: true }],
    ['POST', `${path}/groups`, { note_ids: [note.id, other.id] }],
    enter('voting'),
    ['PUT', `${path}/topics/${third.id}/votes`, { count: 1 }],
    ['PUT', `${path}/votes/finished`, { finished: true }],
    enter('discussing'),
    ['POST', `${path}/topics/${third.id}/comments`, { content: 'Why?' }],
    ['POST', `${path}/actions`, { text: 'Ask', assignee_id: member.id }],
    ['GET', `${path}/board`],
    ['GET', `${path}/events?since=0`],
    ['GET', path],
    ['GET', `/api/v1/teams/${board.team.id}/members`],
    ['DELETE', `${path}/notes/${other.id}`],
  ];
  for (const [method, at, sent] of asked) {
    const answer = await app.request(method, at, { as: owner, ...(sent && { body: sent }) });
    expect(answer.status, `${method} ${at}`).toBeLessThan(300);
  }
  await live.until(({ type, data }) => type === 'board_changed' && data.command === 'reaction.set');
}

function requestOf({ token }: TestUser, isLast: boolean): string {
  const lines = ['Host: localhost', `Authorization: Bearer ${token}`];
  if (isLast) lines.push('Connection: close');
  return ['GET /api/v1/users/me HTTP/1.1', ...lines, '\r\n'].join('\r\n');
}

const ReadWhole = z.array(z.object({ relname: z.string(), rows: z.coerce.number() }));

/** Rows read by sequential scans. Connections report them when they end. */
async function rowsReadWhole({ connection }: TestDatabase) {
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  await expect.poll(async () => (await runSql(connection, others)).length).toBe(0);
  const found = await runSql(
    connection,
    `select relname, seq_tup_read as rows from pg_stat_user_tables where relname in ('${names.join("', '")}')`,
  );
  return new Map(ReadWhole.parse(found).map((each) => [each.relname, each.rows]));
}

/** Tables scanned sequentially while `work` runs at its own node. */
async function readWholeBy(database: TestDatabase, work: (app: TestApp) => Promise<unknown>) {
  const before = await rowsReadWhole(database);
  await using app = await buildTestApp({}, { beside: database, clock: manualClock(new Date()) });
  await work(app);
  await app[Symbol.asyncDispose]();
  const after = await rowsReadWhole(database);
  return names.map((name) => `${name}: ${(after.get(name) ?? 0) - (before.get(name) ?? 0)}`);
}

function start(app: TestApp): Promise<unknown> {
  return app.request('GET', '/api/v1/users/me');
}

it.each(states)('no request reads a whole table while the database %s', async (_state, make) => {
  await using database = await createTestDatabase();
  for (const name of names) {
    await runSql(database.connection, `alter table ${name} set (autovacuum_enabled = false)`);
  }
  await make(database);
  // A starting node looks for due work beside requests.
  const byStart = await readWholeBy(database, start);
  expect(await readWholeBy(database, useBoards)).toEqual(byStart);
});

it('due work is found repeatedly without reading all meetings or notes', async () => {
  await using database = await createTestDatabase();
  await fill(database);
  await runSql(database.connection, "update meetings set status = 'closed'");
  await runSql(database.connection, 'analyze');
  const read = await readWholeBy(database, start);
  expect(read).toEqual(expect.arrayContaining(['meetings: 0', 'notes: 0']));
});
