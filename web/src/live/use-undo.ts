import { createContext, use } from 'react';

import type { UndoHistory } from './undo-history.ts';

export const UndoContext = createContext<UndoHistory | null>(null);

/** The history of the board that surrounds the component. */
export function useUndoHistory(): UndoHistory {
  const history = use(UndoContext);
  if (history === null) throw new Error('useUndoHistory must be called below an UndoProvider');
  return history;
}
