import type { Bus } from './bus.ts';

// A transaction may say thousands of things, such as one that brings a file of action items to all boards of a team.
const deliveredAtOnce = 50;

/** The bus of a single process. A publisher receives its own messages too: later, never within its own call. */
export function memoryBus(): Bus {
  const channels = new Map<string, Set<(message: string) => void>>();
  const waiting: (() => void)[] = [];

  function deliverSome(): void {
    for (const deliver of waiting.splice(0, deliveredAtOnce)) queueMicrotask(deliver);
    if (waiting.length > 0) setImmediate(deliverSome);
  }

  return {
    publish(channel, message) {
      waiting.push(() => {
        for (const callback of channels.get(channel) ?? []) callback(message);
      });
      if (waiting.length === 1) queueMicrotask(deliverSome);
    },
    async subscribe(channel, callback) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(callback));
      return () => {
        listeners.delete(callback);
        if (listeners.size === 0) channels.delete(channel);
      };
    },
    healthy: () => true,
    onHealth: () => () => undefined,
    async close() {
      channels.clear();
    },
  };
}
