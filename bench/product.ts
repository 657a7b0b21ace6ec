// The product as an operator runs it, for measuring: one process, its own folder, no limits on how often one asks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '../server/test/free-port.ts';
import { type MailSink, startMailSink } from '../server/test/mail-sink.ts';

const entry = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const patience = 60_000;

export interface Product extends AsyncDisposable {
  url: string;
  mail: MailSink;
}

/**
 * Starts it and waits until it is ready; `await using` stops it and clears its folder away. Takes settings that go
 * before the usual ones.
 */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const port = await freePort();
  const mail = await startMailSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'wentwell-bench-'));
  const child = spawn(process.execPath, ['--disable-proto=delete', entry], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Wentwell <wentwell@example.com>',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // The bench plays many machines: each of its sockets says where it comes from.
      TRUST_PROXY: '127.0.0.1,::1',
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  for (const until = Date.now() + patience; ;) {
    const ready = await fetch(`${url}/health/ready`).catch(() => null);
    if (ready?.ok) break;
    if (child.exitCode !== null || Date.now() > until) throw new Error('the product did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    mail,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
