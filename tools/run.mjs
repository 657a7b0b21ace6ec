// The one door to every root command: `npm start`, `npm test`, … all come here.
// Plain JavaScript that runs under Node 20 with nothing installed: it installs what the lockfile
// says, then hands over to the pinned Node 24. What a task does lives in the files it names.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');
/** Every process after the first finds its code compiled. Where the folder cannot be written there is no cache. */
const COMPILED = join(ROOT, '.cache', 'compiled');
/** Marks an install of the product alone and holds the hash of its lockfile. */
const PRODUCT_ONLY = join(ROOT, 'node_modules', '.product-only');
const OLDEST_NODE = 20;
const PINNED_NODE = 24;
const PINNED = join(
  ROOT,
  'node_modules',
  `node-${process.platform}-${process.arch}`,
  'bin',
  'node',
);

/** Each task is a list of programs, run one after another by the pinned Node. @type {Record<string, string[][]>} */
const TASKS = {
  start: [
    ['tools/product-build.ts'],
    [
      '--disable-proto=delete',
      '--min-semi-space-size=8',
      '--max-semi-space-size=16',
      'server/dist/main.js',
    ],
  ],
  dev: [['tools/dev.ts']],
  build: [['tools/build.ts']],
  check: [['tools/check.ts']],
  sbom: [['tools/sbom.ts']],
  fix: [['tools/fix.ts']],
  test: [['tools/test.ts']],
  nightly: [['tools/test.ts', '--nightly']],
  e2e: [['tools/test.ts', '--only=e2e']],
  cluster: [['tools/product-build.ts'], ['tools/debian.ts'], ['reliability/cluster.ts']],
  chaos: [['tools/server-build.ts'], ['reliability/chaos.ts']],
  bench: [['tools/product-build.ts'], ['bench/bench.ts']],
  'bench:growth': [['tools/server-build.ts'], ['bench/growth.ts']],
  superuser: [['tools/server-build.ts'], ['server/dist/superuser.js']],
  user: [['tools/server-build.ts'], ['server/dist/user.js']],
  anonymity: [['tools/server-build.ts'], ['server/dist/anonymity.js']],
  doctor: [['tools/server-build.ts'], ['server/dist/doctor.js']],
  migrate: [['tools/server-build.ts'], ['server/dist/migrate.js']],
  'renew-epochs': [['tools/server-build.ts'], ['server/dist/renew-epochs.js']],
  'upgrade-check': [['tools/upgrade-check.ts']],
  backup: [['tools/server-build.ts'], ['server/dist/backup.js']],
  restore: [['tools/server-build.ts'], ['server/dist/restore.js']],
  verify: [['tools/server-build.ts'], ['server/dist/verify.js']],
  'db:generate': [
    ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config=server/drizzle.config.ts'],
  ],
};

/** Operator tasks. They need no packages for checks, tests and benches. A built product needs no build packages either. */
const PRODUCT_TASKS = new Set([
  'start',
  'superuser',
  'user',
  'anonymity',
  'doctor',
  'migrate',
  'renew-epochs',
  'backup',
  'restore',
  'verify',
]);

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) {
  stop(`Wentwell needs Node ${OLDEST_NODE} or newer to begin; this is ${process.version}.
Install Node ${PINNED_NODE} from https://nodejs.org and run the command again.`);
}

const [name = '', ...rest] = process.argv.slice(2);
const programs = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
if (!programs) {
  stop(`Unknown task "${name}". There are: ${Object.keys(TASKS).join(', ')}.`);
}

installWhenNeeded();
const node = findPinnedNode();
for (const [index, program] of programs.entries()) {
  const last = index === programs.length - 1;
  const code = await runInForeground(node, last ? [...program, ...rest] : program);
  if (code !== 0) process.exit(code);
}

