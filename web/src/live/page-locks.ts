/** Locks shared by all open pages of this site. The browser releases those of a page that is closed or crashes. */
export interface PageLocks {
  /** Calls `whileHeld` as soon as the lock is free, and holds it until the promise settles. */
  hold(name: string, whileHeld: () => Promise<void>, signal: AbortSignal): void;
}

/** Null where the browser has no locks: in old browsers, and on pages served without TLS. */
export function browserLocks(): PageLocks | null {
  // TypeScript's DOM types declare `navigator.locks` as always present.
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return null;
  return {
    hold: (name, whileHeld, signal) => {
      void navigator.locks.request(name, { signal }, whileHeld).catch((error: unknown) => {
        // A request that is aborted before its turn rejects, too.
        if (!signal.aborted) throw error;
      });
    },
  };
}
