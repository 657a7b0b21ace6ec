// The simulated bus: loses, duplicates and reorders messages, and is unavailable at times.
import type { Bus } from '../../server/src/platform/bus/bus.ts';
import type { Random } from './random.ts';

export interface BusMessage {
  channel: string;
  message: string;
}

interface BusNode {
  name: string;
  dead: boolean;
  inbox: BusMessage[];
  listeners: Map<string, Set<(message: string) => void>>;
  onHealth: Set<(healthy: boolean) => void>;
}

const lostShare = 0.1;
const repeatedShare = 0.05;
const reorderedShare = 0.2;

export class LossyBus {
  readonly counts = { lost: 0, repeated: 0, reordered: 0 };
  readonly #random: Random;
  readonly #nodes: BusNode[] = [];
  #isAway = false;
  /** Loses all messages although it reports as healthy. */
  losesAll = false;

  constructor(random: Random) {
    this.#random = random;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Connects a node. `end` simulates its death: no more sends or deliveries. */
  connect(name: string): { bus: Bus; end(): void } {
    const node: BusNode = {
      name,
      dead: false,
      inbox: [],
      listeners: new Map(),
      onHealth: new Set(),
    };
    this.#nodes.push(node);
    const bus: Bus = {
      publish: (channel, message) => this.#publish(node, { channel, message }),
      subscribe: async (channel, callback) => {
        const listeners = node.listeners.get(channel) ?? new Set();
        node.listeners.set(channel, listeners.add(callback));
        return () => listeners.delete(callback);
      },
      healthy: () => !this.#isAway,
      onHealth: (callback) => {
        node.onHealth.add(callback);
        return () => node.onHealth.delete(callback);
      },
      close: async () => node.listeners.clear(),
    };
    const end = (): void => {
      node.dead = true;
      node.inbox = [];
      this.#nodes.splice(this.#nodes.indexOf(node), 1);
    };
    return { bus, end };
  }

  /** Becomes unavailable and loses all undelivered messages, or recovers. */
  setAway(isAway: boolean): void {
    if (this.#isAway === isAway) return;
    this.#isAway = isAway;
    for (const node of this.#nodes) {
      if (isAway) {
        this.counts.lost += node.inbox.length;
        node.inbox = [];
      }
      for (const callback of node.onHealth) callback(!isAway);
    }
  }

  /** The names of the nodes with undelivered messages. */
  waiting(): string[] {
    return this.#nodes.filter(({ inbox }) => inbox.length > 0).map(({ name }) => name);
  }

  /** Delivers one pending message, not always the oldest. Null if none is pending. */
  deliver(name: string): BusMessage | null {
    const node = this.#nodes.find((each) => each.name === name);
    if (!node || node.inbox.length === 0) return null;
    let at = 0;
    if (node.inbox.length > 1 && this.#random.chance(reorderedShare)) {
      at = this.#random.between(1, node.inbox.length - 1);
      this.counts.reordered += 1;
    }
    const [busMessage] = node.inbox.splice(at, 1);
    if (!busMessage) return null;
    for (const callback of node.listeners.get(busMessage.channel) ?? [])
      callback(busMessage.message);
    return busMessage;
  }

  #publish(from: BusNode, busMessage: BusMessage): void {
    if (from.dead) return;
    if (this.#isAway) {
      // Like the real bus, deliver a message that cannot be sent to its own node.
      queueMicrotask(() => {
        for (const callback of from.listeners.get(busMessage.channel) ?? []) {
          if (!from.dead) callback(busMessage.message);
        }
      });
      return;
    }
    for (const node of this.#nodes) {
      const luck = this.#random.next();
      if (this.losesAll || luck < lostShare) {
        this.counts.lost += 1;
        continue;
      }
      node.inbox.push(busMessage);
      if (luck < lostShare + repeatedShare) {
        this.counts.repeated += 1;
        node.inbox.push(busMessage);
      }
    }
  }
}
