// Injected time, so that tests need not wait.

export interface Clock {
  now(): Date;
  /** Monotonic time in ms. */
  elapsed(): number;
  /** Runs a callback once after `ms`. Returns a function that cancels the timer. */
  setTimer(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  setTimer(ms, act) {
    const timer = setTimeout(act, ms);
    // Timers do not keep the process alive.
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Starts a run `ms` after the end of the one before, so that two never overlap. Returns a function that stops. */
export function repeatEvery(clock: Clock, ms: number, task: () => Promise<void>): () => void {
  let isStopped = false;
  let cancel = (): void => {};
  const schedule = (): void => {
    if (!isStopped) cancel = clock.setTimer(ms, () => void task().finally(schedule));
  };
  schedule();
  return () => {
    isStopped = true;
    cancel();
  };
}
