// Every row of a team names it, so that the database can be distributed by team (docs/scaling.md).
import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { boardRecords } from '#server/board/board-records.table';
import { migrateDatabase } from '#server/platform/db/migrate';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { holdTable } from '#test/held-table';
import { createOlderDatabase } from '#test/older-database';
import { createTestDatabase, runSql, type TestDatabase } from '#test/postgres';

const log = pino({ level: 'silent' });
const migration = '0033_team_of_board_rows';

/** Tables of a person, a connection or the installation, and the directory that finds the rest. */
const ofNoTeam = [
  'audit_entries',
  'backup_runs',
  'board_heads',
  'database_identity',
  'deaf_nodes',
  'health_probe',
  'identities',
  'live_tickets',
  'login_failures',
  'login_sources',
  'mail_outbox',
  'password_resets',
  'pending_links',
  'provider_sign_ins',
  'quotas',
  'receipts',
  'registrations',
  'schema_floor',
  'session_tokens',
  'sessions',
  'spectator_sessions',
  'spectator_tickets',
  'teams',
  'users',
  'verifications',
];

/** Unique keys without the team, which no table can keep that is distributed by it. */
const keysWithoutTeam = [
  'actions (id)',
  'actions_counted_meetings (meeting_id)',
  'agreements (id)',
  'ai_summaries (meeting_id)',
  'board_changes (meeting_id, seq)',
  'board_events (meeting_id, seq)',
  'board_records (meeting_id, type, id)',
  'catch_up_additions (id)',
  'check_in_turns (meeting_id, user_id)',
  'check_ins (meeting_id)',
  'comments (meeting_id, id)',
  'groups (meeting_id, id)',
  'guest_links (id)',
  'guest_links (meeting_id)',
  'guest_links (secret_hash)',
  'invitations (id)',
  'invitations (token_hash)',
  'meetings (id)',
  'notes (id)',
  'reactions (note_id, emoji, user_id)',
  'ready_marks (meeting_id, user_id)',
  'spectator_links (id)',
  'spectator_links (meeting_id)',
  'spectator_links (secret_hash)',
  'templates (id)',
  'unnamed_reactions (note_id, emoji, author_hash)',
  'votes (user_id, note_id)',
  'votes_finished (meeting_id, user_id)',
];

const Names = z.array(z.object({ name: z.string() }));
const Counts = z.array(z.object({ name: z.string(), count: z.coerce.number() }));

it('each team table has the team in every row', async () => {
  await using database = await createTestDatabase();
  const rows = await runSql(
    database.connection,
    `select table_name as name from information_schema.tables each
      where table_schema = 'public' and table_type = 'BASE TABLE' and not exists (
        select from information_schema.columns c where c.table_schema = 'public'
          and c.table_name = each.table_name and c.column_name = 'team_id' and c.is_nullable = 'NO')
      order by 1`,
  );
  expect(Names.parse(rows).map(({ name }) => name)).toEqual(ofNoTeam);
});

it('each further unique key of a team table names the team', async () => {
  await using database = await createTestDatabase();
  const rows = await runSql(
    database.connection,
    `select indrelid::regclass || ' (' || string_agg(key.attname, ', ' order by key.attnum) || ')' as name
      from pg_index join pg_attribute key on key.attrelid = indexrelid
        join pg_attribute team on team.attrelid = indrelid and team.attname = 'team_id'
        join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
      where indisunique and not team.attnum = any(indkey)
      group by indexrelid, indrelid order by 1`,
  );
  expect(Names.parse(rows).map(({ name }) => name)).toEqual(keysWithoutTeam);
});

