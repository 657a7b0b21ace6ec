import type { Clock } from '#server/platform/clock';

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
