import { expect, it } from 'vitest';

import { openDatabase } from '#server/platform/db/database';
import { collectLog } from '#test/collect-log';
import { createTestDatabase, runSql } from '#test/postgres';

import { renewEpochs } from './epochs.ts';

const boards = 4500;
const makeBoards = `
  insert into users (id, email, password_hash) values (md5('user')::uuid, 'ada@example.com', '');
  insert into teams (id, name) values (md5('team')::uuid, 'Rocket');
  insert into meetings (id, team_id, owner_id, name, settings)
    select md5(n::text)::uuid, md5('team')::uuid, md5('user')::uuid, 'Retro', '{}'
    from generate_series(1, ${boards}) as n;
  update board_heads set epoch = md5('old')::uuid, seq = 7`;
const refuseLongStatements = `
  create function refuse() returns trigger language plpgsql as $$
  begin
    if (select count(*) from renewed) > 2000 then raise 'too many boards in one statement'; end if;
    return null;
  end $$;
  create trigger refuse after update on board_heads referencing new table as renewed
    for each statement execute function refuse()`;

it('renews every board, at most 2,000 per statement', async () => {
  await using database = await createTestDatabase();
  const { connection } = database;
  await runSql(connection, makeBoards);
  await runSql(connection, refuseLongStatements);
  const db = openDatabase(connection, { log: collectLog('warn').log });
  try {
    expect(await db.write((tx) => renewEpochs(tx))).toBe(boards);
    const left = `select from board_heads where epoch = md5('old')::uuid or epoch_seq is distinct from seq`;
    expect(await runSql(connection, left)).toEqual([]);
    expect(await runSql(connection, 'select distinct epoch from board_heads')).toHaveLength(boards);
  } finally {
    await db.close();
  }
});
