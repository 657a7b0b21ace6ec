// A clock that runs faster, for tests that would otherwise wait for seconds.
import { type Clock, systemClock } from '#server/platform/clock';

/** A minute of this clock takes 1/`times` minutes. */
export function fastClock(times: number): Clock {
  const start = Date.now();
  return {
    now: () => new Date(start + (Date.now() - start) * times),
    elapsed: () => systemClock.elapsed() * times,
    setTimer: (ms, act) => systemClock.setTimer(ms / times, act),
  };
}
