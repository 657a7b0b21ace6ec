// Limits concurrent password hashing, the most expensive unauthenticated call. No network address can fill the queue.
import { FairQueue } from '#server/platform/fair-queue';
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
  refuse: (reason: ApiError) => void;
}

export class HashingGate {
  readonly #size: GateSize;
  readonly #known = new FairQueue<string, Turn>();
  readonly #unknown = new FairQueue<string, Turn>();
  #running = 0;
  #isKnownNext = true;

  constructor(size: GateSize) {
    this.#size = size;
  }

  /** Alternates known and unknown sources, so that strangers cannot starve users. Throws UNAVAILABLE when full. */
  async pass<T>({ block, isKnown }: Source, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size.concurrency) this.#running += 1;
    else {
      const queue = isKnown ? this.#known : this.#unknown;
      this.#makeRoom(queue, block);
      const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
      queue.push(block, { start, refuse });
      await promise;
    }
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** A full queue evicts a call of its longest block. Throws UNAVAILABLE if there is still no room. */
  #makeRoom(queue: FairQueue<string, Turn>, block: string): void {
    const { waiting, waitingPerBlock } = this.#size;
    if (queue.countOf(block) >= waitingPerBlock) throw new ApiError('UNAVAILABLE');
    if (queue.items.length < waiting) return;
    const evicted = queue.makeRoomFor(block);
    if (!evicted) throw new ApiError('UNAVAILABLE');
    evicted.refuse(new ApiError('UNAVAILABLE'));
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
