// Redis pub/sub, sharded if supported. Heartbeats verify delivery. Local messages are always delivered.
import { randomUUID } from 'node:crypto';

import type { BaseLogger } from 'pino';

import type { Clock } from '#server/platform/clock';
import { corkWrites } from '#server/platform/cork-writes';
import type { RedisConnections } from '#server/platform/redis';

import { type Bus, deliverInSlices } from './bus.ts';

const beatIntervalMs = 500;
/** Missed heartbeats before the bus is down. Counted, not timed, because a busy process reads them late. */
const maxMissedBeats = 2;
// While the bus is down, sent messages stay in memory until Redis answers, so their number is limited.
const maxUnconfirmedSends = 500;

type Listener = (message: string) => void;

interface Channel {
  listeners: Set<Listener>;
  /** Redis has confirmed the subscription. */
  confirmed: boolean;
}

export interface RedisBusDeps {
  redis: Pick<RedisConnections, 'commands' | 'subscriptions' | 'prefix'>;
  clock: Clock;
  log: BaseLogger;
}

/** The caller opens and closes the connections. */
export function redisBus({ redis, clock, log }: RedisBusDeps): Bus {
  const { commands, subscriptions, prefix } = redis;
  const channels = new Map<string, Channel>();
  const healthListeners = new Set<(healthy: boolean) => void>();
  const ownChannel = `beat:${randomUUID()}`;
  // Null until Redis has answered, and after each reconnection, which may reach another server.
  let sharded: boolean | null = null;
  let healthy = false;
  let missedBeats = 0;
  let unconfirmedSends = 0;
  let closed = false;
  let stopBeating = () => {};
  const enqueue = deliverInSlices();
  // Messages published in one tick are written and received together.
  const holdWrites = corkWrites(() => commands.stream);

  function setHealthy(now: boolean): void {
    if (healthy === now || closed) return;
    healthy = now;
    unconfirmedSends = 0;
    if (healthy) log.info('hints between nodes arrive');
    else log.warn('hints between nodes do not arrive: boards are read from the log');
    for (const callback of healthListeners) callback(healthy);
  }

  function deliver(name: string, message: string): void {
    for (const callback of channels.get(name)?.listeners ?? []) {
      try {
        callback(message);
      } catch (error) {
        // Rethrowing would stop this connection from reading for all listeners.
        log.error({ err: error }, 'a listener of the bus failed');
      }
    }
  }

  async function send(name: string, message: string): Promise<void> {
    if (commands.status === 'ready') holdWrites();
    if (sharded === false) await commands.publish(prefix + name, message);
    else await commands.spublish(prefix + name, message);
  }

  async function confirm(name: string, channel: Channel): Promise<void> {
    const full = prefix + name;
    if (sharded !== false) {
      try {
        await subscriptions.ssubscribe(full);
        sharded = true;
        channel.confirmed = true;
        return;
      } catch (error) {
        const unknown = error instanceof Error && /unknown command/i.test(error.message);
        if (!unknown) throw error;
        sharded = false;
      }
    }
    await subscriptions.subscribe(full);
    channel.confirmed = true;
  }

  /** Confirms all unconfirmed channels. The next heartbeat retries failures. */
  async function confirmAll(): Promise<void> {
    if (subscriptions.status !== 'ready') return;
    const unconfirmed = [...channels].filter(([, channel]) => !channel.confirmed);
    await Promise.allSettled(unconfirmed.map(([name, channel]) => confirm(name, channel)));
  }

  function onHeartbeat(): void {
    missedBeats = 0;
    setHealthy([...channels.values()].every(({ confirmed }) => confirmed));
  }

  function beat(): void {
    if (closed) return;
    if (missedBeats >= maxMissedBeats) setHealthy(false);
    missedBeats += 1;
    void send(ownChannel, '').catch(() => setHealthy(false));
    if (!healthy) void confirmAll();
    stopBeating = clock.setTimer(beatIntervalMs, beat);
  }

  function onClose(): void {
    for (const channel of channels.values()) channel.confirmed = false;
    sharded = null;
    setHealthy(false);
  }

  function onMessage(full: string, message: string): void {
    if (full.startsWith(prefix)) enqueue(() => deliver(full.slice(prefix.length), message));
  }

  const onReady = (): void => void confirmAll();
  subscriptions.on('message', onMessage);
  subscriptions.on('smessage', onMessage);
  subscriptions.on('close', onClose);
  subscriptions.on('ready', onReady);
  channels.set(ownChannel, { listeners: new Set([onHeartbeat]), confirmed: false });
  void confirmAll().then(beat);

  return {
    publish(channel, message) {
      const deliverLocally = (): void => deliver(channel, message);
      if (healthy) {
        void send(channel, message).catch(deliverLocally);
        return;
      }
      // Delivering a message twice is harmless. Missing it would delay this node's clients until the next poll.
      queueMicrotask(deliverLocally);
      unconfirmedSends += 1;
      if (unconfirmedSends <= maxUnconfirmedSends)
        void send(channel, message).catch(() => undefined);
    },

    async subscribe(name, callback) {
      const channel = channels.get(name) ?? { listeners: new Set(), confirmed: false };
      channels.set(name, channel);
      channel.listeners.add(callback);
      if (!channel.confirmed && subscriptions.status === 'ready') {
        // Without confirmation, messages on this channel would be missed. The bus counts as down until a heartbeat
        // retries.
        await confirm(name, channel).catch(() => setHealthy(false));
      }
      return () => {
        channel.listeners.delete(callback);
        if (channel.listeners.size > 0 || channels.get(name) !== channel) return;
        channels.delete(name);
        const full = prefix + name;
        if (subscriptions.status !== 'ready') return;
        const unsubscribed = sharded
          ? subscriptions.sunsubscribe(full)
          : subscriptions.unsubscribe(full);
        unsubscribed.catch(() => undefined);
      };
    },

    healthy: () => healthy,

    onHealth(callback) {
      healthListeners.add(callback);
      return () => healthListeners.delete(callback);
    },

    async close() {
      closed = true;
      stopBeating();
      channels.clear();
      healthListeners.clear();
      subscriptions.off('message', onMessage);
      subscriptions.off('smessage', onMessage);
      subscriptions.off('close', onClose);
      subscriptions.off('ready', onReady);
    },
  };
}
