import type { ColumnId } from '@wentwell/contract/columns';
import type { TopicId } from '@wentwell/contract/ids';
import { flushSync } from 'react-dom';

import { slotId } from '#web/features/notes/use-board-keys';

/**
 * Runs a change that takes a card to another place. Keyboard users are taken along: the card's column is shown, and the
 * card scrolled into view, because the focus is on it.
 */
export function followByKeyboard(
  change: () => { card: TopicId; column: ColumnId },
  onShow: (columnId: ColumnId) => void,
): void {
  if (!document.activeElement?.matches(':focus-visible')) {
    change();
    return;
  }
  const place = flushSync(() => {
    const changed = change();
    onShow(changed.column);
    return changed;
  });
  document.getElementById(slotId(place.card))?.scrollIntoView({ block: 'nearest' });
}
