// How much a client may send: so many a second, and as many again at once as it has saved up.
import type { Clock } from '#server/platform/clock';

/** Takes the clock and the bounds; gives a function that takes one, and tells whether there was one left. */
export function tokenBucket(
  clock: Clock,
  { perSecond, burst }: { perSecond: number; burst: number },
) {
  let left = burst;
  let at = clock.now().getTime();
  return (): boolean => {
    const now = clock.now().getTime();
    left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
