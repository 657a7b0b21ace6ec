// The product as somebody tries it: a private start, one process on a free port and a data folder of its own.
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
  /** Its data, for the commands that an operator runs beside it. */
  dataDir: string;
  /** Kills the process the hard way, runs `act`, and starts it anew on the same folder. */
  away(act: () => Promise<void>): Promise<void>;
}

/** Further settings of the process; `{port}` stands for its port. */
type Settings = Readonly<Record<string, string>>;

function settingsAt(port: number, settings: Settings): NodeJS.ProcessEnv {
  const filled = Object.entries(settings).map(([name, value]) => [
    name,
    value.replaceAll('{port}', String(port)),
  ]);
  return Object.fromEntries(filled);
}

/**
 * Pages of the context ask to be sent little, and so fetch no code ahead. On pages that live for seconds that is a tenth of
 * all work.
 */
export async function sendLittle(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const connection: unknown = Reflect.get(navigator, 'connection');
    if (connection instanceof EventTarget) {
      Object.defineProperty(connection, 'saveData', { value: true });
    }
  });
}

/** `product` is one running product for all tests that ask for the same one: files may find each other's people. */
export const test = base.extend<
  {
    /** Code that may be needed next comes ahead, as it does for people; without it nothing new opens offline. */
    prefetch: boolean;
  },
  { demo: 'on' | 'off'; settings: Settings; product: Product }
>({
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
      // Only a private start keeps its emails for the mailbox.
      const sink = settings['PUBLIC_URL'] === undefined ? null : await startMailSink();
      const running = await startProductProcess({
        env: (port) => ({
          ...process.env,
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
