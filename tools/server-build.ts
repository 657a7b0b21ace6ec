// Builds the server as it runs: a few JavaScript files in place of some thousand modules, which a process needs a third
// of the time and half of the memory to load (docs/decisions/0017-the-built-server.md).
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { ROOT } from './files.ts';
import { writeServerVersion } from './source-version.ts';
import { buildIfStale } from './stale-build.ts';

const SOURCES = join(ROOT, 'server/src');
const BUILT = join(ROOT, 'server/dist');

// Programs that are started by their own name: the process and the operator's commands …
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
// … and a thread of the process.
const THREADS = ['features/suggestions/comparison-thread.ts'];

/** Native code, and packages that read files of their own. */
export const NOT_BUNDLED = ['@node-rs/argon2', '@fastify/swagger-ui'];

/**
 * Modules that libraries load for something that this server does not ask them for: empty modules take their place.
 * @fastify/static would list folders by the one, Fastify would compile JSON Schema by the others.
 */
const UNUSED = ['glob', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/** Answers whether there is a server of the present sources. */
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
  // Only a whole build takes the place of the one before.
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
      // Lines and names stay, for readable stack traces. V8 keeps the text of a file in memory, with two bytes for each
      // character if one of them needs two: escaping the few signs outside ASCII halves it.
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

/** All built files lie in one folder. */
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
 * A program asks for its version of Node before it loads anything: its modules name what an older one does not have, and
 * would end in a stack trace.
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
 * Modules look for the files that belong to them from where their source lies: the built ones look there, too. What they
 * start is built itself.
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

/** Before tests that start the product. */
export default async function buildBeforeTests(): Promise<void> {
  if (!(await buildServerIfStale())) throw new Error('The server could not be built.');
}

if (import.meta.main && !(await buildServerIfStale())) process.exitCode = 1;
