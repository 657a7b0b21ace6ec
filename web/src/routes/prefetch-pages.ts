import { listParts } from '#web/ui/layout/lazy-page.tsx';
import { type Fetch, firstPageEvent, prefetchWhenIdle } from '#web/ui/layout/prefetch';

import { MeetingPage, signedInPages, visitorPages } from './routes.tsx';

/** Last, because it stores the fetched files. Visitors need no offline page. */
async function keepOffline(): Promise<void> {
  const { keepOfflinePage } = await import('#web/api/offline-page');
  await keepOfflinePage();
}

/**
 * Prefetches the parts of loaded pages, such as dialogs, then the code of likely next pages. Returns a function that
 * cancels.
 */
export function prefetchPages(isSignedIn: boolean): () => void {
  if (!isSignedIn) return prefetchWhenIdle(listForVisitors());
  const fetches = signedInPages.map((page) => page.prefetch);
  // Dialogs share code with the board, which runs in its own task: together they block a phone for 0.2 s.
  return prefetchWhenIdle(() => [MeetingPage.prefetch, ...listParts(), ...fetches, keepOffline]);
}

/** Fetches without running the code, which would delay users filling in the form. */
function fetchFirstPage(): Promise<void> {
  document.dispatchEvent(new Event(firstPageEvent));
  return Promise.resolve();
}

/** The first page after a login; pages after it wait for the login. */
function listForVisitors(): () => readonly Fetch[] {
  let own: readonly Fetch[] | null = null;
  const pages = [...visitorPages.map((page) => page.prefetch), fetchFirstPage];
  return () => {
    // The first page's own parts load with it and are excluded.
    own ??= listParts();
    return [...own, ...pages];
  };
}
