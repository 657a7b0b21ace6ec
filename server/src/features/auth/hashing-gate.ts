// Limits concurrent password hashing, the most expensive unauthenticated call. No network address can fill the queue.
import { ApiError } from '#server/platform/http/api-error';

/** `block` is an IPv4 address or an IPv6 /64. `isKnown`: the account has logged in from it before. */
export interface Source {
  block: string;
  isKnown: boolean;
}

export interface GateSize {
  concurrency: number;
  /** Maximum length of each of the two queues. */
  waiting: number;
  /** Maximum per block in each queue. */
  waitingPerBlock: number;
}

interface Turn {
  start: () => void;
  refuse: () => void;
}

/** Round-robin over the blocks, one call each. */
class FairQueue {
  // Key order is turn order.
  readonly #blocks = new Map<string, Turn[]>();
  #length = 0;
  readonly #size: GateSize;

  constructor(size: GateSize) {
    this.#size = size;
  }

  /** A full queue evicts a call of its longest block. Throws UNAVAILABLE if there is still no room. */
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
  readonly #concurrency: number;
  readonly #known: FairQueue;
  readonly #unknown: FairQueue;
  #running = 0;
  #isKnownNext = true;

  constructor(size: GateSize) {
    this.#concurrency = size.concurrency;
    this.#known = new FairQueue(size);
    this.#unknown = new FairQueue(size);
  }

  /** Alternates known and unknown sources, so that strangers cannot starve users. Throws UNAVAILABLE when full. */
  async pass<T>({ block, isKnown }: Source, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running += 1;
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

  /** Hands the slot to the next waiting call, so that a new call cannot overtake it. */
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