function installWhenNeeded() {
  const missing = whatIsMissing();
  const reason = missing ?? whyInstall();
  if (!reason) return;
  // Not to the standard output, which a list of packages may go to.
  console.error(`Installing packages (${reason}) …`);
  const npm = process.env.npm_execpath ?? '';
  // No package here needs its install script, so none may run. --include=dev: building the site
  // needs vite even where NODE_ENV=production is set.
  // `npm ci` removes node_modules first, which a server of this folder may be running from.
  const how = missing ? ['install', '--no-save'] : ['ci'];
  const args = [...how, '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit'];
  const isProductOnly = PRODUCT_TASKS.has(name);
  if (isProductOnly) {
    const parts = ['contract', 'server', 'web', ...(major < PINNED_NODE ? ['tools/node'] : [])];
    args.push(...parts.map((part) => `--workspace=${part}`));
  }
  const options = /** @type {const} */ ({ cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
  const done = npm.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (done.status === 0) {
    if (isProductOnly) writeFileSync(PRODUCT_ONLY, lockHash());
    else rmSync(PRODUCT_ONLY, { force: true });
    return;
  }
  stop(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}
\`npm ${how.join(' ')}\` failed (see above). It needs the npm registry, or a filled npm cache.`);
}

/** @returns {string | undefined} What an install of the product alone, as the lockfile says, lacks. */
function whatIsMissing() {
  if (!isProductInstalled()) return undefined;
  if (!PRODUCT_TASKS.has(name)) return `those that "${name}" needs`;
  if (major < PINNED_NODE && !existsSync(PINNED)) return `Node ${PINNED_NODE}`;
  return undefined;
}

function isProductInstalled() {
  return existsSync(PRODUCT_ONLY) && readFileSync(PRODUCT_ONLY, 'utf8') === lockHash();
}

/**
 * Compares the lockfile with npm's own record of what lies in node_modules. npm writes that record
 * last, so an interrupted install has none; one made by hand with `npm ci` counts as well.
 */
function whyInstall() {
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'the first time, about half a minute';
  const isProductOnly = existsSync(PRODUCT_ONLY);
  if (isProductOnly && !isProductInstalled()) return 'the lockfile changed';
  /** @param {string} file @returns {Record<string, Record<string, any>>} */
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  const installed = packagesOf(record);
  // Left by `npm ci --omit=dev`, and enough: installing the rest would delete it first.
  const isPruned = !Object.values(installed).some(({ dev }) => dev);
  const omitsDev = isPruned && PRODUCT_TASKS.has(name);

  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue;
    const found = installed[path];
    const isNeeded =
      !isProductOnly && !entry.optional && !entry.devOptional && !(entry.dev && omitsDev);
    if (!found && isNeeded) return 'the lockfile changed';
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) {
      return 'the lockfile changed';
    }
  }
  for (const [path, { os, cpu }] of Object.entries(installed)) {
    if (!wanted[path]) return 'the lockfile changed';
    const fits = (os ?? [process.platform]).includes(process.platform);
    if (!fits || !(cpu ?? [process.arch]).includes(process.arch)) {
      return 'node_modules belongs to another platform';
    }
  }
  return undefined;
}

function lockHash() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  return createHash('sha256').update(lock).digest('hex');
}

function findPinnedNode() {
  // Asked for its version because a binary for another libc is there and yet does not run.
  if (existsSync(PINNED) && spawnSync(PINNED, ['--version']).status === 0) return PINNED;
  if (major >= PINNED_NODE) return process.execPath;
  return stop(`Wentwell runs on Node ${PINNED_NODE}; this is ${process.version}, and node_modules has none that runs on \
${process.platform}-${process.arch}.
Install it from https://nodejs.org (macOS: brew install node@${PINNED_NODE}) and run the command again.`);
}

/**
 * Runs a program and resolves with its exit code. Forwards SIGTERM and SIGHUP, and SIGINT without a
 * terminal: a terminal sends it to the child itself. Waits for the child, so that none is orphaned.
 * @param {string} command @param {string[]} args @returns {Promise<number>}
 */
function runInForeground(command, args) {
  const path = `${BIN}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      // The server needs 10 MB less with one heap for the C++ code of all threads (docs/decisions/0017-the-built-server.md).
      ...(name === 'start' && { MALLOC_ARENA_MAX: '1' }),
      ...process.env,
      PATH: path,
    },
  });
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, passOn);
  // A SIGTERM to npm ends the shell between npm and us, and reaches us only as a changed parent. npm itself does
  // not wait then: where that matters (a container's first process), this file is started without npm.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  return new Promise((resolve) => {
    child.once('error', (error) => stop(`Could not run ${command}: ${error.message}`));
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, passOn);
      clearInterval(watch);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}
