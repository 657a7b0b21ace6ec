// Proves that the folder of `npm run build` holds all that the product needs.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { ROOT } from './files.ts';
import { sourceVersion } from './source-version.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const nobody = 65_534;
// A superuser may write everywhere: the product runs as somebody else.
const isRoot = process.getuid?.() === 0;
const account = isRoot ? { uid: nobody, gid: nobody } : {};

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'tools/build.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: Number(code), out, err };
}

/** The lists of strings in deploy/Dockerfile: what its health check runs, and what the container does. */
const [healthCommand, startCommand] = [
  ...readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').matchAll(/CMD (\[.*\])$/gm),
].map(([, list]) => z.array(z.string()).parse(JSON.parse(list ?? '')));

/** The exit code of the container's health check. */
async function healthCheck(port: number): Promise<number> {
  const [, ...args] = healthCommand ?? [];
  const env = { ...process.env, PORT: String(port) };
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
  return Number(code);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('npm run build', () => {
  let folder = '';
  let out = '';
  let dataDir = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ww-build-'));
    chmodSync(folder, 0o755);
    out = join(folder, 'wentwell');
    dataDir = await mkdtemp(join(tmpdir(), 'ww-built-data-'));
    if (isRoot) await chown(dataDir, nobody, nobody);
    const built = await run(['--out', out]);
    expect(built.err).toBe('');
    expect(built.code).toBe(0);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });

  async function stop(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(code).toBe(0);
  }

  it('creates a self-contained folder, for an account that may not write to it', async () => {
    const port = await freePort();
    const env = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, DEMO: 'off' };
    const [, ...args] = startCommand ?? [];
    const child = spawn(process.execPath, args, {
      cwd: out,
      env,
      ...account,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    await expect.poll(() => output, { timeout: 60_000 }).toContain('Wentwell is ready');
    const at = `http://localhost:${port}`;
    const page = await fetch(`${at}/`);
    expect(await page.text()).toContain('<title>');
    const docs = await fetch(`${at}/api/docs/`);
    expect(docs.status).toBe(200);
    expect(await healthCheck(port)).toBe(0);
    await stop(child);
    expect(await healthCheck(port)).toBe(1);
  });

  it('names the required Node in one line when started by an older one', async () => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })";
    for (const program of ['main', 'user', 'backup']) {
      const child = spawn(
        process.execPath,
        ['--import', `data:text/javascript,${older}`, `server/dist/${program}.js`],
        { cwd: out, env: {}, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect(code).toBe(1);
      expect(err).toMatch(/^Wentwell runs on Node \d+ or newer; this is v.*\n$/);
    }
  });

  it('shows its version and commit', () => {
    const { version, commit } = sourceVersion();
    const printed = execFileSync(process.execPath, ['server/dist/main.js', '--version'], {
      cwd: out,
      encoding: 'utf8',
    });
    expect(printed).toMatch(/^Wentwell \d+\.\d+\.\d+\S*(, commit \w+)?\n$/);
    expect(printed).toContain(version);
    expect(printed).toContain(commit);
  });

  it('contains the needed packages, and none for builds or tests', async () => {
    const names = await readdir(join(out, 'node_modules'));
    expect(names).toContain('@node-rs');
    expect(names).not.toContain('vite');
    expect(names).not.toContain('react');
    expect(names).not.toContain('fastify');
    const licences = readFileSync(join(out, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    expect(licences).toMatch(/^fastify /m);
  });

  it('leaves a non-empty folder alone and prints its usage', async () => {
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const refused = await run(['--out', folder]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('is not empty');
    expect((await readdir(folder)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'mine.txt',
      'wentwell',
    ]);
    const misread = await run([]);
    expect(misread.code).toBe(2);
    expect(misread.err).toContain('npm run build -- --out DIR');
  });
});
