// A clock that a test advances.
import type { Clock } from '#server/platform/clock';

export interface ManualClock extends Clock {
  /** Advances by `ms` and runs due timers in order. */
  advance(ms: number): void;
  /** Simulates a suspension of the process for `ms`. */
  pauseProcess(ms: number): void;
}

/** Stands still until advanced. */
export function manualClock(start = new Date('2026-01-05T09:00:00.000Z')): ManualClock {
  let now = start.getTime();
  let pausedMs = 0;
  let waiting: { at: number; act: () => void }[] = [];
  return {
    now: () => new Date(now),
    // The monotonic clock: advancing the other does not suspend the process.
    elapsed: () => performance.now() + pausedMs,
    setTimer(ms, act) {
      const timer = { at: now + ms, act };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((each) => each !== timer);
      };
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.act();
      }
      now = until;
    },
    pauseProcess(ms) {
      pausedMs += ms;
    },
  };
}
