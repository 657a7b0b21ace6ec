// The card that a key leads to, and the card that follows a removed one. Knows nothing of the document.
import type { ColumnId } from '@wentwell/contract/columns';
import type { TopicId } from '@wentwell/contract/ids';

/** Id of a group or of a note, including notes inside groups. */
export type CardId = TopicId;

/** A column with the cards that take the focus, in the order in which they are shown. */
export interface CardColumn {
  id: ColumnId;
  cards: readonly CardId[];
}

export type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

export interface CardBoard {
  columns: readonly CardColumn[];
  /** Null for a card that is not shown. */
  boxOf: (id: CardId) => Box | null;
}

/** Undefined where the key leads nowhere. */
export function cardForKey(
  { columns, boxOf }: CardBoard,
  from: CardId,
  key: string,
): CardId | undefined {
  const at = columns.findIndex(({ cards }) => cards.includes(from));
  const own = columns[at]?.cards ?? [];
  const start = boxOf(from);
  switch (key) {
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    case 'ArrowUp':
      return start ? inLine(own, start, isAbove) : own[own.indexOf(from) - 1];
    case 'ArrowDown':
      return start ? inLine(own, start, isBelow) : own[own.indexOf(from) + 1];
    case 'ArrowLeft':
      return nearest(own, start, isLeft) ?? inFirst(columns.slice(0, Math.max(at, 0)).toReversed());
    case 'ArrowRight':
      return nearest(own, start, isRight) ?? inFirst(columns.slice(at + 1));
    default:
      return undefined;
  }

  /** In the first column that has cards. One that is not shown is entered at the same place in its order. */
  function inFirst(others: readonly CardColumn[]): CardId | undefined {
    const cards = others.find((column) => column.cards.length > 0)?.cards ?? [];
    return (
      nearest(cards, start, () => true) ?? cards[Math.min(own.indexOf(from), cards.length - 1)]
    );
  }

  /** Straight above or below first: the notes of a group begin at other heights than the cards beside it. */
  function inLine(
    cards: readonly CardId[],
    around: Box,
    isBeyond: (box: Box, start: Box) => boolean,
  ): CardId | undefined {
    const isStraight = (box: Box): boolean => box.left < around.right && box.right > around.left;
    return (
      nearest(cards, around, (box) => isBeyond(box, around) && isStraight(box)) ??
      nearest(cards, around, isBeyond)
    );
  }

  /** By row first: cards of one row begin at the same height, however long they are. */
  function nearest(
    cards: readonly CardId[],
    around: Box | null,
    isBeyond: (box: Box, start: Box) => boolean,
  ): CardId | undefined {
    let best: { id: CardId; rows: number; across: number } | undefined;
    if (!around) return undefined;
    for (const id of cards) {
      const box = boxOf(id);
      if (!box || !isBeyond(box, around)) continue;
      const rows = Math.abs(box.top - around.top);
      const across = Math.abs(box.left - around.left);
      if (!best || rows < best.rows || (rows === best.rows && across < best.across)) {
        best = { id, rows, across };
      }
    }
    return best?.id;
  }
}

function isAbove(box: Box, start: Box): boolean {
  return box.bottom <= start.top;
}

function isBelow(box: Box, start: Box): boolean {
  return box.top >= start.bottom;
}

/** A wide column shows several cards in a row. */
function isLeft(box: Box, start: Box): boolean {
  return box.right <= start.left && !isAbove(box, start) && !isBelow(box, start);
}

function isRight(box: Box, start: Box): boolean {
  return box.left >= start.right && !isAbove(box, start) && !isBelow(box, start);
}

/** The card after the one that is gone, or else the card before it. `order` holds the gone one. */
export function successorOf(
  order: readonly string[],
  gone: string,
  isThere: (id: string) => boolean,
): string | undefined {
  const at = order.indexOf(gone);
  return order.slice(at + 1).find(isThere) ?? order.slice(0, Math.max(at, 0)).findLast(isThere);
}
