// How much of a timer is left, by the server's clock (docs/retro.md R-71). `clockOffset` is how far, in ms, that clock is
// ahead of this browser's.
import { remainingMs, type Timer } from '@wentwell/contract/timer';
import { useCallback, useSyncExternalStore } from 'react';

function leftMs(timer: Timer, clockOffset: number): number {
  return remainingMs(timer, new Date(Date.now() + clockOffset));
}

/** Whole seconds, rounded up: 0 means that the time is up. */
export function secondsLeft(timer: Timer, clockOffset: number): number {
  return Math.ceil(leftMs(timer, clockOffset) / 1000);
}

/** `m:ss`, also beyond an hour. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Calls back whenever `secondsLeft` has changed, until the time is up. Returns a function that stops it. */
export function onEachSecond(
  timer: Timer | null,
  clockOffset: number,
  callback: () => void,
): () => void {
  if (timer?.state !== 'running') return () => undefined;
  const running = timer;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    const left = leftMs(running, clockOffset);
    if (left === 0) return;
    timeout = setTimeout(
      () => {
        callback();
        schedule();
      },
      left % 1000 || 1000,
    );
  }
  schedule();
  return () => clearTimeout(timeout);
}

/** Calls back once, when a running timer ends. One that is over already has no end to come. */
export function onTimeUp(timer: Timer, clockOffset: number, callback: () => void): () => void {
  const left = leftMs(timer, clockOffset);
  if (timer.state !== 'running' || left === 0) return () => undefined;
  // One long timeout: browsers slow a chain of short ones down to one a minute in pages that nobody looks at.
  const timeout = setTimeout(callback, left);
  return () => clearTimeout(timeout);
}

/** Renders the component anew each second. Null without a timer. */
export function useSecondsLeft(timer: Timer | null, clockOffset: number): number | null {
  const subscribe = useCallback(
    (onChange: () => void) => onEachSecond(timer, clockOffset, onChange),
    [timer, clockOffset],
  );
  return useSyncExternalStore(subscribe, () => timer && secondsLeft(timer, clockOffset));
}
