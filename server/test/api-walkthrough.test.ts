// Runs docs/api-walkthrough.sh against the product.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path, { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

const script = fileURLToPath(new URL('../../docs/api-walkthrough.sh', import.meta.url));
const canRun = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0);

it.skipIf(!canRun)(
  'the walkthrough goes from registration to the closed meeting',
  async () => {
    await using app = await buildTestApp({ SMTP_URL: '', MAIL_FROM: '', RATE_LIMITS: 'on' });
    const node = path.dirname(process.execPath);
    const child = spawn('bash', [script], {
      env: {
        ...process.env,
        WENTWELL: app.url,
        PATH: `${node}${path.delimiter}${process.env['PATH']}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = await once(child, 'close');
    expect({ code, output }).toMatchObject({ code: 0 });
    for (const line of [
      'verified: true',
      'Walkers, as admin',
      'companion@example.com is invited: pending',
      'Sprint 12 is live',
      'sent twice, added once',
      'version 2: The deploy took half a minute.',
      'went_well: The deploy took half a minute.',
      '409: Cannot add notes to a finished meeting.',
      '401: Your session has expired. Please log in again.',
    ]) {
      expect(output).toContain(line);
    }
  },
  60_000,
);

// A generated client calls the API, as docs/api.md shows.
const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The TypeScript program in the document. */
async function documentedProgram(): Promise<string> {
  const text = await readFile(join(root, 'docs/api.md'), 'utf8');
  const [program] = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
  if (program === undefined) throw new Error('docs/api.md shows no call');
  return program;
}

it('the example in docs/api.md compiles with generated types and creates a meeting', async () => {
  await using app = await buildTestApp();
  const ada = await buildUser(app);
  const team = await buildTeam(app, { admin: ada });
  // Inside the repository, so that the program finds openapi-fetch.
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'api-client-'));
  const node = (...args: string[]) =>
    run(process.execPath, args, {
      cwd: root,
      env: { WENTWELL: app.url, TOKEN: ada.token, TEAM: team.id },
    });
  try {
    const program = join(folder, 'client.ts');
    const description = join(folder, 'openapi.json');
    await writeFile(program, await documentedProgram());
    await writeFile(description, (await app.request('GET', '/api/v1/openapi.json')).text);
    const generator = 'node_modules/openapi-typescript/bin/cli.js';
    const types = join(folder, 'wentwell.ts');
    await node('--import=./tools/typescript-6.mjs', generator, description, '--output', types);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--allowImportingTsExtensions'];
    const target = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
    await node('node_modules/typescript/bin/tsc', ...options, ...target, program);
    expect((await node(program)).stdout).toMatch(/^[0-9a-f-]{36} planned\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
