import { useEffect } from 'react';

import { listParts } from '#web/ui/layout/lazy-page.tsx';
import { prefetchWhenIdle } from '#web/ui/layout/prefetch';

import { signedInPages } from './protected-routes.tsx';
import { visitorPages } from './public-routes.tsx';

/** Last, because it keeps what has come. Whoever never signs in has nothing to lose. */
async function keepOffline(): Promise<void> {
  const { keepOfflinePage } = await import('#web/api/offline-page');
  await keepOfflinePage();
}

/** Fetches the parts of the pages that have come, such as their dialogs, and then the code of those that may come next. */
export function usePrefetch(isSignedIn: boolean): void {
  useEffect(() => {
    // After a login comes what those who are signed in see.
    const pages = isSignedIn ? signedInPages : [...visitorPages, ...signedInPages];
    const fetches = pages.map((page) => page.prefetch);
    return prefetchWhenIdle(() => [
      ...listParts(),
      ...fetches,
      ...(isSignedIn ? [keepOffline] : []),
    ]);
  }, [isSignedIn]);
}
