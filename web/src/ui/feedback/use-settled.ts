import { useEffect, useState } from 'react';

/** Debounces the value. The second result applies the value at once; clearing the value is never delayed. */
export function useSettled(value: string, delayMs: number): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return [settled, () => setSettled(value)];
}
