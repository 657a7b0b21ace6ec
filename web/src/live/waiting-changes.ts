import { createContext, use, useSyncExternalStore } from 'react';

import type { BoardClient } from './board-client.ts';

/** The client of the open board, for marks of pending changes; null without an open board. */
export const WaitingChanges = createContext<Pick<BoardClient, 'subscribe' | 'getSnapshot'> | null>(
  null,
);

const subscribeToNothing = () => () => {};

/** Whether a change of this element has been pending for more than a second. */
export function useIsWaiting(id: string): boolean {
  const client = use(WaitingChanges);
  return useSyncExternalStore(
    client?.subscribe ?? subscribeToNothing,
    () => client?.getSnapshot().marked.has(id) ?? false,
  );
}
