// The router: the route tree, how addresses are read, and what stands in where a page fails or is on its way.
import { createRouter } from '@tanstack/react-router';

import { routeTree } from '#web/routes/route-tree';

import { ErrorFallback } from './ErrorFallback.tsx';
import { PagePending } from './PagePending.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Nothing flashes for waits under 150 ms (docs/design.md D-22).
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorFallback,
    // What even the fallback cannot catch reaches the boundary in App.
    disableGlobalCatchBoundary: true,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
