// Isolates databases with a shared history, such as an unfenced primary, that use one Redis (docs/failover.md).
import type { DatabaseIdentity } from '#server/platform/db/database-identity';

import type { Bus } from './bus.ts';

interface Subscription {
  channel: string;
  callback: (message: string) => void;
  unsubscribe: () => void;
}

/** Moves all subscriptions to new channels when the era changes. The caller must close the wrapped bus. */
export function eraBus(bus: Bus, identity: Pick<DatabaseIdentity, 'era' | 'onEra'>): Bus {
  const subscriptions = new Set<Subscription>();
  const nameOf = (channel: string): string => `${identity.era ?? 'none'}:${channel}`;

  async function connect(subscription: Subscription): Promise<void> {
    const { channel, callback } = subscription;
    const name = nameOf(channel);
    const unsubscribe = await bus.subscribe(name, callback);
    // The subscription may have ended or the era changed again in the meantime.
    if (subscriptions.has(subscription) && name === nameOf(channel)) {
      subscription.unsubscribe = unsubscribe;
    } else unsubscribe();
  }

  const stopListening = identity.onEra(() => {
    for (const subscription of subscriptions) {
      subscription.unsubscribe();
      subscription.unsubscribe = () => {};
      void connect(subscription);
    }
  });

  return {
    ...bus,
    publish: (channel, message) => bus.publish(nameOf(channel), message),
    async subscribe(channel, callback) {
      const subscription: Subscription = { channel, callback, unsubscribe: () => {} };
      subscriptions.add(subscription);
      await connect(subscription);
      return () => {
        subscriptions.delete(subscription);
        subscription.unsubscribe();
      };
    },
    async close() {
      stopListening();
      subscriptions.clear();
    },
  };
}
