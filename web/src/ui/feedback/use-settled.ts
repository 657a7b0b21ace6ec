import { useEffect, useState } from 'react';

/** The value once it has stood still, and a function that does not wait for that; clearing it takes effect at once. */
export function useSettled(value: string, delayMs: number): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return [settled, () => setSettled(value)];
}
