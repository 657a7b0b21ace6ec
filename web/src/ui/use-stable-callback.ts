import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns the same function on every render; it calls the latest `callback`. For events only, not during rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
