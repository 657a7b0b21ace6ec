import { useEffect } from 'react';

import { listParts } from '#web/ui/layout/lazy-page.tsx';
import { prefetchWhenIdle } from '#web/ui/layout/prefetch';

import { signedInPages } from './protected-routes.tsx';
import { visitorPages } from './public-routes.tsx';

/** Fetches the code of the pages that may come next, and the parts of those that have come. */
export function usePrefetch(isSignedIn: boolean): void {
  useEffect(() => {
    // After a login comes what those who are signed in see.
    const pages = isSignedIn ? signedInPages : [...visitorPages, ...signedInPages];
    const fetches = pages.map((page) => page.prefetch);
    return prefetchWhenIdle(() => [...fetches, ...listParts()]);
  }, [isSignedIn]);
}
