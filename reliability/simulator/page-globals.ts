// The globals that the client core reads in a browser: `location`, `fetch` and `addEventListener`.

/** Returns a function that restores the former globals. */
export function setOrigin(origin: string, fetchThrough: typeof fetch): () => void {
  const names = ['fetch', 'location', 'addEventListener'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const put = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  put('fetch', fetchThrough);
  put('location', { origin });
  // Simulated pages go without a word.
  put('addEventListener', () => {});
  return () => {
    for (const [index, name] of names.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
