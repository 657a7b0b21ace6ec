// The server's time counts on all pages (docs/api.md A-84). It runs by `performance.now()`: browsers' clocks are wrong.
import { effectiveStatus } from '@wentwell/contract/effective-status';
import type { ShownStatus } from '@wentwell/contract/meetings';

/** The `Date` header has whole seconds, and the answer was on its way: a smaller difference says nothing. */
const headerToleranceMs = 5000;
/** A smaller correction is seen by nobody. */
const announcedMs = 250;

/** The server's time minus `performance.now()`; null until the server has told it. */
let aheadMs: number | null = null;
/** `browserAheadMs()` when the database told its time; null until then. */
let toldAtMs: number | null = null;
const subscribers = new Set<() => void>();

function nowMs(): number {
  return aheadMs === null ? Date.now() : performance.now() + aheadMs;
}

/** Changes in a sleep, in which `performance.now()` may stand still, and when the browser's clock is set. */
const browserAheadMs = (): number => Date.now() - performance.now();

export const serverNow = (): Date => new Date(nowMs());

function set(now: number): void {
  const correction = now - nowMs();
  aheadMs = now - performance.now();
  if (Math.abs(correction) > announcedMs) for (const subscriber of subscribers) subscriber();
}

/** The header is the clock of a node or a proxy, which may be minutes off. */
function isToldByDatabase(): boolean {
  return toldAtMs !== null && Math.abs(browserAheadMs() - toldAtMs) <= headerToleranceMs;
}

/** Call it with the `Date` header of each answer. It counts where the database's time is not known, or after a sleep. */
export function learnServerTime(date: string | null): void {
  const sentAt = Date.parse(date ?? '');
  if (Number.isNaN(sentAt) || isToldByDatabase()) return;
  if (Math.abs(sentAt - nowMs()) <= headerToleranceMs) aheadMs ??= browserAheadMs();
  else correct(sentAt);
}

function setExactly(now: number): void {
  toldAtMs = browserAheadMs();
  set(now);
}

/** Corrects the clock by the time at which a message was sent: forward only, as after a sleep. */
function correct(sentAt: number): void {
  if (aheadMs === null || sentAt > nowMs()) set(sentAt);
}

/** The live channel's messages tell the time to the millisecond. */
export const serverClock = { now: nowMs, set: setExactly, correct };

/** Calls back after each `msToNext()` until that is 0, and after clock corrections. Returns a function that stops it. */
export function onCountdown(msToNext: () => number, callback: () => void): () => void {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    const ms = msToNext();
    if (ms > 0) timeout = setTimeout(next, ms);
  }
  function next(): void {
    clearTimeout(timeout);
    callback();
    schedule();
  }
  subscribers.add(next);
  schedule();
  return () => {
    clearTimeout(timeout);
    subscribers.delete(next);
  };
}

export function statusNow<Status extends ShownStatus>(meeting: {
  status: Status;
  end_time: string | null;
}): Status | 'closed' {
  return effectiveStatus(meeting, serverNow());
}

/** For a policy that takes the effective status. */
export function meetingNow<M extends { status: ShownStatus; end_time: string | null }>(meeting: M) {
  return { ...meeting, status: statusNow(meeting) };
}
