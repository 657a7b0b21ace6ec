// The bus of a simulated world, which does its worst: it loses, repeats and reorders, and is away for a while.
import type { Bus } from '../../server/src/platform/bus/bus.ts';
import type { Random } from './random.ts';

export interface BusMessage {
  channel: string;
  message: string;
}

interface Station {
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
  readonly #stations: Station[] = [];
  #isAway = false;
  /** Loses everything, and says that it is well. */
  losesAll = false;

  constructor(random: Random) {
    this.#random = random;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** A node's end of the bus. Ending it is the death of its node: nothing more comes or goes. */
  station(name: string): { bus: Bus; end(): void } {
    const station: Station = {
      name,
      dead: false,
      inbox: [],
      listeners: new Map(),
      onHealth: new Set(),
    };
    this.#stations.push(station);
    const bus: Bus = {
      publish: (channel, message) => this.#publish(station, { channel, message }),
      subscribe: async (channel, hear) => {
        const listeners = station.listeners.get(channel) ?? new Set();
        station.listeners.set(channel, listeners.add(hear));
        return () => listeners.delete(hear);
      },
      healthy: () => !this.#isAway,
      onHealth: (hear) => {
        station.onHealth.add(hear);
        return () => station.onHealth.delete(hear);
      },
      close: async () => station.listeners.clear(),
    };
    const end = (): void => {
      station.dead = true;
      station.inbox = [];
      this.#stations.splice(this.#stations.indexOf(station), 1);
    };
    return { bus, end };
  }

  /** Goes away, with everything that was under way, or comes back. */
  setAway(isAway: boolean): void {
    if (this.#isAway === isAway) return;
    this.#isAway = isAway;
    for (const station of this.#stations) {
      if (isAway) {
        this.counts.lost += station.inbox.length;
        station.inbox = [];
      }
      for (const hear of station.onHealth) hear(!isAway);
    }
  }

  /** Which stations have something to hear. */
  waiting(): string[] {
    return this.#stations.filter(({ inbox }) => inbox.length > 0).map(({ name }) => name);
  }

  /** Delivers one waiting message, not always the oldest. Null where none was waiting. */
  deliver(name: string): BusMessage | null {
    const station = this.#stations.find((each) => each.name === name);
    if (!station || station.inbox.length === 0) return null;
    let at = 0;
    if (station.inbox.length > 1 && this.#random.chance(reorderedShare)) {
      at = this.#random.between(1, station.inbox.length - 1);
      this.counts.reordered += 1;
    }
    const [busMessage] = station.inbox.splice(at, 1);
    if (!busMessage) return null;
    for (const hear of station.listeners.get(busMessage.channel) ?? []) hear(busMessage.message);
    return busMessage;
  }

  #publish(from: Station, busMessage: BusMessage): void {
    if (from.dead) return;
    if (this.#isAway) {
      // As the real one does: what it cannot send, its own node hears all the same.
      queueMicrotask(() => {
        for (const hear of from.listeners.get(busMessage.channel) ?? []) {
          if (!from.dead) hear(busMessage.message);
        }
      });
      return;
    }
    for (const station of this.#stations) {
      const luck = this.#random.next();
      if (this.losesAll || luck < lostShare) {
        this.counts.lost += 1;
        continue;
      }
      station.inbox.push(busMessage);
      if (luck < lostShare + repeatedShare) {
        this.counts.repeated += 1;
        station.inbox.push(busMessage);
      }
    }
  }
}
