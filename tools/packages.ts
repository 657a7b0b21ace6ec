// Resolves packages of the lockfile like npm.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ROOT } from './files.ts';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

/** Keyed by path from the root. The root's key is ''. */
export const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')),
);

/** Names of the package's direct dependencies. */
export function dependenciesOf(path: string): string[] {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** Paths of the packages and their transitive dependencies, if installed. */
export function neededPackages(names: readonly string[]): Set<string> {
  const needed = new Set<string>();
  function need(name: string, from: string): void {
    const path = placeOf(name, from);
    // Packages for other platforms are not installed.
    if (path === null || needed.has(path) || !existsSync(join(ROOT, path))) return;
    needed.add(path);
    for (const each of dependenciesOf(path)) need(each, path);
  }
  for (const name of names) need(name, '');
  return needed;
}

/** Resolves the package from the folder of another one. */
function placeOf(name: string, from: string): string | null {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (place === '') return null;
  }
}
