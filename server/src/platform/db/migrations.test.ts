// A schema change never breaks the previous version, which may still be running.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { migrateDatabase } from '#server/platform/db/migrate';
import { holdTable } from '#test/held-table';
import { createOlderDatabase } from '#test/older-database';

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The version before has the migrations before this one. 0068 lists what the next version drops. */
const firstBound = '0061';

const breaking: readonly (readonly [string, RegExp])[] = [
  // A query without its index is slower but correct.
  ['drops something', /\bDROP\b(?!\s+(?:NOT\s+NULL|INDEX)\b)/i],
  ['renames something', /\bRENAME\b/i],
  ['changes a type', /\bALTER\s+COLUMN\b[^;]*\bTYPE\b/i],
  ['demands a value', /\bSET\s+NOT\s+NULL\b/i],
  ['demands a new column', /\bADD\s+COLUMN\b(?=[^;]*\bNOT\s+NULL\b)(?![^;]*\bDEFAULT\b)/i],
  ['forbids values', /\bADD\s+CONSTRAINT\b[^;]*\b(UNIQUE|CHECK)\b/i],
  ['forbids values', /\bCREATE\s+UNIQUE\s+INDEX\b/i],
];

/** A foreign key that the same migration recreates. */
const remadeKey = /DROP CONSTRAINT ("\w+")(?=[^]*ADD CONSTRAINT \1 FOREIGN KEY)/g;

/** Statements of a migration that break the previous version. Tables unknown to it do not matter. */
function breaks(text: string): string[] {
  const made = [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?("\w+")/gi)].map(
    ([, table]) => table ?? '',
  );
  const statements = text
    .replaceAll(remadeKey, '')
    .split(';')
    .filter((each) => !made.some((table) => new RegExp(`(TABLE|ON) ${table}`, 'i').test(each)));
  return statements.flatMap((statement) =>
    breaking.flatMap(([what, pattern]) => (pattern.test(statement) ? [what] : [])),
  );
}

test.each([
  ['DROP TABLE "notes"', 'drops something'],
  ['ALTER TABLE "notes" DROP COLUMN "content"', 'drops something'],
  ['ALTER TABLE "notes" DROP CONSTRAINT "c"', 'drops something'],
  ['DROP INDEX "c"; DROP TABLE "notes"', 'drops something'],
  ['ALTER TABLE "notes" RENAME COLUMN "content" TO "text"', 'renames something'],
  ['ALTER TABLE "notes" ALTER COLUMN "content" SET DATA TYPE varchar(9)', 'changes a type'],
  ['ALTER TABLE "notes" ALTER COLUMN "content" SET NOT NULL', 'demands a value'],
  ['ALTER TABLE "notes" ADD COLUMN "color" text NOT NULL', 'demands a new column'],
  ['ALTER TABLE "notes" ADD CONSTRAINT "c" UNIQUE("content")', 'forbids values'],
  ['CREATE UNIQUE INDEX "c" ON "notes" USING btree ("content")', 'forbids values'],
])('%s breaks the version before', (statement, what) => {
  expect(breaks(`${statement};`)).toEqual([what]);
});

test.each([
  'ALTER TABLE "notes" ADD COLUMN "color" text',
  `ALTER TABLE "notes" ADD COLUMN "color" text DEFAULT 'red' NOT NULL`,
  'ALTER TABLE "notes" ALTER COLUMN "content" DROP NOT NULL',
  'CREATE INDEX "c" ON "notes" USING btree ("content")',
  'DROP INDEX "c"',
  'ALTER TABLE "notes" DROP CONSTRAINT "c"; ALTER TABLE "notes" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id")',
  'CREATE TABLE "colors" ("name" text NOT NULL); CREATE UNIQUE INDEX "c" ON "colors" ("name")',
])('%s does not', (statement) => {
  expect(breaks(`${statement};`)).toEqual([]);
});

const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const bound = files.filter((name) => name >= firstBound);

/** Removes what a released program does not use, and excludes older programs. */
const raisesFloor = /UPDATE\s+"schema_floor"/i;

test.each(bound)('%s only adds, or raises the floor', (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  expect(raisesFloor.test(text) ? [] : breaks(text)).toEqual([]);
});

/** Times of the migrations that the schema names as the oldest allowed program's. */
function floorsIn(text: string): number[] {
  return [...text.matchAll(/"?schema_floor"?[^;]*?(\d{13})/g)].map(([, when]) => Number(when));
}

test('a migration names the oldest program that may run on the schema, never an older one than before', () => {
  const journal: unknown = JSON.parse(
    readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'),
  );
  const { entries } = z.object({ entries: z.array(z.object({ when: z.number() })) }).parse(journal);
  const floors = files.flatMap((name) => floorsIn(readFileSync(path.join(folder, name), 'utf8')));
  expect(floors.length).toBeGreaterThan(0);
  expect(entries.map(({ when }) => when)).toEqual(expect.arrayContaining(floors));
  expect(floors).toEqual(floors.toSorted((a, b) => a - b));
});

test.each(['notes', 'votes'])(
  'the upgrade waits for %s without a lock that a node of the version before needs, and continues after a break',
  async (table) => {
    const first = bound[0]?.replace('.sql', '');
    await using database = await createOlderDatabase(first);
    // Its transactions lock the tables in their own order.
    await using held = await holdTable(database, table);
    const migrate = () => migrateDatabase(database.connection, { log: pino({ level: 'silent' }) });
    const interrupted = expect(migrate()).rejects.toThrow();
    await held.untilWaiting(1);
    await held.failWaiting();
    await interrupted;
    const migrating = migrate();
    await held.untilWaiting(1);
    for (const other of ['teams', 'meetings', 'comments', 'check_ins']) {
      await held.run(`select from ${other}`);
    }
    await held.release();
    expect((await migrating).length).toBeGreaterThan(0);
  },
);
