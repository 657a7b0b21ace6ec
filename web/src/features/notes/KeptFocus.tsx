import { useEffect } from 'react';

import { hasNoFocus, setFocusFallback } from '#web/ui/overlays/modal-focus';

import { successorOf } from './board-keys.ts';

/** The focused place on the board, with enough to find a substitute when its element is gone. */
interface Place {
  column: string;
  /** The list item of the card; null beside the cards. */
  slot: string | null;
  /** The column's list items, with this one. */
  order: readonly string[];
}

/**
 * The focus never falls to the body while the page is open. When the element that has it goes away (a note that moves or
 * is deleted by anybody, a button that the next phase does not have, a dialog whose opener is gone), it goes to the same
 * note, to its neighbour, to its column, or to the page, whichever is there. Nothing scrolls for it.
 */
export function KeptFocus(): null {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let place: Place | null = null;

    function handleFocusIn({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      // A dialog or menu lies over the board: its opener's place is still the one to return to.
      if (!isOverPage(target)) place = placeOf(target);
    }

    function handleFocusOut({ relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        if (!hasNoFocus()) return;
        // A dialog may drop the focus while it fades out. On the page a click beside everything takes the focus away on purpose.
        if (last && canFocus(last) && !isOverPage(last)) last = null;
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
      // On a full board the browser takes milliseconds to say what is visible. New elements hide nothing.
      const mayBeHidden = !last.isConnected || changes.some(({ type }) => type === 'attributes');
      if (mayBeHidden && !canFocus(last)) restore();
      // Others add and delete notes around it.
      else if (changes.some(isOfCards) && !isOverPage(last)) place = placeOf(last);
    }

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

function isOverPage(element: HTMLElement): boolean {
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

/** Null where it is not shown, such as in a column that a small window hides. */
function cardIn(slot: string): HTMLElement | null {
  const card = document.querySelector<HTMLElement>(`#${CSS.escape(slot)} article`);
  return card?.checkVisibility() ? card : null;
}
