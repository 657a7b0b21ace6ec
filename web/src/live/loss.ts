// Separate from the board's client, because pages need it later than the board.
import type { Board } from '@wentwell/contract/board/snapshot';

import type { BoardClient } from './board-client.ts';

export interface Loss {
  /** How many changes seen by this page the database has lost. */
  changes: number;
  /** The board as this page showed it before the loss. */
  before: Board;
  after: Board;
}

/**
 * Calls back when the server has lost changes seen by this page (S-40), including losses before this code loaded. Returns a
 * function that unsubscribes.
 */
export function onLoss(
  client: Pick<BoardClient, 'getSnapshot' | 'subscribe' | 'earlierPublications'>,
  callback: (loss: Loss) => void,
): () => void {
  let before: Board | null = null;
  function compare(after: Board | null): void {
    if (after === null) return;
    if (before && before.epoch !== after.epoch) {
      const changes = before.seq - (after.epoch_seq ?? before.seq);
      if (changes > 0) callback({ changes, before, after });
    }
    before = after;
  }
  for (const { now } of client.earlierPublications) compare(now);
  compare(client.getSnapshot().board);
  return client.subscribe(() => compare(client.getSnapshot().board));
}
