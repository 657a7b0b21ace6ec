/** What the page knows of its surroundings: whether it is looked at, and whether there is a network. */
export interface BrowserState {
  isHidden(): boolean;
  isOnline(): boolean;
  /** Tells when either may have changed; gives the way to stop. */
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
