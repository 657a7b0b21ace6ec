// All pages use the server's time (docs/api.md A-84), extrapolated by `performance.now()`: browsers' clocks may be wrong.
import { effectiveStatus } from '@wentwell/contract/meetings/effective-status';
import type { ShownStatus } from '@wentwell/contract/meetings/meetings';

import { Subscribers } from '#web/subscribers';

/** The `Date` header has whole seconds and is delayed by the network, so smaller differences are noise. */
const headerToleranceMs = 5000;
/** Smaller corrections are invisible. */
const announcedMs = 250;

/** The server's time minus `performance.now()`; null until known. */
let aheadMs: number | null = null;
/** `browserAheadMs()` when the database's time was last received; null before. */
let databaseAheadMs: number | null = null;
const corrections = new Subscribers();

function nowMs(): number {
  return aheadMs === null ? Date.now() : performance.now() + aheadMs;
}

/** Changes when the browser's clock is set, or during sleep, when `performance.now()` may stop. */
const browserAheadMs = (): number => Date.now() - performance.now();

export const serverNow = (): Date => new Date(nowMs());

function set(now: number): void {
  const correction = now - nowMs();
  aheadMs = now - performance.now();
  if (Math.abs(correction) > announcedMs) corrections.call();
}

/**
 * Whether the time comes from the database and is still valid. The header shows a node's or proxy's clock, which may be
 * minutes off.
 */
function isSetByDatabase(): boolean {
  return (
    databaseAheadMs !== null && Math.abs(browserAheadMs() - databaseAheadMs) <= headerToleranceMs
  );
}

/** Call with each response's `Date` header, which is used if the database's time is unknown or after a sleep. */
export function updateServerTime(date: string | null): void {
  const sentAt = Date.parse(date ?? '');
  if (Number.isNaN(sentAt) || isSetByDatabase()) return;
  if (Math.abs(sentAt - nowMs()) <= headerToleranceMs) aheadMs ??= browserAheadMs();
  else correct(sentAt);
}

function setExactly(now: number): void {
  databaseAheadMs = browserAheadMs();
  set(now);
}

/** Corrects the clock by a message's send time: forward only, as after a sleep. */
function correct(sentAt: number): void {
  if (aheadMs === null || sentAt > nowMs()) set(sentAt);
}

/** Messages of the live channel have millisecond timestamps. */
export const serverClock = { now: nowMs, set: setExactly, correct };

/** Calls back after each `msToNext()` until that is 0, and after clock corrections. Returns a function that cancels. */
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
  const unsubscribe = corrections.subscribe(next);
  schedule();
  return () => {
    clearTimeout(timeout);
    unsubscribe();
  };
}

export function statusNow<Status extends ShownStatus>(meeting: {
  status: Status;
  end_time: string | null;
}): Status | 'closed' {
  return effectiveStatus(meeting, serverNow());
}

/** The meeting with its effective status, for policies. */
export function meetingNow<M extends { status: ShownStatus; end_time: string | null }>(meeting: M) {
  return { ...meeting, status: statusNow(meeting) };
}
