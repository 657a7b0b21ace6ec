// A timer's remaining time by the server's clock (docs/retro.md R-71).
import { remainingMs, type Timer } from '@wentwell/contract/discussion/timer';
import { useCallback, useState, useSyncExternalStore } from 'react';

import { onCountdown, serverNow } from '#web/api/server-time';

const leftMs = (timer: Timer): number => remainingMs(timer, serverNow());

/** Whole seconds, rounded up: 0 means that the time is up. */
export const secondsLeft = (timer: Timer): number => Math.ceil(leftMs(timer) / 1000);

/** Calls back whenever `secondsLeft` changes, until the time is up. Returns a function that cancels. */
export function onEachSecond(timer: Timer | null, callback: () => void): () => void {
  if (timer?.state !== 'running') return () => undefined;
  const msToNextSecond = (): number => {
    const left = leftMs(timer);
    return left === 0 ? 0 : left % 1000 || 1000;
  };
  return onCountdown(msToNextSecond, callback);
}

/** Calls back once at the end of a running timer; never for one that has ended. */
export function onTimeUp(timer: Timer, callback: () => void): () => void {
  let hasEnded = timer.state !== 'running' || leftMs(timer) === 0;
  // One long timeout: browsers throttle chains of short ones to one a minute in hidden pages.
  return onCountdown(
    () => (hasEnded ? 0 : leftMs(timer)),
    () => {
      if (hasEnded || leftMs(timer) > 0) return;
      hasEnded = true;
      callback();
    },
  );
}

/** Re-renders each second. Null without a timer. */
export function useSecondsLeft(timer: Timer | null): number | null {
  const subscribe = useCallback((onChange: () => void) => onEachSecond(timer, onChange), [timer]);
  return useSyncExternalStore(subscribe, () => timer && secondsLeft(timer));
}

/** Re-renders once, at the end of a running timer. */
export function useIsTimeUp(timer: Timer | null): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => (timer ? onTimeUp(timer, onChange) : () => undefined),
    [timer],
  );
  return useSyncExternalStore(subscribe, () => timer !== null && leftMs(timer) === 0);
}

/** The timer's full duration if this page knows it, otherwise `usual`. */
export function useTotalSeconds(timer: Timer | null, usual: number): number {
  const left = timer ? secondsLeft(timer) : 0;
  const [seen, setSeen] = useState({ timer, total: Math.max(usual, left) });
  if (seen.timer === timer) return seen.total;
  const before = seen.timer ? secondsLeft(seen.timer) : 0;
  // A pause or resume changes nothing.
  const isSet = Math.abs(left - before) > 1;
  const isAdded = before > 0 && left > before;
  const total = isSet ? (isAdded ? Math.max(left, seen.total) : left) : seen.total;
  setSeen({ timer, total });
  return total;
}
