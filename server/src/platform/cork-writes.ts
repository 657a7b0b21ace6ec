import type { Writable } from 'node:stream';

/** Corks the stream until the current tick ends, because each write costs as much as a short statement. */
export function corkWrites(current: () => Writable): () => void {
  let held: Writable | null = null;
  return () => {
    const stream = current();
    if (held === stream) return;
    held = stream;
    stream.cork();
    // Runs after all settled promises, whose callbacks may write more.
    process.nextTick(() => {
      if (held === stream) held = null;
      stream.uncork();
    });
  };
}
