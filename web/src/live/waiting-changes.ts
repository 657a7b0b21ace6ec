import { createContext, use, useSyncExternalStore } from 'react';

import type { BoardClient } from './board-client.ts';

/** The client of the open board, for the marks of changes that wait; null where no board is open. */
export const WaitingChanges = createContext<Pick<BoardClient, 'subscribe' | 'getSnapshot'> | null>(
  null,
);

const subscribeToNothing = () => () => {};

/** Whether a change that this shows has waited for the server for more than a second. */
export function useIsWaiting(id: string): boolean {
  const client = use(WaitingChanges);
  return useSyncExternalStore(
    client?.subscribe ?? subscribeToNothing,
    () => client?.getSnapshot().marked.has(id) ?? false,
  );
}
