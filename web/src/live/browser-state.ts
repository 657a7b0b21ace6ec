export interface BrowserState {
  isHidden(): boolean;
  isOnline(): boolean;
  /** Calls `listener` when either may have changed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export const browserPage: BrowserState = {
  isHidden: () => document.visibilityState === 'hidden',
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};
