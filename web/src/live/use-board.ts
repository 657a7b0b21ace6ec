// The open board, for all components below its page.
import type { Board } from '@wentwell/contract/board/snapshot';
import { createContext, use, useSyncExternalStore } from 'react';

import type { BoardClient, BoardView } from './board-client.ts';
import type { UndoHistory } from './undo-history.ts';

interface OpenBoard {
  client: BoardClient;
  history: UndoHistory;
}

/** Null outside of a board, such as on the page of action items. */
export const OpenBoardContext = createContext<OpenBoard | null>(null);

function useOpenBoard(): OpenBoard {
  const board = use(OpenBoardContext);
  if (board === null) throw new Error('There is no open board around this.');
  return board;
}

export function useBoardClient(): BoardClient {
  return useOpenBoard().client;
}

export function useUndoHistory(): UndoHistory {
  return useOpenBoard().history;
}

/** The board as this user sees it. Re-renders on every change; cards read parts with `useBoard`. */
export function useShownBoard(): Board {
  const board = useBoard((view) => view.board);
  if (board === null) throw new Error('The board has not loaded.');
  return board;
}

/** `select` must return a part of the view or a primitive: a new object each time would render forever. */
export function useBoard<Part>(select: (view: BoardView) => Part): Part {
  return useBoardOf(useBoardClient(), select);
}

/** `useBoard` for the page itself, which creates the client. */
export function useBoardOf<Part>(client: BoardClient, select: (view: BoardView) => Part): Part {
  return useSyncExternalStore(client.subscribe, () => select(client.getSnapshot()));
}

const subscribeToNothing = () => () => {};

/** Whether a change of this element has been pending for more than a second. */
export function useIsWaiting(id: string): boolean {
  const client = use(OpenBoardContext)?.client;
  return useSyncExternalStore(
    client?.subscribe ?? subscribeToNothing,
    () => client?.getSnapshot().marked.has(id) ?? false,
  );
}
