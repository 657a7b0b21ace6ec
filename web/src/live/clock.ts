import { serverClock } from '#web/api/server-time';

/** Time as a dependency, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  set(now: number): void;
  /** Advances the clock if a message's send time is still in the future. */
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

/** A frozen server or a cut cable never responds, and browsers time out only after minutes. */
const responseTimeoutMs = 20_000;

/** Aborts the call if there is no response within `responseTimeoutMs`. */
export function withDeadline<Answer>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const cancel = clock.setTimer(responseTimeoutMs, () => abort.abort());
  return call(abort.signal).finally(cancel);
}
