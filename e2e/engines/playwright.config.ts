import { defineConfig } from '@playwright/test';

import everywhere from '../playwright.config.ts';
import type { EngineOptions } from './person.ts';

// The same story in every engine; missing engines are reported as skipped.
export default defineConfig<object, EngineOptions>(
  { ...everywhere, projects: [] },
  {
    testDir: '.',
    outputDir: '../results',
    testIgnore: [],
    // Drivers poll the engine; on a busy machine that takes minutes.
    timeout: 300_000,
    workers: 1,
    projects: [
      { name: 'chromium', use: { engineName: 'chromium' } },
      { name: 'firefox', use: { engineName: 'firefox' } },
      { name: 'webkit', use: { engineName: 'webkit' } },
    ],
  },
);
