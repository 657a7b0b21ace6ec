import { listParts } from '#web/ui/layout/lazy-page.tsx';
import { type Fetch, firstPageEvent, prefetchWhenIdle } from '#web/ui/layout/prefetch';

import { MeetingPage, signedInPages } from './protected-routes.tsx';
import { visitorPages } from './public-routes.tsx';

/** Last, because it keeps what has come. People who never sign in have nothing to lose. */
async function keepOffline(): Promise<void> {
  const { keepOfflinePage } = await import('#web/api/offline-page');
  await keepOfflinePage();
}

/**
 * Fetches the parts of the pages that have come, such as their dialogs, and then the code of those that may come next.
 * Returns a function that stops it.
 */
export function prefetchPages(isSignedIn: boolean): () => void {
  if (!isSignedIn) return prefetchWhenIdle(listForVisitors());
  const fetches = signedInPages.map((page) => page.prefetch);
  // Dialogs share code with the board, which runs in a task of its own: together they hold a phone for 0.2 s.
  return prefetchWhenIdle(() => [MeetingPage.prefetch, ...listParts(), ...fetches, keepOffline]);
}

/** Running that code would delay whoever fills in the form. */
function fetchFirstPage(): Promise<void> {
  document.dispatchEvent(new Event(firstPageEvent));
  return Promise.resolve();
}

/** After a login comes the first page of those who are signed in; what follows that one waits for the login. */
function listForVisitors(): () => readonly Fetch[] {
  let own: readonly Fetch[] | null = null;
  const pages = [...visitorPages.map((page) => page.prefetch), fetchFirstPage];
  return () => {
    // The parts of the first page come with it, and are left out.
    own ??= listParts();
    return [...own, ...pages];
  };
}
