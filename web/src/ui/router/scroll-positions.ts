// Back and forward return to where the page was scrolled, and so does a reload.
import { z } from 'zod';

const storageKey = 'scroll-positions';
const Positions = z.record(z.string(), z.number());
const positions = new Map(readPositions());
let shown: string | null = null;

// The browser would scroll the page that is about to go.
history.scrollRestoration = 'manual';
addEventListener('pagehide', () => {
  if (shown !== null) keepScroll(shown);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
  } catch {
    // Without storage a reload begins at the top.
  }
});

export function keepScroll(pageKey: string): void {
  positions.set(pageKey, scrollY);
}

export function restoreScroll(pageKey: string): void {
  const isArrival = shown === null;
  shown = pageKey;
  const top = positions.get(pageKey) ?? 0;
  // A page that has just come is at its top. Scrolling there would lay it out before its first paint.
  if (!isArrival || top > 0) scrollTo({ top, behavior: 'instant' });
}

function readPositions(): [string, number][] {
  try {
    return Object.entries(Positions.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')));
  } catch {
    return [];
  }
}
