import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import { EmptyState } from './EmptyState.tsx';
import { Offline } from './OfflineDrawing.tsx';

/** Replaces a page whose code could not be loaded. The document is not reloaded, so pending changes are still sent. */
export function PageUnavailable({ onRetry }: { onRetry: () => Promise<void> }): ReactNode {
  const [isTrying, setTrying] = useState(false);
  const [tries, setTries] = useState(0);

  async function retry(): Promise<void> {
    setTrying(true);
    await onRetry();
    setTries(tries + 1);
    setTrying(false);
  }

  return (
    <div role="alert">
      <EmptyState
        level={1}
        illustration={<Offline />}
        title="This page could not be loaded"
        action={
          <>
            <Button variant="primary" busy={isTrying} onClick={() => void retry()}>
              Try again
            </Button>
            {tries > 0 && navigator.onLine && (
              <Button variant="ghost" onClick={() => location.reload()}>
                Reload
              </Button>
            )}
          </>
        }
      >
        It opens once the server answers again. Your texts are kept.
        {tries > 0 && ' Still missing? Reload to get the new version.'}
      </EmptyState>
    </div>
  );
}
