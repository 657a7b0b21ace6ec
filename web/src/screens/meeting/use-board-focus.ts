import { useLayoutEffect, useRef } from 'react';

/** The focused place on the board. A redraw may replace the element, but its slot in the list stays. */
interface Place {
  element: HTMLElement;
  slot: string | null;
}

/**
 * The focus leaves the board when something is laid over it, and comes back to where it was when that goes, unless it is
 * somewhere else by then.
 */
export function useBoardFocus(isCovered: boolean): void {
  const last = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isCovered) {
      if (activeElement?.closest('.board-place')) {
        document.getElementById('main')?.focus({ preventScroll: true });
      }
      return undefined;
    }
    if (last.current && (activeElement === document.body || activeElement?.id === 'main')) {
      elementAt(last.current)?.focus({ preventScroll: true });
    }
    last.current = placeOf(document.activeElement);
    const handleFocusIn = ({ target }: FocusEvent): void => {
      last.current = placeOf(target);
    };
    addEventListener('focusin', handleFocusIn);
    return () => removeEventListener('focusin', handleFocusIn);
  }, [isCovered]);
}

function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement) || !target.closest('.board-place')) return null;
  return { element: target, slot: target.closest('.note-slot')?.id ?? null };
}

function elementAt({ element, slot }: Place): HTMLElement | null {
  if (element.isConnected || slot === null) return element;
  return document.querySelector<HTMLElement>(`#${CSS.escape(slot)} article`);
}
