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
    return () => clearTimeout(timer);
  },
};

/** Runs a task `ms` after the end of its last scheduled run. Two runs never overlap. The task must not reject. */
export function repeatEvery(
  clock: Clock,
  ms: number,
  task: (signal: AbortSignal) => Promise<void>,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let cancel = (): void => {};
  let running = Promise.resolve();

  /** Runs the task once after its current run. */
  function run(): Promise<void> {
    running = running.then(() => (signal.aborted ? undefined : task(signal)));
    return running;
  }

  /** Starts the first run after `ms`. */
  function start(): void {
    if (!signal.aborted) cancel = clock.setTimer(ms, () => void run().then(start));
  }

  return {
    start,
    run,
    /** Aborts the current run and resolves when it has ended. No other starts. */
    async stop(): Promise<void> {
      stopping.abort();
      cancel();
      await running;
    },
  };
}
