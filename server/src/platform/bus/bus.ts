// Sends hints between nodes. They may be lost, repeated or delayed: the database is authoritative
// (docs/live-protocol.md).

export interface Bus {
  /** Sends to all subscribed nodes, including this one. Never fails: a lost hint only causes a delay. */
  publish(channel: string, message: string): void;
  /** Resolves once messages arrive, or immediately if the bus is down. The callback must not throw. */
  subscribe(channel: string, callback: (message: string) => void): Promise<() => void>;
  /** Whether hints are known to arrive. If not, callers must poll the database. */
  healthy(): boolean;
  /** Notifies about each change of health. Returns an unsubscribe function. */
  onHealth(callback: (healthy: boolean) => void): () => void;
  close(): Promise<void>;
}

// One transaction can publish thousands of messages, such as an import of action items for all boards of a team.
const deliveredAtOnce = 50;

/** Returns a function that runs callbacks asynchronously and in order. Yields to the event loop after each slice. */
export function deliverInSlices(): (deliver: () => void) => void {
  const waiting: (() => void)[] = [];

  function deliverSome(): void {
    for (const deliver of waiting.splice(0, deliveredAtOnce)) queueMicrotask(deliver);
    if (waiting.length > 0) setImmediate(deliverSome);
  }

  return (deliver) => {
    waiting.push(deliver);
    if (waiting.length === 1) queueMicrotask(deliverSome);
  };
}

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
