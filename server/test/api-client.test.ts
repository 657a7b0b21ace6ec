// A generated client calls the API, as docs/api.md shows.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { buildTeam, buildUser } from '#test/factories';

import { buildTestApp } from './build-test-app.ts';

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
