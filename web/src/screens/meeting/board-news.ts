import { textsDeletedBy, textsIn, touchedNotes } from '@wentwell/contract/board-features';
import type { UserId } from '@wentwell/contract/ids';
import type { EventFrame } from '@wentwell/contract/live';

import { differs, type ShownBoards } from '#web/board/by-others';

/**
 * In an anonymous meeting events name nobody. A change of this page's own is known there by its effect, which the board
 * showed before the event came.
 */
export function isByOthers(event: EventFrame, me: UserId, { before, now }: ShownBoards): boolean {
  if (event.userId !== null) return event.userId !== me;
  const ids = new Set<string>([
    ...touchedNotes(event).map(({ id }) => id),
    ...textsIn(event),
    ...(textsDeletedBy(event)?.ids ?? []),
  ]);
  if (!before || !now || ids.size === 0) return true;
  return differs(ids, before, now);
}
