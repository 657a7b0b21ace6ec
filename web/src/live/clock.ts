/** Time as a dependency, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a function that cancels the timer. */
  setTimer(ms: number, callback: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  setTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
