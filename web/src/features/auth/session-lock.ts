// Only one tab at a time renews the token; the others wait for the stored one.

const name = 'wentwell-session';
/** A tab that hangs blocks the others no longer than this, in ms. */
const maxWaitMs = 5000;

/** Runs the work while no other tab of this browser does. Where the browser has no locks (plain http), runs at once. */
export async function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  let started = false;
  const signal = AbortSignal.timeout(maxWaitMs);
  try {
    return await navigator.locks.request(name, { signal }, () => {
      started = true;
      return work();
    });
  } catch (error) {
    if (started) throw error;
    return work();
  }
}
