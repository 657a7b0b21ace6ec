// A schema change never breaks the program of the version before it, which may still be running.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The migrations before this one were made before anything was released. */
const firstBound = '0004';

const breaking: readonly (readonly [string, RegExp])[] = [
  // A query without its index is slower, and answers the same.
  ['drops something', /\bDROP\b(?!\s+(?:NOT\s+NULL|INDEX)\b)/i],
  ['renames something', /\bRENAME\b/i],
  ['changes a type', /\bALTER\s+COLUMN\b[^;]*\bTYPE\b/i],
  ['demands a value', /\bSET\s+NOT\s+NULL\b/i],
  ['demands a new column', /\bADD\s+COLUMN\b(?=[^;]*\bNOT\s+NULL\b)(?![^;]*\bDEFAULT\b)/i],
  ['forbids values', /\bADD\s+CONSTRAINT\b[^;]*\b(UNIQUE|CHECK)\b/i],
  ['forbids values', /\bCREATE\s+UNIQUE\s+INDEX\b/i],
];

/** What in a migration the version before cannot work with. Tables that it does not know are nobody's concern. */
function breaks(text: string): string[] {
  const made = [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?("\w+")/gi)].map(
    ([, table]) => table ?? '',
  );
  const statements = text
    .split(';')
    .filter((each) => !made.some((table) => new RegExp(`(TABLE|ON) ${table}`, 'i').test(each)));
  return statements.flatMap((statement) =>
    breaking.flatMap(([what, pattern]) => (pattern.test(statement) ? [what] : [])),
  );
}

test.each([
  ['DROP TABLE "notes"', 'drops something'],
  ['ALTER TABLE "notes" DROP COLUMN "content"', 'drops something'],
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
  'CREATE TABLE "colors" ("name" text NOT NULL); CREATE UNIQUE INDEX "c" ON "colors" ("name")',
])('%s does not', (statement) => {
  expect(breaks(`${statement};`)).toEqual([]);
});

const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstBound);

test.each(files)('%s only adds', (name) => {
  expect(breaks(readFileSync(path.join(folder, name), 'utf8'))).toEqual([]);
});
