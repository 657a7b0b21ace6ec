// How long a topic has been the current one.
import { useSyncExternalStore } from 'react';

import { serverNow } from '#web/api/server-time';

/** Renders the component anew each second while there is a `since`. Whole seconds, never negative. */
export function useElapsed(since: string | null): number {
  return useSyncExternalStore(since === null ? never : eachSecond, () =>
    since === null
      ? 0
      : Math.max(0, Math.floor((serverNow().getTime() - Date.parse(since)) / 1000)),
  );
}

function never(): () => void {
  return () => undefined;
}

function eachSecond(onChange: () => void): () => void {
  const interval = setInterval(onChange, 1000);
  return () => clearInterval(interval);
}

/** `m:ss`, also beyond an hour. */
export function spentText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
