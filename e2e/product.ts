// The product as a private start: one process on a free port with its own data folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, test as base } from '@playwright/test';
import { startMailSink } from '@wentwell/server/test/mail-sink';
import { startProductProcess } from '@wentwell/server/test/product-process';

import { type MailboxReader, openMailbox } from './mailbox.ts';

export interface Product {
  url: string;
  mail: MailboxReader;
  /** Its data folder, for operator commands. */
  dataDir: string;
  /** Kills the process, runs `act`, and restarts on the same folder. */
  away(act: () => Promise<void>): Promise<void>;
}

const quickPasswords = new URL('../server/test/quick-passwords.ts', import.meta.url).href;

/** Further settings; `{port}` is replaced. */
type Settings = Readonly<Record<string, string>>;

function settingsAt(port: number, settings: Settings): NodeJS.ProcessEnv {
  const filled = Object.entries(settings).map(([name, value]) => [
    name,
    value.replaceAll('{port}', String(port)),
  ]);
  return Object.fromEntries(filled);
}

/** Enables the data saver, which disables prefetching: a tenth of all work on pages that live for seconds. */
export async function sendLittle(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const connection: unknown = Reflect.get(navigator, 'connection');
    if (connection instanceof EventTarget) {
      Object.defineProperty(connection, 'saveData', { value: true });
    }
  });
}

/** `product` is one running product for all tests with equal settings: files may find each other's people. */
export const test = base.extend<
  {
    /** Enables prefetching, without which new parts cannot open offline. */
    prefetch: boolean;
  },
  { demo: 'on' | 'off'; settings: Settings; product: Product }
>({
  baseURL: ({ product }, use) => use(product.url),
  prefetch: [false, { option: true }],
  context: async ({ context, prefetch }, use) => {
    if (!prefetch) await sendLittle(context);
    await use(context);
  },
  demo: ['off', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ demo, settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'wentwell-e2e-'));
      // Only a private start keeps emails in its mailbox.
      const sink = settings['PUBLIC_URL'] === undefined ? null : await startMailSink();
      const running = await startProductProcess({
        env: (port) => ({
          ...process.env,
          NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${quickPasswords}`,
          DATA_DIR: dataDir,
          DEMO: demo,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'warn',
          DATABASE_URL: undefined,
          REDIS_URL: undefined,
          ...(sink && { SMTP_URL: sink.url, MAIL_FROM: 'wentwell@example.org' }),
          ...settingsAt(port, settings),
        }),
      });
      await use({
        url: running.url,
        mail: sink ?? openMailbox(running.url),
        dataDir,
        async away(act) {
          await running.kill();
          try {
            await act();
          } finally {
            await running.start();
          }
        },
      });
      await running.stop();
      await sink?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
export { expect } from '@playwright/test';
