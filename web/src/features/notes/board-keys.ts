// Finds the card that a key leads to, and the successor of a removed card. Independent of the DOM.
import type { TopicId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';

/** Id of a group or a note, including notes inside groups. */
export type CardId = TopicId;

/** A column with its focusable cards, in visible order. */
export interface CardColumn {
  id: ColumnId;
  cards: readonly CardId[];
}

export type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

export interface CardPlaces {
  columns: readonly CardColumn[];
  /** Null for a hidden card. */
  boxOf: (id: CardId) => Box | null;
}

/** Undefined if the key leads nowhere. */
export function cardForKey(
  { columns, boxOf }: CardPlaces,
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

  /** In the first column with cards. A hidden column is entered at the same index. */
  function inFirst(others: readonly CardColumn[]): CardId | undefined {
    const cards = others.find((column) => column.cards.length > 0)?.cards ?? [];
    return (
      nearest(cards, start, () => true) ?? cards[Math.min(own.indexOf(from), cards.length - 1)]
    );
  }

  /** Vertical neighbours first: the notes of a group start at other heights than the cards beside it. */
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

  /** By row first: cards of one row start at the same height, whatever their length. */
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

/** A wide column shows several cards per row. */
function isLeft(box: Box, start: Box): boolean {
  return box.right <= start.left && !isAbove(box, start) && !isBelow(box, start);
}

function isRight(box: Box, start: Box): boolean {
  return box.left >= start.right && !isAbove(box, start) && !isBelow(box, start);
}

/** The next card after the removed one, else the previous one. `order` includes the removed one. */
export function successorOf(
  order: readonly string[],
  gone: string,
  isThere: (id: string) => boolean,
): string | undefined {
  const at = order.indexOf(gone);
  return order.slice(at + 1).find(isThere) ?? order.slice(0, Math.max(at, 0)).findLast(isThere);
}
