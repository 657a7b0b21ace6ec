import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

import { shortcutOf } from '#web/ui/key-press';
import { isTyping, useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { type Box, type CardColumn, cardForKey, type CardId } from './board-keys.ts';

export function slotId(id: CardId): string {
  return `note-${id}`;
}

/** A note in a group has no ballot: its votes are the group's. */
export function voteButton(inCard: Element, vote: 'more' | 'less'): HTMLElement | null | undefined {
  const button = `button[data-vote=${vote}]`;
  return inCard.closest(`article:has(${button})`)?.querySelector<HTMLElement>(button);
}

/**
 * Handles the board's keys; attach the returned handler to the element around all columns. A column is one tab stop. Arrows
 * move between cards, into groups and through their notes. F2 enters a card's buttons and links; Escape leaves them, and
 * leaves a group's note. Without focus any arrow enters the board, as `J` does from outside a card.
 */
export function useBoardKeys(board: {
  columns: readonly CardColumn[];
  /** A note was lifted by keyboard, so arrows move it. */
  isDragging: boolean;
  /** Shows a column that is hidden in a small window. */
  onShow: (columnId: ColumnId) => void;
}): (event: KeyboardEvent<HTMLElement>) => void {
  const { columns, isDragging, onShow } = board;

  useShortcuts((shortcut, { target }) => {
    const isEntering = shortcut === 'j' || (shortcut.startsWith('Arrow') && hasNoFocus(target));
    if (!isEntering || (target instanceof Element && target.closest('article'))) return null;
    const cards = document.querySelectorAll<HTMLElement>('.note-columns article[tabindex="0"]');
    const first = [...cards].find((card) => card.checkVisibility() && !card.closest('[inert]'));
    return first && (() => first.focus());
  });

  return useStableCallback((event: KeyboardEvent<HTMLElement>): void => {
    if (isDragging || event.defaultPrevented || isTyping(event.target)) return;
    const key = shortcutOf(event);
    const card = event.target instanceof Element && event.target.closest<HTMLElement>('article');
    if (!card) return;
    const target = controlForKey(card, key) ?? nextCard(card, key);
    if (!target) return;
    // Prevents scrolling by arrows.
    event.preventDefault();
    target.focus();
  });

  function nextCard(card: HTMLElement, key: string): HTMLElement | undefined {
    const unfolded = columns.map(({ id, cards }) => ({ id, cards: cards.filter(isUnfolded) }));
    const ids = unfolded.flatMap(({ cards }) => cards);
    const from = ids.find((id) => slotId(id) === card.closest('.note-slot')?.id);
    const next = from && cardForKey({ columns: unfolded, boxOf }, from, key);
    if (next === undefined) return undefined;
    if (boxOf(next) === null) {
      const column = columns.find(({ cards }) => cards.includes(next));
      // A hidden card is not focusable, so its column is shown first.
      if (column) flushSync(() => onShow(column.id));
    }
    return cardOf(next) ?? undefined;
  }
}

function hasNoFocus(target: EventTarget | null): boolean {
  // A form that an empty field has left (ui/forms/leave-field.ts).
  return target instanceof Element && target.matches('body, #main, form');
}

/** Left and Right move through a card's controls while one of them has the focus. */
function controlForKey(card: HTMLElement, key: string): HTMLElement | undefined {
  // A group contains its notes' cards, which have their own controls.
  const controls = [...card.querySelectorAll<HTMLElement>('a[href], button:not([role])')].filter(
    (control) => control.closest('article') === card && control.checkVisibility(),
  );
  const at = controls.findIndex((control) => control === document.activeElement);
  if (key === 'F2') return at < 0 ? controls[0] : card;
  if (key === 'Escape' && at < 0) {
    return card.parentElement?.closest<HTMLElement>('article') ?? undefined;
  }
  if (at < 0) return undefined;
  if (key === 'Escape') return card;
  if (key === 'ArrowRight') return controls[(at + 1) % controls.length];
  if (key === 'ArrowLeft') return controls.at(at - 1);
  return undefined;
}

function cardOf(id: CardId): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${slotId(id)} article`);
}

/** A folded group shows only some of its notes. */
function isUnfolded(id: CardId): boolean {
  return cardOf(id)?.closest('[data-folded]') === null;
}

/** Null if the card is hidden. A group's box is its head's, because its notes are inside. */
function boxOf(id: CardId): Box | null {
  const card = cardOf(id);
  if (!card?.checkVisibility()) return null;
  return (card.querySelector(':scope > .group-head') ?? card).getBoundingClientRect();
}
