// Attendance that an earlier version stored for anonymous meetings (docs/retro.md R-161).
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { migrateDatabase } from '#server/platform/db/migrate';

import { createOlderDatabase } from './older-database.ts';
import { runSql } from './postgres.ts';

it('is forgotten, and that of named meetings kept', async () => {
  await using database = await createOlderDatabase('0065_together');
  const { connection } = database;
  await runSql(
    connection,
    `insert into users (id, email, password_hash) values (gen_random_uuid(), 'ada@example.com', 'x');
    insert into teams (id, name) values (gen_random_uuid(), 'Crew');
    insert into meetings (id, team_id, owner_id, name, settings, took_part, members_at_end)
      select gen_random_uuid(), teams.id, users.id, 'Retro', settings::jsonb, 3, 3
      from users, teams, (values ('{"anonymous":true}'), ('{"anonymous":false}')) as given(settings);
    insert into actions_counted_meetings (meeting_id, team_id, full_attendance) select id, team_id, true from meetings`,
  );
  await migrateDatabase(connection, { log: pino({ level: 'silent' }) });
  const stored = `select took_part, members_at_end, full_attendance
    from meetings join actions_counted_meetings on meeting_id = id order by settings ->> 'anonymous'`;
  expect(await runSql(connection, stored)).toEqual([
    { took_part: 3, members_at_end: 3, full_attendance: true },
    { took_part: null, members_at_end: null, full_attendance: null },
  ]);
});
