// Sizes of the screen tests. Each commit uses the phone's, where overflow and overlaps appear first; other tests use a desk's.
// `npm run e2e -- --all-sizes` uses both.
import type { ViewportSize } from '@playwright/test';

import { sizes } from './visit.ts';

/** Tests that repeat a rule at several widths or counts run those between the extremes only then. */
export const isAllSizes = process.env['E2E_ALL_SIZES'] !== undefined;

const { desk, phone } = sizes;
export const testedSizes: Readonly<Partial<typeof sizes>> = isAllSizes
  ? { desk, phone }
  : { phone };

interface Tests {
  describe(title: string, tests: () => void): void;
  use(options: { viewport: ViewportSize }): void;
}

/** Runs the tests at each size, under its name. */
export function atEachSize(test: Tests, tests: (size: string) => void): void {
  for (const [size, viewport] of Object.entries(testedSizes)) {
    test.describe(size, () => {
      test.use({ viewport });
      tests(size);
    });
  }
}
