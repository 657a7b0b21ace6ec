// The two sizes that every screen is walked through at.
import type { ViewportSize } from '@playwright/test';

import { sizes } from './visit.ts';

interface Tests {
  describe(title: string, tests: () => void): void;
  use(options: { viewport: ViewportSize }): void;
}

/** The same tests at each size, under its name. */
export function atEachSize(test: Tests, tests: (size: string) => void): void {
  for (const [size, viewport] of Object.entries(sizes)) {
    test.describe(size, () => {
      test.use({ viewport });
      tests(size);
    });
  }
}
