// npm run build -- --out DIR [--without-postgres]: builds a self-contained, read-only folder that runs the product.
// Any user can start it with `node server/dist/main.js`.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from './files.ts';
import { licenceTexts } from './licences.ts';
import { neededPackages, packages } from './packages.ts';
import { buildProductIfStale } from './product-build.ts';
import { NOT_BUNDLED } from './server-build.ts';
import { sourceVersion } from './source-version.ts';

const usage = 'Usage: npm run build -- --out DIR [--without-postgres]';

// Files that the built server reads, at the paths it expects (tools/server-build.ts).
const FOLDERS = [
  'server/dist',
  'server/migrations',
  'server/src/features/suggestions/word-vectors',
  'web/dist',
];

async function build(out: string, withPostgres: boolean): Promise<boolean> {
  if (existsSync(out) && readdirSync(out).length > 0) {
    console.error(`${out} is not empty: name a folder that is, or that is not there yet.`);
    return false;
  }
  if (!(await buildProductIfStale())) return false;
  mkdirSync(out, { recursive: true });
  const server = packages['server'];
  const postgres = Object.keys(server?.optionalDependencies ?? {});
  const modules = neededPackages([...NOT_BUNDLED, ...(withPostgres ? postgres : [])]);
  for (const path of [...FOLDERS, ...modules, 'LICENSE']) {
    cpSync(join(ROOT, path), join(out, path), {
      recursive: true,
      verbatimSymlinks: true,
      // Each needed package is copied separately.
      filter: (source) => !source.slice(join(ROOT, path).length).includes('/node_modules'),
    });
  }
  const description = {
    name: 'wentwell',
    version: sourceVersion().version,
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: {
      start:
        'node --disable-proto=delete --min-semi-space-size=8 --max-semi-space-size=16 server/dist/main.js',
    },
  };
  // Bundling drops licence texts, which most licences require to be shipped.
  writeFileSync(join(out, 'THIRD-PARTY-LICENCES.txt'), licenceTexts());
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  console.log(`Built ${out}. Start it there with: ${description.scripts.start}`);
  return true;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { out: { type: 'string' }, 'without-postgres': { type: 'boolean', default: false } },
});
if (typeof values.out !== 'string' || values.out === '' || positionals.length > 0) {
  console.error(usage);
  process.exitCode = 2;
} else if (!(await build(resolve(values.out), values['without-postgres'] !== true))) {
  process.exitCode = 1;
}
