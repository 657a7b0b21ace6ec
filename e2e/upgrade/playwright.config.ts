import { defineConfig } from '@playwright/test';
import { hasRedis } from '@wentwell/server/test/redis';

import everywhere from '../playwright.config.ts';

// Run by npm run upgrade-check, which builds the previous version and names its folder.
export default defineConfig(
  { ...everywhere, projects: [{ name: 'upgrade' }] },
  {
    testDir: '.',
    outputDir: '../results',
    // The import above reports a missing Redis.
    testIgnore: hasRedis ? [] : 'two-nodes.e2e.ts',
    workers: 1,
  },
);
