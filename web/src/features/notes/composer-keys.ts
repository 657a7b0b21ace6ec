import type { ColumnId } from '@wentwell/contract/columns';

import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

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

  useShortcuts((shortcut) => {
    if (!/^[n1-6]$/.test(shortcut)) return null;
    const target =
      shortcut === 'n' ? (focusedColumn() ?? usual) : columns[Number(shortcut) - 1]?.id;
    return target !== undefined && (() => onGoTo(target));
  });

  function focusedColumn(): ColumnId | undefined {
    const section = document.activeElement?.closest<HTMLElement>('[data-note-type]');
    return columns.find(({ id }) => id === section?.dataset['noteType'])?.id;
  }
}