it('a planned meeting takes its rows to another team', async () => {
  await using app = await buildTestApp();
  const owner = await buildUser(app);
  const team = await buildTeam(app, { admin: owner });
  const other = await buildTeam(app, { admin: owner });
  const meeting = await buildMeeting(app, { owner, team, status: 'planned' });
  const path = `/api/v1/meetings/${meeting.id}`;
  const put = (body: object) => app.put(owner, path, body);
  expect((await put({ name: 'Renamed' })).status).toBe(200);
  await app.db.insert(boardRecords).values({
    meetingId: meeting.id,
    teamId: team.id,
    type: 'of_a_newer_version',
    id: 'one',
    shape: 1,
    body: {},
  });
  expect((await app.post(owner, `${path}/spectator-link`)).status).toBe(201);
  expect((await put({ team_id: other.id })).status).toBe(200);
  for (const table of ['board_changes', 'board_records', 'check_ins', 'spectator_links']) {
    const { rows } = await app.db.execute(
      sql`select distinct team_id as name from ${sql.identifier(table)} where meeting_id = ${meeting.id}`,
    );
    expect(rows, table).toEqual([{ name: other.id }]);
  }
});

const user = randomUUID();
const team = randomUUID();
const meeting = randomUUID();
const note = randomUUID();

/** Rows as inserted by a program that does not name the team. `n` makes them distinct. */
function rowsOfBoard(n: number): string {
  return `
    insert into board_events (meeting_id, seq, event) values ('${meeting}', ${n}, '{"type":"pong"}');
    insert into comments (id, meeting_id, note_id, author_id, content)
      values (gen_random_uuid(), '${meeting}', '${note}', '${user}', 'x');
    insert into groups (id, meeting_id, title, title_is_custom, column_id)
      values (gen_random_uuid(), '${meeting}', 'x', false, 'went_well');
    insert into reactions (meeting_id, note_id, user_id, emoji)
      values ('${meeting}', '${note}', '${user}', '${n}');`;
}

const board = `
  insert into users (id, email, password_hash) values ('${user}', 'ada@example.com', 'x');
  insert into teams (id, name) values ('${team}', 'Crew');
  insert into meetings (id, team_id, owner_id, name, settings, epoch) values ('${meeting}', '${team}', '${user}', 'Retro', '{}', gen_random_uuid());
  insert into notes (id, meeting_id, team_id, author_id, content, note_type, hidden, position)
    values ('${note}', '${meeting}', '${team}', '${user}', 'x', 'went_well', false, 1);`;

/** The history of events was removed later. */
const filled = ['comments', 'groups', 'reactions'];

async function rowsOfTeam({ connection }: TestDatabase) {
  const counts = filled.map(
    (name) => `select '${name}' as name, count(*) from ${name} where team_id = '${team}'`,
  );
  return Counts.parse(await runSql(connection, counts.join(' union all ')));
}

it('rows of an older version get their meeting’s team, including those added meanwhile', async () => {
  await using database = await createOlderDatabase(migration);
  const { connection } = database;
  const orphan = `insert into board_events (meeting_id, seq, event) values ('${randomUUID()}', 1, '{"type":"pong"}')`;
  await runSql(connection, `${board} ${rowsOfBoard(1)} ${orphan}`);
  expect(await migrateDatabase(connection, { log })).toContain(migration);
  await runSql(connection, rowsOfBoard(2));
  expect(await rowsOfTeam(database)).toEqual(filled.map((name) => ({ name, count: 2 })));
});

it('an interrupted migration continues when run again', async () => {
  await using database = await createOlderDatabase(migration);
  const { connection } = database;
  await runSql(connection, `${board} ${rowsOfBoard(1)}`);
  await runSql(connection, 'alter table votes_finished add team_id integer');
  await expect(migrateDatabase(connection, { log })).rejects.toThrow(
    `the migration ${migration} failed, and what was done before is kept`,
  );
  await runSql(connection, rowsOfBoard(2));
  await runSql(connection, 'alter table votes_finished drop team_id cascade');
  expect(await migrateDatabase(connection, { log })).toContain(migration);
  expect(await rowsOfTeam(database)).toEqual(filled.map((name) => ({ name, count: 2 })));
});

it('it waits for no lock while holding one that others need', async () => {
  await using database = await createOlderDatabase(migration);
  const { connection } = database;
  await runSql(connection, `${board} ${rowsOfBoard(1)}`);
  // A concurrent transaction reads the migrated tables in another order.
  await using held = await holdTable(database, 'votes');
  const migrating = migrateDatabase(connection, { log });
  await held.untilWaiting(1);
  await held.run('select from comments');
  await held.run('select from board_events');
  await held.release();
  expect(await migrating).toContain(migration);
});
