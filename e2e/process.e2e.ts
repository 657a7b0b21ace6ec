// The process for its operator: messages and exit codes, clean shutdown, reopening a folder.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { freePort } from '@wentwell/server/test/free-port';

const entry = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));

interface Run {
  child: ChildProcessByStdio<null, Readable, Readable>;
  output(): string;
  /** Resolves once the output contains these words. */
  says(words: string): Promise<void>;
  ended: Promise<number | null>;
}

function start(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    child,
    output: () => output,
    says: (words) => expect.poll(() => output, { timeout: 30_000 }).toContain(words),
    ended: once(child, 'exit').then(([code]: (number | null)[]) => code ?? null),
  };
}

// Each has its own folder and port.
test.describe.configure({ mode: 'parallel' });

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wentwell-process-'));
});
test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a second start on the same folder is refused; a start after kill -9 takes over its database', async () => {
  const first = start({ DATA_DIR: folder, PORT: '0' });
  await first.says('Wentwell is ready');
  const second = start({ DATA_DIR: folder, PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`another Wentwell is using ${folder}, pid ${first.child.pid}`);
  first.child.kill('SIGKILL');
  await first.ended;
  const next = start({ DATA_DIR: folder, PORT: '0' });
  await next.says('Wentwell is ready');
  next.child.kill('SIGINT');
  expect(await next.ended).toBe(0);
});

test('a taken port is reported before a database is created', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const address = squatter.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const run = start({ DATA_DIR: folder, PORT: port });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain('the port is taken');
  expect(await readdir(folder)).toEqual([]);
  squatter.close();
});

test('every invalid setting is named at once', async () => {
  const run = start({ DATA_DIR: folder, PORT: 'x', HOST: '0.0.0.0', DATABSE_URL: 'x' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain('PORT must be 0 to 65535');
  expect(run.output()).toContain('DATABSE_URL is not a setting; did you mean DATABASE_URL?');
});

test('the first public start removes a private start’s sample data', async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const login = async () => {
    const body = new URLSearchParams({ username: 'robin@example.com', password: 'Wentwell1' });
    return (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', body })).status;
  };
  const mailbox = async () => (await fetch(`${url}/dev/mail.json`)).status;
  const tried = { DATA_DIR: folder, PORT: port, DEMO: '' };
  const others = {
    ...tried,
    PUBLIC_URL: 'https://retro.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'retro@example.com',
  };
  const seen: number[][] = [];
  for (const env of [tried, others, tried]) {
    const run = start(env);
    await run.says('Wentwell is ready');
    seen.push([await login(), await mailbox()]);
    expect(run.output().includes('sample accounts')).toBe(env === others);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  }
  expect(seen).toEqual([
    [200, 200],
    [400, 404],
    [200, 200],
  ]);
});
