/** Locks that all pages of this site share. The browser releases those of a page that is closed or crashes. */
export interface PageLocks {
  /** Runs `whileHeld` as soon as no other page holds the lock, and holds it until the promise ends. */
  hold(name: string, whileHeld: () => Promise<void>, signal: AbortSignal): void;
}

/** Null where the browser has no locks: old ones, and those that reached the site without TLS. */
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
