// Every row of a team names it, so that the database can be distributed by team (docs/scaling.md).
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { boardRecords } from '#server/board/board-records.table';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { createTestDatabase, runSql } from '#test/postgres';

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
