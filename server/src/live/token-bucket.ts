// How much a client may send: so many a second, and as many again at once as it has saved up.
import type { Clock } from '#server/platform/clock';

/** The returned function takes one token; false where none is left. */
export function tokenBucket(
  clock: Clock,
  { perSecond, burst }: { perSecond: number; burst: number },
) {
  let left = burst;
  let refilledAt = clock.now().getTime();
  return (): boolean => {
    const now = clock.now().getTime();
    left = Math.min(burst, left + (Math.max(0, now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
