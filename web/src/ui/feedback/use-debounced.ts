import { useEffect, useState } from 'react';

/** Debounces the value. The second result applies the value at once; clearing the value is never delayed. */
export function useDebounced(
  value: string,
  delayMs: number,
): [debounced: string, flush: () => void] {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return [debounced, () => setDebounced(value)];
}
