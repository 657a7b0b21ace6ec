// A database of a program with fewer migrations.
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { applyMigrations, knownMigrations } from '#server/platform/db/migrate';

import { createTestDatabase, runSql, type TestDatabase } from './postgres.ts';

/** An empty database with the migrations before this one; by default before the newest. */
export async function createOlderDatabase(tag?: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await runSql(
    database.connection,
    'drop schema public cascade; create schema public; drop schema drizzle cascade',
  );
  const known = await knownMigrations();
  const place = tag === undefined ? -1 : known.findIndex((each) => each.tag === tag);
  const through = known.at(place - 1)?.when;
  if (through === undefined) throw new Error('no migration before it');
  const client = new pg.Client(database.connection);
  await client.connect();
  await applyMigrations(drizzle(client), { through });
  await client.end();
  return database;
}
