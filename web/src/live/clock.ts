import { serverClock } from '#web/api/server-time';

/** Time as a dependency, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  set(now: number): void;
  /** Sets the clock forward if the server sent a message at a time that is still to come by it. */
  correct(sentAt: number): void;
  /** Returns a function that cancels the timer. */
  setTimer(ms: number, callback: () => void): () => void;
}

export const browserClock: Clock = {
  ...serverClock,
  setTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A frozen server or a cut cable never responds, and the browser alone would wait for minutes. */
const responseTimeoutMs = 20_000;

/** Aborts the call when no response has come within `responseTimeoutMs`. */
export function withDeadline<Answer>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const cancel = clock.setTimer(responseTimeoutMs, () => abort.abort());
  return call(abort.signal).finally(cancel);
}
