// The product with what a measurement needs beside it: its own folder, its emails, no limits on how often one asks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type MailSink, startMailSink } from '../server/test/mail-sink.ts';
import { startProductProcess } from '../server/test/product-process.ts';

export interface Product extends AsyncDisposable {
  url: string;
  mail: MailSink;
}

/** Starts it and waits until it is ready; `await using` stops it and clears its folder away. `settings` replace the usual ones. */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const mail = await startMailSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'wentwell-bench-'));
  const product = await startProductProcess({
    env: () => ({
      ...process.env,
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
    }),
  });
  return {
    url: product.url,
    mail,
    async [Symbol.asyncDispose]() {
      await product.stop();
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
