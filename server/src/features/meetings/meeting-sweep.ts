import type { Clock } from '#server/platform/clock';

/** Runs `sweep` again and again; `everyMs` pass between the end of one and the next. `sweep` does not throw. */
export function repeatedSweep(clock: Clock, everyMs: number, sweep: () => Promise<void>) {
  let stopped = false;
  let cancel = () => {};
  let sweeping: Promise<void> = Promise.resolve();

  function run(): void {
    sweeping = sweep().finally(() => {
      if (!stopped) cancel = clock.setTimer(everyMs, run);
    });
  }

  return {
    /** Runs the first one now. */
    start: run,
    isStopped: () => stopped,
    /** Resolves when the sweep under way has ended. */
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await sweeping;
    },
  };
}
