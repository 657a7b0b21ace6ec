import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { SessionProvider, useSession } from '#web/features/auth/session.tsx';
import { CurrentTeamProvider } from '#web/features/teams/current-team.tsx';
import { routeTree } from '#web/routes/route-tree';
import { usePrefetch } from '#web/routes/use-prefetch';
import { hasSkeleton } from '#web/ui/feedback/document-skeleton';
import { ErrorBoundary, type FallbackProps } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { pageKeyOf } from '#web/ui/overlays/back-closes';
import { UiRoot } from '#web/ui/UiRoot.tsx';

import { ErrorFallback } from './ErrorFallback.tsx';
import { createQueryClient } from './query-client.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** Shown while a page's code is loading. */
function PagePending() {
  // On arrival the document's skeleton stands in, which has the shape of the page.
  if (hasSkeleton()) return null;
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size="lg" label="Loading" />
    </div>
  );
}

// The router: the route tree, the parsing of addresses, and the fallbacks of pages that fail or load.
function createAppRouter() {
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

function AppFailure(props: FallbackProps) {
  return (
    <main>
      <ErrorFallback {...props} />
    </main>
  );
}

export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(createAppRouter);
  return (
    // The router catches the errors of pages before they get here.
    <ErrorBoundary Fallback={AppFailure}>
      <UiRoot>
        <QueryClientProvider client={queries}>
          <SessionProvider warn={warnOfSession}>
            <Teams>
              <RouterProvider router={router} />
            </Teams>
          </SessionProvider>
        </QueryClientProvider>
      </UiRoot>
    </ErrorBoundary>
  );
}

function Teams({ children }: { children: ReactNode }) {
  const { user } = useSession();
  usePrefetch(user !== null);
  return <CurrentTeamProvider userId={user?.id ?? null}>{children}</CurrentTeamProvider>;
}

function warnOfSession(text: string): void {
  toast.warning({ title: text, id: 'session' });
}
