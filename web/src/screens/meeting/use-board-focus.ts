import { useLayoutEffect, useRef } from 'react';

/**
 * The focus leaves the board when something is laid over it, and comes back to where it was when that goes, unless it is
 * somewhere else by then.
 */
export function useBoardFocus(isCovered: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const page = document.getElementById('board');
    if (isCovered) {
      if (!(activeElement instanceof HTMLElement) || !activeElement.closest('.board-place')) return;
      last.current = activeElement;
      page?.focus({ preventScroll: true });
      return;
    }
    const isLost = activeElement === body || activeElement === page;
    if (isLost && last.current?.isConnected) last.current.focus({ preventScroll: true });
    last.current = null;
  }, [isCovered]);
}
