import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

// Each provider may use those outside it.
import { SessionProvider, useSession } from '#web/features/auth/session.tsx';
import { CurrentTeamProvider } from '#web/features/teams/current-team.tsx';
import { usePrefetch } from '#web/routes/use-prefetch';
import { toast } from '#web/ui/feedback/toast';
import { UiRoot } from '#web/ui/UiRoot.tsx';

import { ErrorBoundary } from './ErrorBoundary.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.ts';

export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(createAppRouter);
  return (
    <ErrorBoundary>
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
