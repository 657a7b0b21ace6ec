import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

// The product is started by the tests themselves (product.ts): they also kill it.
export default defineConfig({
  testDir: '.',
  globalSetup: fileURLToPath(new URL('../tools/server-build.ts', import.meta.url)),
  testMatch: '*.e2e.ts',
  // The story in three engines and the upgrade have configs of their own.
  testIgnore: [
    'engines/**',
    'upgrade/**',
    // It tests nothing: it takes pictures.
    ...(process.env['E2E_PICTURES'] ? [] : ['beside.e2e.ts']),
  ],
  outputDir: './results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Two leave a third of two cores idle: pages wait for the network, for timers and for each other.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A browser on a busy machine may be late once; what needed its second try is named at the end.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    // Tests answer in the place of the server, which a service worker would do before them.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Without a graphics card every frame is drawn by the processor: motion costs two thirds of all time, and where it
    // is what a test looks at, the test asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a fifth of the browser's time: in CI only the second try of a failed test is recorded.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A name to which browsers give no rights that they keep for https and localhost.
        '--host-resolver-rules=MAP retro.test 127.0.0.1',
      ],
    },
  },
});
