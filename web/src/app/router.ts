// The router: the route tree, the parsing of addresses, and the fallbacks of pages that fail or load.
import { createRouter } from '@tanstack/react-router';

import { routeTree } from '#web/routes/route-tree';
import { pageKeyOf } from '#web/ui/overlays/back-closes';

import { ErrorFallback } from './ErrorFallback.tsx';
import { PagePending } from './PagePending.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

export function createAppRouter() {
  let restoredPage: string | null = null;
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Shorter waits show no spinner, which would only flash (docs/design.md D-22).
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorFallback,
    // Errors of the fallback itself reach the boundary in App.
    disableGlobalCatchBoundary: true,
    // The entries of dialogs belong to their page: opening or closing one does not scroll it.
    getScrollRestorationKey: pageKeyOf,
    scrollRestoration: ({ location }) => {
      const page = pageKeyOf(location);
      const isOtherPage = page !== restoredPage;
      restoredPage = page;
      return isOtherPage;
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
