import type { Bus } from './bus.ts';

/** The bus of a single process. A publisher hears itself the way it hears others: later, never in its own call. */
export function memoryBus(): Bus {
  const channels = new Map<string, Set<(message: string) => void>>();
  return {
    publish(channel, message) {
      queueMicrotask(() => {
        for (const hear of channels.get(channel) ?? []) hear(message);
      });
    },
    async subscribe(channel, hear) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(hear));
      return () => {
        listeners.delete(hear);
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
