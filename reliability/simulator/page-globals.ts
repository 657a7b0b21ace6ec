// Browser globals that the client core uses: `location`, `fetch` and `addEventListener`.

/** Returns a function that restores the former globals. */
export function setOrigin(origin: string, fetchThrough: typeof fetch): () => void {
  const names = ['fetch', 'location', 'addEventListener'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const put = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  };
  put('fetch', fetchThrough);
  put('location', { origin });
  // Simulated pages fire no unload events.
  put('addEventListener', () => {});
  return () => {
    for (const [index, name] of names.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
