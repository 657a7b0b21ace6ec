import { createContext, use } from 'react';

import type { UndoHistory } from './undo-history.ts';

export const UndoContext = createContext<UndoHistory | null>(null);

export function useUndoHistory(): UndoHistory {
  const history = use(UndoContext);
  if (history === null) throw new Error('useUndoHistory must be called below an UndoProvider');
  return history;
}
