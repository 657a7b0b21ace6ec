import { useEffect, useState } from 'react';

import { errorText } from '#web/api/request';
import { useSession } from '#web/features/auth/session.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { hasSkeleton } from '#web/ui/feedback/document-skeleton';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Offline } from '#web/ui/feedback/OfflineDrawing.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { keepTrying } from '#web/ui/layout/code-loader';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { useSignOut } from './use-sign-out.ts';

const WaitingTexts = lazyPart(() => import('./WaitingTexts.tsx'), 'WaitingTexts');

/** Shown while the session is restored: a skeleton, or the error with Retry. */
export function SessionPending() {
  const session = useSession();
  const [trying, setTrying] = useState(false);

  const signOut = useSignOut();
  const error = session.state === 'loading' ? session.error : null;
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error !== null && error !== lastError) setLastError(error);
  const isAway = error !== null || trying;
  const { retry: restore } = session;
  const retry = useStableCallback(async (): Promise<void> => {
    if (trying) return;
    setTrying(true);
    await restore();
    setTrying(false);
  });
  useEffect(() => (isAway ? keepTrying(retry) : undefined), [isAway, retry]);

  // The document's skeleton stays until a page replaces it.
  if (!isAway) return hasSkeleton() ? null : <PageShape />;
  return (
    <main id="main" className="grid min-h-dvh content-center bg-canvas">
      <EmptyState
        level={1}
        illustration={<Offline />}
        title="We cannot reach Wentwell right now"
        action={
          <>
            <Button variant="primary" busy={trying} onClick={() => void retry()}>
              Try again
            </Button>
            <Button variant="ghost" onClick={() => signOut()}>
              Sign Out
            </Button>
          </>
        }
      >
        {errorText(lastError)}
      </EmptyState>
      <WaitingTexts />
    </main>
  );
}

function PageShape() {
  return (
    <div aria-busy="true" className="flex min-h-dvh flex-col bg-canvas">
      <span className="sr-only">Loading</span>
      <div className="border-b border-line">
        <div className="flex h-14 items-center justify-between px-4 sm:px-5">
          <Wordmark />
          <Skeleton width={36} height={36} round />
        </div>
      </div>
      <div className="mx-auto grid w-full max-w-292 gap-6 px-4 py-8 sm:px-6">
        <Skeleton width={220} height={32} />
        <Skeleton height={120} />
        <Skeleton height={240} />
      </div>
    </div>
  );
}
