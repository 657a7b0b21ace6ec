// Time as a dependency, so that what waits can be proved without waiting.

export interface Clock {
  now(): Date;
  /** Milliseconds since some moment, on a clock that nobody sets. */
  elapsed(): number;
  /** Calls back once after `ms`. Returns a function that cancels the timer. */
  setTimer(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  setTimer(ms, act) {
    const timer = setTimeout(act, ms);
    // A waiting timer alone does not keep the process alive.
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
