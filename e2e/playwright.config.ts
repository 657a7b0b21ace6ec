import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

/**
 * Files with settings of their own, which start a product, and the longest. They run first: the longest would leave a core
 * idle at the end, and a product that others share would end for each of the former.
 */
const first = [
  'ai-summary',
  'first-paint',
  'other-origin',
  'plain-http',
  'provider-sign-in',
  'screens',
  'states',
  'votes',
  'whole-retro',
  'zoom',
].map((name) => `${name}.e2e.ts`);
// It only takes pictures.
const left = process.env['E2E_PICTURES'] ? [] : ['beside.e2e.ts'];
// The engines and the upgrade have their own configs.
const elsewhere = ['engines/**', 'upgrade/**'];

// Tests start the product themselves (product.ts), because they also kill it.
export default defineConfig({
  testDir: '.',
  globalSetup: fileURLToPath(new URL('../tools/server-build.ts', import.meta.url)),
  testMatch: '*.e2e.ts',
  projects: [
    { name: 'first', testMatch: first },
    { name: 'others', testIgnore: [...elsewhere, ...left, ...first] },
  ],
  outputDir: './results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Two would leave a third of two cores idle: pages wait for network and timers.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine may be late once; tests that needed a retry are listed at the end.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    // Tests answer for the server, and a service worker would answer first.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Without a GPU the CPU draws every frame, and motion takes two thirds of the time. Tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes a fifth of the browser's time: CI records only retries.
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
        // A hostname without the rights of https and localhost.
        '--host-resolver-rules=MAP retro.test 127.0.0.1',
      ],
    },
  },
});
