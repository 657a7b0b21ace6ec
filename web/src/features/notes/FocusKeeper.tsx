import { useEffect } from 'react';

import { hasNoFocus, setFocusFallback } from '#web/ui/overlays/modal-focus';

import { successorOf } from './board-keys.ts';

/** The focused place on the board, with enough data to find a substitute. */
interface Place {
  column: string;
  /** The card's list item; null outside cards. */
  slot: string | null;
  /** All list items of the column. */
  order: readonly string[];
}

/**
 * Keeps the focus off the body. If the focused element disappears (a moved or deleted note, a button of an earlier phase, a
 * dialog's opener), the focus goes to the same note, its neighbour, its column, or the page, without scrolling.
 */
export function FocusKeeper(): null {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let place: Place | null = null;

    function handleFocusIn({ target }: Pick<FocusEvent, 'target'>): void {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      // A dialog or menu covers the board: the opener's place remains the one to return to.
      if (!isInOverlay(target)) place = placeOf(target);
    }

    function handleFocusOut({ relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        if (!hasNoFocus()) return;
        // A dialog may drop the focus while fading out. On the page, a click on nothing drops it on purpose.
        if (last && canFocus(last) && !isInOverlay(last)) last = null;
        else restore();
      });
    }

    function restore(): void {
      if (last && hasNoFocus() && !canFocus(last)) focusPlace();
    }

    function focusPlace(): void {
      for (const element of placesToReturn(place)) {
        element.focus({ preventScroll: true });
        if (document.activeElement === element) return;
      }
    }

    function handleChange(changes: MutationRecord[]): void {
      if (!last) return;
      // Visibility checks take milliseconds on a full board. Added elements hide nothing.
      const mayBeHidden = !last.isConnected || changes.some(({ type }) => type === 'attributes');
      if (mayBeHidden && !canFocus(last)) restore();
      // Others may add and delete notes around it.
      else if (changes.some(isOfCards) && !isInOverlay(last)) place = placeOf(last);
    }

    // This code loads after the board.
    handleFocusIn({ target: document.activeElement });
    const observer = new MutationObserver(handleChange);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'data-chosen'],
    });
    addEventListener('focusin', handleFocusIn);
    addEventListener('focusout', handleFocusOut);
    const endFallback = setFocusFallback(focusPlace);
    return () => {
      endFallback();
      observer.disconnect();
      removeEventListener('focusin', handleFocusIn);
      removeEventListener('focusout', handleFocusOut);
    };
  }, []);
  return null;
}

function isOfCards({ addedNodes, removedNodes }: MutationRecord): boolean {
  return [...addedNodes, ...removedNodes].some(
    (node) => node instanceof Element && node.classList.contains('note-slot'),
  );
}

function canFocus(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled');
}

function isInOverlay(element: HTMLElement): boolean {
  return element.closest('[popover]') !== null || element.closest('#root') === null;
}

function placeOf(element: HTMLElement): Place | null {
  const column = element.closest<HTMLElement>('[data-note-type]');
  if (!column) return null;
  const order = [...column.querySelectorAll('.note-slot')].map(({ id }) => id);
  const slot = element.closest('.note-slot')?.id ?? null;
  return { column: column.dataset['noteType'] ?? '', slot, order };
}

/** From the best to the last resort. */
function* placesToReturn(place: Place | null): Generator<HTMLElement> {
  if (place) {
    const { column, slot, order } = place;
    if (slot !== null) {
      const same = cardIn(slot);
      if (same) yield same;
      const next = successorOf(order, slot, (id) => cardIn(id) !== null);
      const neighbour = next === undefined ? null : cardIn(next);
      if (neighbour) yield neighbour;
    }
    const section = document.querySelector(`[data-note-type="${CSS.escape(column)}"]`);
    yield* (
      section?.querySelectorAll<HTMLElement>('article[tabindex="0"], .column-add button') ?? []
    );
  }
  yield* document.querySelectorAll<HTMLElement>('#board, #main');
}

/** Null if invisible, such as in a column that a small window hides. */
function cardIn(slot: string): HTMLElement | null {
  const card = document.querySelector<HTMLElement>(`#${CSS.escape(slot)} article`);
  return card?.checkVisibility() ? card : null;
}
