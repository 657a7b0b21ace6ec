// Bounds password hashing, the costliest call of strangers. No network address can fill the queue alone.
import { ApiError } from '#server/platform/http/api-error';

/** The origin of a call: an IPv4 address or an IPv6 /64, and whether its account has logged in there before. */
export interface Source {
  block: string;
  isKnown: boolean;
}

export interface GateSize {
  atOnce: number;
  /** In each of the two queues. */
  waiting: number;
  /** The same for one block, in each of the two queues. */
  waitingPerBlock: number;
}

interface Turn {
  start: () => void;
  refuse: () => void;
}

/** Serves the blocks in turn, one call each. */
class FairQueue {
  // The order of the keys is the order of the turns.
  readonly #blocks = new Map<string, Turn[]>();
  #length = 0;
  readonly #size: GateSize;

  constructor(size: GateSize) {
    this.#size = size;
  }

  /** Throws UNAVAILABLE where there is no room; a full queue makes room at the expense of its longest block. */
  push(block: string, turn: Turn): void {
    const own = this.#blocks.get(block) ?? [];
    if (own.length >= this.#size.waitingPerBlock) throw new ApiError('UNAVAILABLE');
    if (this.#length >= this.#size.waiting) this.#dropFromLongest(own.length);
    own.push(turn);
    this.#blocks.set(block, own);
    this.#length += 1;
  }

  shift(): Turn | undefined {
    const [first] = this.#blocks;
    if (!first) return undefined;
    const [block, turns] = first;
    const turn = turns.shift();
    this.#blocks.delete(block);
    if (turns.length > 0) this.#blocks.set(block, turns);
    this.#length -= 1;
    return turn;
  }

  #dropFromLongest(ownLength: number): void {
    const [longest] = [...this.#blocks.values()].toSorted((a, b) => b.length - a.length);
    if (!longest || longest.length <= ownLength + 1) throw new ApiError('UNAVAILABLE');
    longest.pop()?.refuse();
    this.#length -= 1;
  }
}

export class HashingGate {
  readonly #atOnce: number;
  readonly #known: FairQueue;
  readonly #unknown: FairQueue;
  #running = 0;
  #isKnownNext = true;

  constructor(size: GateSize) {
    this.#atOnce = size.atOnce;
    this.#known = new FairQueue(size);
    this.#unknown = new FairQueue(size);
  }

  /** Every second turn goes to known sources, so that strangers keep nobody out. Throws UNAVAILABLE when full. */
  async pass<T>({ block, isKnown }: Source, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else {
      await new Promise<void>((start, reject) => {
        const refuse = () => {
          reject(new ApiError('UNAVAILABLE'));
        };
        (isKnown ? this.#known : this.#unknown).push(block, { start, refuse });
      });
    }
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** The place is handed on, so that a newcomer cannot slip in between. */
  #leave(): void {
    const [first, second] = this.#isKnownNext
      ? [this.#known, this.#unknown]
      : [this.#unknown, this.#known];
    this.#isKnownNext = !this.#isKnownNext;
    const next = first.shift() ?? second.shift();
    if (next) next.start();
    else this.#running -= 1;
  }
}
