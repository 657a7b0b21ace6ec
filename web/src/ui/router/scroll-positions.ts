// Scroll positions by history entry, restored on Back, Forward and reload.
import { z } from 'zod';

const storageKey = 'scroll-positions';
const Positions = z.record(z.string(), z.number());
const positions = new Map(readPositions());
let shown: string | null = null;

// Otherwise the browser would scroll the outgoing page.
history.scrollRestoration = 'manual';
addEventListener('pagehide', () => {
  if (shown !== null) keepScroll(shown);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
  } catch {
    // Without storage a reload starts at the top.
  }
});

export function keepScroll(pageKey: string): void {
  positions.set(pageKey, scrollY);
}

export function restoreScroll(pageKey: string): void {
  const isArrival = shown === null;
  shown = pageKey;
  const top = positions.get(pageKey) ?? 0;
  // A new page is at its top already. Scrolling would force a layout before its first paint.
  if (!isArrival || top > 0) scrollTo({ top, behavior: 'instant' });
}

function readPositions(): [string, number][] {
  try {
    return Object.entries(Positions.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')));
  } catch {
    return [];
  }
}
