import type { ColumnId } from '@wentwell/contract/columns';
import { useEffect } from 'react';

import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';
import { useStableCallback } from '#web/ui/use-stable-callback';

export function composerId(columnId: ColumnId): string {
  return `composer-${columnId}`;
}

/** `N` goes to the composer of the column that one is in, `1` to `6` to that of a column by its place. */
export function useComposerKeys(board: {
  columns: readonly { id: ColumnId }[];
  /** Where `N` goes while no column has the focus. */
  usual: ColumnId;
  onGoTo: (columnId: ColumnId) => void;
}): void {
  const { columns, usual, onGoTo } = board;

  const handleKeyDown = useStableCallback((event: KeyboardEvent): void => {
    const isN = event.key.toLowerCase() === 'n';
    if (!isN && !/^[1-6]$/.test(event.key)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || isCovered()) return;
    const target = isN ? (focusedColumn() ?? usual) : columns[Number(event.key) - 1]?.id;
    if (target === undefined) return;
    // The field gets the focus within this event: the key must not be typed into it.
    event.preventDefault();
    onGoTo(target);
  });

  useEffect(() => {
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);

  function focusedColumn(): ColumnId | undefined {
    const section = document.activeElement?.closest<HTMLElement>('[data-note-type]');
    return columns.find(({ id }) => id === section?.dataset['noteType'])?.id;
  }
}
