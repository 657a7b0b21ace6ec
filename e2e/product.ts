// The product as somebody tries it: a private start, one process on a free port and a data folder of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { test as base } from '@playwright/test';
import { freePort } from '@wentwell/server/test/free-port';

import { type MailboxReader, openMailbox } from './mailbox.ts';

const entry = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

export interface Product {
  url: string;
  mail: MailboxReader;
  /** Kills the process the hard way and starts it anew on the same folder. */
  killAndRestart(): Promise<void>;
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the product ended:\n${output()}`);
    const ready = await fetch(`${url}/health/ready`).catch(() => null);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the product did not become ready:\n${output()}`);
}

interface Start {
  port: number;
  dataDir: string;
  demo: 'on' | 'off';
  settings: Settings;
}

/** Further settings of the process; `{port}` stands for its port. */
type Settings = Readonly<Record<string, string>>;

async function startProduct({ port, dataDir, demo, settings }: Start) {
  const url = `http://localhost:${port}`;
  const further = Object.entries(settings).map(([name, value]) => [
    name,
    value.replaceAll('{port}', String(port)),
  ]);
  const child = spawn(process.execPath, ['--disable-proto=delete', entry], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: demo,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      ...Object.fromEntries(further),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await untilReady(url, child, () => output);
  return child;
}

/** `product` is one running product for all tests that ask for the same one: files may find each other's people. */
export const test = base.extend<
  object,
  { demo: 'on' | 'off'; settings: Settings; product: Product }
>({
  demo: ['off', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ demo, settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'wentwell-e2e-'));
      const start = { port: await freePort(), dataDir, demo, settings };
      const url = `http://localhost:${start.port}`;
      let child = await startProduct(start);
      await use({
        url,
        mail: openMailbox(url),
        async killAndRestart() {
          child.kill('SIGKILL');
          await once(child, 'exit');
          child = await startProduct(start);
        },
      });
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
export { expect } from '@playwright/test';
