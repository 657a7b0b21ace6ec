import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { SessionProvider, useSession } from '#web/features/auth/session.tsx';
import { CurrentTeamProvider } from '#web/features/teams/current-team.tsx';
import { protectedRoutes } from '#web/routes/protected-routes.tsx';
import { missingRoute, publicRoutes } from '#web/routes/public-routes.tsx';
import { usePrefetch } from '#web/routes/use-prefetch';
import { hasSkeleton } from '#web/ui/feedback/document-skeleton';
import { ErrorBoundary, type FallbackProps } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Router } from '#web/ui/router/Router.tsx';
import { UiRoot } from '#web/ui/UiRoot.tsx';

import { ErrorFallback } from './ErrorFallback.tsx';
import { createQueryClient } from './query-client.ts';

function PagePending() {
  // On arrival the document's skeleton stands in, which has the shape of the page.
  if (hasSkeleton()) return null;
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size="lg" label="Loading" />
    </div>
  );
}

const routes = [...publicRoutes, ...protectedRoutes, missingRoute];

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
    // The router catches the errors of pages before they get here.
    <ErrorBoundary Fallback={AppFailure}>
      <UiRoot>
        <QueryClientProvider client={queries}>
          <SessionProvider warn={warnOfSession}>
            <Teams>
              <Router routes={routes} Pending={PagePending} Failure={ErrorFallback} />
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
