import { QueryClientProvider } from '@tanstack/react-query';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { prefetchSession, SessionProvider, useSession } from '#web/features/auth/session.tsx';
import { CurrentTeamProvider } from '#web/features/teams/current-team.tsx';
import { myTeamsPath } from '#web/features/teams/teams.queries';
import { protectedRoutes, missingRoute, publicRoutes } from '#web/routes/routes.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { hasSkeleton } from '#web/ui/feedback/document-skeleton';
import {
  ErrorBoundary,
  type FallbackProps,
  SmallPart,
  useRecovery,
} from '#web/ui/feedback/ErrorBoundary.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Toasts } from '#web/ui/feedback/Toasts.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { loadArrival, Router } from '#web/ui/router/Router.tsx';

import { createQueryClient } from './query-client.ts';

function PagePending() {
  // The document's skeleton is still visible and has the page's shape.
  if (hasSkeleton()) return null;
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size="lg" label="Loading" />
    </div>
  );
}

const routes = [...publicRoutes, ...protectedRoutes, missingRoute];

/**
 * Loads the code of the first render: React would delay a page that follows a fallback by 300 ms. Code of a signed-in page
 * that takes longer loads while its layout is drawn.
 */
export function loadFirstPage(): Promise<void> {
  return loadArrival(routes, protectedRoutes);
}

/** Sends the first requests of every signed-in page while its code loads. */
export function sendFirstRequests(): void {
  prefetchSession([myTeamsPath]);
}

function usePrefetch(isSignedIn: boolean): void {
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    void import('./after-start.ts').then(({ prefetchPages }) => {
      if (!isGone) stop = prefetchPages(isSignedIn);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isSignedIn]);
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
  return (
    // The router catches errors of pages first.
    <ErrorBoundary Fallback={AppFailure}>
      <QueryClientProvider client={queries}>
        <SessionProvider warn={warnOfSession}>
          <Teams>
            <Router routes={routes} Pending={PagePending} Failure={ErrorFallback} />
          </Teams>
        </SessionProvider>
      </QueryClientProvider>
      <SmallPart>
        <Toasts />
      </SmallPart>
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

/** Replaces a page that failed. After an error caused by a browser extension, renders the page again instead. */
function ErrorFallback(props: FallbackProps) {
  return useRecovery(props) ? null : <Failure />;
}

function Failure() {
  usePageTitle('Something went wrong');
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[50dvh] max-w-md content-center justify-items-center gap-6 px-4 py-16 text-center"
    >
      <span className="grid size-14 place-items-center rounded-lg bg-danger-soft text-danger-text">
        <TriangleAlert className="size-7" />
      </span>
      <div className="grid gap-2">
        <h1 className="text-xl font-bold">Something went wrong!</h1>
        <p className="text-base text-soft">
          This page ran into an error. What you saved is safe; refreshing usually helps.
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="primary" icon={<RotateCw />} onClick={() => location.reload()}>
          Refresh Page
        </Button>
        {/* A plain link, because the router itself may have failed. */}
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          Go to Homepage
        </a>
      </div>
    </div>
  );
}
