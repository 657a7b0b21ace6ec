import type { ColumnId } from '@wentwell/contract/columns';
import type { NoteId } from '@wentwell/contract/ids';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

import { isTyping } from '#web/ui/overlays/shortcut-scope';

import { type Box, type CardColumn, cardForKey } from './board-keys.ts';
import { useStableCallback } from './use-stable-callback.ts';

export function slotId(id: NoteId): string {
  return `note-${id}`;
}

/**
 * Arrows lead from card to card, for a column is one tab stop. F2 goes to the buttons and links of a card, Escape back.
 * The returned handler belongs to the element around all columns.
 */
export function useBoardKeys(board: {
  columns: readonly CardColumn[];
  /** The arrows move what has been picked up. */
  isDragging: boolean;
  /** Shows a column that a small window hides. */
  onShow: (columnId: ColumnId) => void;
}): (event: KeyboardEvent<HTMLElement>) => void {
  const { columns, isDragging, onShow } = board;

  return useStableCallback((event: KeyboardEvent<HTMLElement>): void => {
    if (isDragging || event.defaultPrevented || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const card = event.target instanceof Element && event.target.closest<HTMLElement>('article');
    if (!card) return;
    const target = controlForKey(card, event) ?? nextCard(card, event.key);
    if (!target) return;
    // Otherwise the arrows would scroll as well.
    event.preventDefault();
    target.focus();
  });

  function nextCard(card: HTMLElement, key: string): HTMLElement | undefined {
    const ids = columns.flatMap(({ cards }) => cards);
    const from = ids.find((id) => slotId(id) === card.closest('.note-slot')?.id);
    const next = from && cardForKey({ columns, boxOf }, from, key);
    if (next === undefined) return undefined;
    if (boxOf(next) === null) {
      const column = columns.find(({ cards }) => cards.includes(next));
      // What is hidden takes no focus.
      if (column) flushSync(() => onShow(column.id));
    }
    return cardOf(next) ?? undefined;
  }
}

/** Left and Right walk through the controls of a card, once one of them has the focus. */
function controlForKey(card: HTMLElement, { key }: { key: string }): HTMLElement | undefined {
  const controls = [...card.querySelectorAll<HTMLElement>('a[href], button:not([role])')];
  const at = controls.findIndex((control) => control === document.activeElement);
  if (key === 'F2') return at < 0 ? controls[0] : card;
  if (at < 0) return undefined;
  if (key === 'Escape') return card;
  if (key === 'ArrowRight') return controls[(at + 1) % controls.length];
  if (key === 'ArrowLeft') return controls.at(at - 1);
  return undefined;
}

function cardOf(id: NoteId): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${slotId(id)} article`);
}

function boxOf(id: NoteId): Box | null {
  const card = cardOf(id);
  return card?.checkVisibility() ? card.getBoundingClientRect() : null;
}
