// The sizes that screens are walked through at. Per commit it is the phone: there what is too wide or covered shows
// first, and the tests that name no size run at a desk's. `npm run e2e -- --all-sizes` walks through both.
import type { ViewportSize } from '@playwright/test';

import { sizes } from './visit.ts';

/** Tests that repeat a rule at several widths or counts leave those between the extremes to this. */
export const isAllSizes = process.env['E2E_ALL_SIZES'] !== undefined;

const { desk, phone } = sizes;
export const testedSizes: Readonly<Partial<typeof sizes>> = isAllSizes
  ? { desk, phone }
  : { phone };

interface Tests {
  describe(title: string, tests: () => void): void;
  use(options: { viewport: ViewportSize }): void;
}

/** The same tests at each tested size, under its name. */
export function atEachSize(test: Tests, tests: (size: string) => void): void {
  for (const [size, viewport] of Object.entries(testedSizes)) {
    test.describe(size, () => {
      test.use({ viewport });
      tests(size);
    });
  }
}
