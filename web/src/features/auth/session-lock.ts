// One tab at a time replaces the token; the others wait for what it stores.

const name = 'wentwell-session';
/** In ms; a tab that hangs keeps the others no longer than this. */
const longestWait = 5000;

/** Runs the work while no other tab of this browser does; without locks (plain http) it runs at once. */
export async function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  let started = false;
  const signal = AbortSignal.timeout(longestWait);
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
