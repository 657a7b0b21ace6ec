/**
 * Runs the work while this page holds the lock. Browsers without locks (plain HTTP) or with locks that refuse (sandboxed pages),
 * and an abort before the lock is free, run the fallback immediately.
 */
export async function withLock<Result>(
  { name, signal }: { name: string; signal: AbortSignal },
  work: () => Promise<Result>,
  fallback = work,
): Promise<Result> {
  let isHeld = false;
  try {
    return await navigator.locks.request(name, { signal }, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    if (isHeld) throw error;
    return fallback();
  }
}
