import { type Bus, deliverInSlices } from './bus.ts';

/** The bus of a single process. Publishers also receive their own messages, always asynchronously. */
export function memoryBus(): Bus {
  const channels = new Map<string, Set<(message: string) => void>>();
  const enqueue = deliverInSlices();
  return {
    publish(channel, message) {
      enqueue(() => {
        for (const callback of channels.get(channel) ?? []) callback(message);
      });
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
