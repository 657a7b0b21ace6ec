// Bundles the server into a few JavaScript files instead of thousands of modules. Loading takes a third of the time and
// half of the memory (docs/decisions/0017-the-built-server.md).
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { ROOT } from './files.ts';
import { writeServerVersion } from './source-version.ts';
import { buildIfStale } from './stale-build.ts';

const SOURCES = join(ROOT, 'server/src');
const BUILT = join(ROOT, 'server/dist');

// Entry points: the process and the operator's commands …
const PROGRAMS = [
  'main.ts',
  'commands/superuser.ts',
  'commands/user.ts',
  'commands/anonymity.ts',
  'commands/doctor.ts',
  'commands/migrate.ts',
  'commands/renew-epochs.ts',
  'commands/backup.ts',
  'commands/restore.ts',
  'commands/verify.ts',
];
// … and a worker thread.
const THREADS = ['features/suggestions/comparison-thread.ts'];

/** Native code, and packages that read their own files. */
export const NOT_BUNDLED = ['@node-rs/argon2', '@fastify/swagger-ui'];

/**
 * Modules of unused library features, replaced by empty modules: folder listings of @fastify/static, and JSON Schema
 * compilation of Fastify.
 */
const UNUSED = ['glob', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/** Returns true if the build is up to date. */
export async function buildServerIfStale(): Promise<boolean> {
  const isBuilt = await buildIfStale({
    name: 'the server',
    folder: 'server/dist',
    sources: ['server/src', 'contract/src'],
    tool: 'node_modules/rolldown/package.json',
    build,
  });
  if (isBuilt) writeServerVersion(BUILT);
  return isBuilt;
}

async function build(): Promise<boolean> {
  const { rolldown } = await import('rolldown');
  // Replace the previous build only when the new one is complete.
  const unfinished = `${BUILT}-${process.pid}`;
  const bundle = await rolldown({
    cwd: join(ROOT, 'server'),
    input: {
      ...inputs(PROGRAMS, (entry) => `${CHECKED}${entry}`),
      ...inputs(THREADS, (entry) => join(SOURCES, entry)),
    },
    platform: 'node',
    external: NOT_BUNDLED,
    plugins: [sourcePlaces, checkedPrograms, unusedPackages],
  });
  try {
    await bundle.write({
      dir: unfinished,
      format: 'esm',
      entryFileNames: '[name].js',
      comments: false,
      // Keep lines and names for readable stack traces. V8 keeps sources in memory, with two bytes per character if any
      // needs two. Escaping non-ASCII characters halves that.
      minify: {
        compress: false,
        mangle: false,
        codegen: { removeWhitespace: false, asciiOnly: true },
      },
    });
    rmSync(BUILT, { recursive: true, force: true });
    mkdirSync(join(BUILT, '..'), { recursive: true });
    renameSync(unfinished, BUILT);
    return true;
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    await bundle.close();
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** All output files are in one folder, so the name is the file name. */
function inputs(
  entries: readonly string[],
  place: (entry: string) => string,
): Record<string, string> {
  const builtName = (entry: string) => entry.slice(entry.lastIndexOf('/') + 1, -'.ts'.length);
  return Object.fromEntries(entries.map((entry) => [builtName(entry), place(entry)]));
}

const CHECKED = 'checked:';
const EMPTY = 'empty:';

/**
 * Entry points check Node's version before loading anything else. With an older version, modules would fail with a
 * stack trace.
 */
const checkedPrograms = {
  name: 'checked-programs',
  resolveId: {
    filter: { id: new RegExp(`^${CHECKED}`) },
    handler: (id: string) => id,
  },
  load: {
    filter: { id: new RegExp(`^${CHECKED}`) },
    handler(id: string): string {
      const program = JSON.stringify(join(SOURCES, id.slice(CHECKED.length)));
      const check = JSON.stringify(join(SOURCES, 'platform/require-node.ts'));
      return `import ${check};\nawait import(${program});\n`;
    },
  },
};

const unusedPackages = {
  name: 'unused-packages',
  resolveId: {
    filter: { id: new RegExp(`^(${UNUSED.join('|')})$`) },
    handler: (id: string) => `${EMPTY}${id}`,
  },
  load: {
    filter: { id: new RegExp(`^${EMPTY}`) },
    handler: () => 'export {};',
  },
};

/**
 * Makes bundled modules resolve their files relative to the source's location. Worker threads resolve to the built
 * files.
 */
const sourcePlaces = {
  name: 'source-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code: string, id: string): string | null {
      if (!id.startsWith(`${SOURCES}${sep}`)) return null;
      const place = relative(BUILT, id).replaceAll(sep, '/');
      return code
        .replaceAll(/new URL\('([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('$1.js', $here)")
        .replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`)
        .replaceAll('$here', 'import.meta.url');
    },
  },
};

/** Vitest global setup for tests that start the product. */
export default async function buildBeforeTests(): Promise<void> {
  if (!(await buildServerIfStale())) throw new Error('The server could not be built.');
}

if (import.meta.main && !(await buildServerIfStale())) process.exitCode = 1;
