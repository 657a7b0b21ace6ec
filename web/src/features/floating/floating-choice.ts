// Whether this person sees floating reactions: as they have chosen in this browser, else unless they want less motion.
import { readStored, storageKeys, store } from '#web/api/browser-storage';

const subscribers = new Set<() => void>();

export function showsFloating(): boolean {
  const stored = readStored(storageKeys.floating);
  if (stored !== null) return stored === 'on';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function chooseFloating(isShown: boolean): void {
  store(storageKeys.floating, isShown ? 'on' : 'off');
  for (const subscriber of subscribers) subscriber();
}

export function subscribeToFloating(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}
