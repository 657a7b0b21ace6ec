// A clock that a test turns by hand.
import type { Clock } from '#server/platform/clock';

export interface ManualClock extends Clock {
  /** Lets `ms` pass; what falls due runs in its order. */
  advance(ms: number): void;
  /** As if the process had been suspended for `ms`. */
  pauseProcess(ms: number): void;
}

/** Stands still until it is advanced. */
export function manualClock(start = new Date('2026-01-05T09:00:00.000Z')): ManualClock {
  let now = start.getTime();
  let pausedMs = 0;
  let waiting: { at: number; act: () => void }[] = [];
  return {
    now: () => new Date(now),
    // The clock that nobody sets: advancing the other by an hour pauses no process.
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
