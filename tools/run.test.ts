// `npm start` as an operator's machine has it: what is installed and built stays as it is, and the start waits for
// the server's end.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ROOT } from './files.ts';

const entry = (version: string, dev?: true) => ({
  version,
  integrity: `sha-${version}`,
  ...(dev && { dev }),
});
const wanted = {
  'node_modules/fastify': entry('5.0.0'),
  'node_modules/vite': entry('7.0.0', true),
  'node_modules/rolldown': entry('1.0.0', true),
};
const pruned = { 'node_modules/fastify': entry('5.0.0') };

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ww-run-'));
  await mkdir(join(root, 'tools'));
  for (const name of [
    'run.mjs',
    'product-build.ts',
    'site.ts',
    'server-build.ts',
    'source-version.ts',
    'stale-build.ts',
    'files.ts',
    'run-tool.ts',
  ]) {
    await cp(join(ROOT, 'tools', name), join(root, 'tools', name));
  }
  await put('package.json', '{"type":"module"}');
  await put('package-lock.json', JSON.stringify({ packages: wanted }));
  await put('web/src/main.ts', 'site');
  await put('contract/src/notes/notes.ts', 'contract');
  // A build tool that leaves its mark, and an npm that must not be called.
  await put(
    'node_modules/vite/bin/vite.js',
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('dist', { recursive: true });
     writeFileSync('dist/index.html', 'built');`,
  );
  await put('node_modules/vite/package.json', '{"type":"module"}');
  // A fake bundler that ignores its options and copies the entry point.
  await put(
    'node_modules/rolldown/index.js',
    `import { cpSync } from 'node:fs';
     const main = new URL('../../server/src/main.ts', import.meta.url);
     export const rolldown = async () => ({
       write: ({ dir }) => cpSync(main, dir + '/main.js'),
       close: () => undefined,
     });`,
  );
  await put('node_modules/rolldown/package.json', '{"type":"module","main":"index.js"}');
  await put('bin/npm', '#!/bin/sh\necho npm was called >&2\nexit 1\n');
  await chmod(join(root, 'bin/npm'), 0o755);
  await put('server/src/main.ts', `console.log('the server runs');`);
  await installed(wanted);
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function installed(packages: object): Promise<void> {
  return put('node_modules/.package-lock.json', JSON.stringify({ packages }));
}

/** Removes what `npm ci --omit=dev` leaves out. */
async function prune(): Promise<void> {
  await installed(pruned);
  for (const name of ['vite', 'rolldown']) {
    await rm(join(root, 'node_modules', name), { recursive: true });
  }
}

/** Only the door believes it: it is the one that may run under an older Node. */
const asNode22 = `data:text/javascript,
  const versions = { ...process.versions, node: '22.0.0' };
  Object.defineProperty(process, 'versions', { value: versions });`;

function start(
  task = 'start',
  options: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> {
  const path = `${join(root, 'bin')}${delimiter}${process.env['PATH']}`;
  return spawn(process.execPath, [...options, join(root, 'tools/run.mjs'), task], {
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(task = 'start', options: readonly string[] = []) {
  const child = start(task, options);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: Number(code), out, err };
}

const runs = { code: 0, out: 'the server runs\n', err: '' };

describe('npm start', () => {
  it('builds once, and neither installs nor builds without changes', async () => {
    expect((await run()).out).toBe('Building the site …\nBuilding the server …\nthe server runs\n');
    expect(await run()).toEqual(runs);
    // The same contents with another time, as a copy or a checkout leaves them.
    await put('web/src/main.ts', 'site');
    expect(await run()).toEqual(runs);
    await put('web/src/main.ts', 'another site');
    const another = (await run()).out;
    expect(another).toContain('Building the site');
    expect(another).not.toContain('Building the server');
  });

  it('keeps a pruned installation that is built', async () => {
    await run();
    await prune();
    expect(await run()).toEqual(runs);
  });

  it('says what to do if a pruned installation would have to build, and keeps it', async () => {
    await prune();
    const { code, err } = await run();
    expect(code).toBe(1);
    expect(err).toContain('There is no build of the site');
    expect(err).not.toContain('npm was called');
    expect(
      JSON.parse(await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8')),
    ).toEqual({ packages: pruned });
  });

  it('installs if a package of the product is missing, or a task needs the tools', async () => {
    await prune();
    expect((await run('check')).err).toContain('npm was called');
    await installed({});
    expect((await run()).err).toContain('npm was called');
  });

  it('installs the product’s packages, and the rest once a task needs them', async () => {
    // An npm that says what it was asked for, and installs it.
    const record = 'node_modules/.package-lock.json';
    await put('bin/npm', `#!/bin/sh\necho "$@" >> asked\ncp package-lock.json ${record}\n`);
    const asked = async () => (await readFile(join(root, 'asked'), 'utf8')).trim().split('\n');
    await rm(join(root, record));
    expect((await run()).code).toBe(0);
    expect(await run()).toEqual(runs);
    const withNode = `node-${process.platform}-${process.arch}/bin`;
    await put(
      'bin/npm',
      `${await readFile(join(root, 'bin/npm'), 'utf8')}
      mkdir -p node_modules/${withNode} && ln -sf ${process.execPath} node_modules/${withNode}/node\n`,
    );
    const older = await run('start', ['--import', asNode22]);
    expect(older).toMatchObject({ code: 0, out: 'the server runs\n' });
    expect(await run('start', ['--import', asNode22])).toEqual(runs);
    await run('check');
    await run('check');
    expect(await asked()).toEqual([
      expect.stringMatching(/^ci .*--workspace=contract --workspace=server --workspace=web$/),
      expect.stringMatching(/^install --no-save .*--workspace=web --workspace=tools\/node$/),
      // Installs without pruning, because a running server may still load those files.
      expect.stringMatching(/^install --no-save (?!.*--workspace)/),
    ]);
    await put('package-lock.json', JSON.stringify({ packages: {} }));
    expect((await run()).err).toContain('the lockfile changed');
  });

  it('waits, at SIGTERM, until the server has ended', async () => {
    await put(
      'server/src/main.ts',
      `import { writeFileSync } from 'node:fs';
       process.on('SIGTERM', () => setTimeout(() => {
         writeFileSync('ended', '');
         process.exit(0);
       }, 300));
       setInterval(() => undefined, 1000);
       console.log('the server runs');`,
    );
    const child = start();
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await expect.poll(() => out, { timeout: 15_000 }).toContain('the server runs');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(await readFile(join(root, 'ended'), 'utf8')).toBe('');
  });
});
