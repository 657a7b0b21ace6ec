// Apart from the board's client, because a page needs it a moment later than the board.
import type { Board } from '@wentwell/contract/board';

import type { BoardClient } from './board-client.ts';

export interface Loss {
  /** How many of the changes that this page had seen the database has lost. */
  changes: number;
  /** As this page showed it before the loss. */
  before: Board;
  after: Board;
}

/** Calls back when the server has lost changes that this page had seen (S-40), also before its late code came. Returns a function that stops. */
export function onLoss(
  client: Pick<BoardClient, 'getSnapshot' | 'subscribe' | 'early'>,
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
  for (const { now } of client.early) compare(now);
  compare(client.getSnapshot().board);
  return client.subscribe(() => compare(client.getSnapshot().board));
}
