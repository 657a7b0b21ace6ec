// Lets a few works run at once and a few more wait; whoever comes after that is asked to come again.
import { Refusal } from '#server/platform/http/refusal';

export interface GateSize {
  atOnce: number;
  waiting: number;
}

/** Takes its size; gives the gate: it runs the work in its turn, or refuses with 503 and Retry-After. */
export function hashingGate({ atOnce, waiting }: GateSize) {
  let running = 0;
  const line: (() => void)[] = [];

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw new Refusal('UNAVAILABLE');
    try {
      return await work();
    } finally {
      // The place is handed on, so that a newcomer cannot slip in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
