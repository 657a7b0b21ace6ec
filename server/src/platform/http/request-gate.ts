// How much of a node one account, or one network address before login, may use at once. Each process counts for itself.
import type { Clock } from '#server/platform/clock';

import { ApiError } from './api-error.ts';
import type { NodeQueue, Urgency } from './node-queue.ts';
import { type GateLimits, Lane, type Stay } from './request-lane.ts';

export interface GateRequest {
  cost: number;
  urgency?: Urgency;
}

/**
 * A request's place among those that run, in its rate-limit gate and on the node. Released while the body uploads or a
 * part of the answer is sent, then acquired again.
 */
export interface GateSlot {
  /**
   * Waits for a place; returns at once where it has one. Costs tokens the first time only. Throws TOO_MANY_REQUESTS
   * where too many wait, SITE_BUSY where the node has too much work, and ClientGone after `abandon`.
   */
  acquire(): Promise<void>;
  /** Frees the place. Safe to call twice. */
  release(): void;
  /** Returns the tokens that it has cost. */
  refund(): void;
  /** The client is gone: it leaves the queue. A place that it has ends with the work, or after 30 seconds. */
  abandon(): void;
}

/** The client has closed its connection, so nobody reads the answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

// Accounts remembered while they are idle; each has a full bucket again after a pause.
const remembered = 20_000;
// Ms that a request waits for its place where the node has no queue: a moment longer than a lane lets it wait for tokens.
const longestQueueMs = 5100;
// Ms that the work of a client that is gone keeps its place, should it never end.
const longestAbandonedMs = 30_000;

// One for all: under overload the stack of each refusal would cost as much as the rest of it.
const siteBusy = new ApiError('SITE_BUSY');

interface SlotOptions extends GateRequest {
  lane: Lane;
  node: NodeQueue | null;
  clock: Clock;
  /** Those that wait or run. */
  open: Set<Slot>;
}

class Slot implements GateSlot {
  readonly #options: SlotOptions;
  #isPaid = false;
  #isGone = false;
  /** When it got its place; null without one. */
  #heldSince: number | null = null;
  #acquiring: Promise<void> | null = null;
  #leave = () => {};
  #interrupt: ((reason: Error) => void) | null = null;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Ms for which it has had its place; null while it waits. */
  get heldMs(): number | null {
    return this.#heldSince === null ? null : this.#options.clock.elapsed() - this.#heldSince;
  }

  async acquire(): Promise<void> {
    if (this.#isGone) throw new ClientGone();
    if (this.#heldSince === null) await (this.#acquiring ??= this.#acquire());
  }

  async #acquire(): Promise<void> {
    const { clock, open } = this.#options;
    open.add(this);
    try {
      await this.#wait();
      // It may have gone between the grant and this line.
      if (this.#isGone) throw new ClientGone();
      this.#isPaid = true;
      this.#heldSince = clock.elapsed();
    } catch (error) {
      this.#free();
      throw error;
    } finally {
      this.#acquiring = null;
    }
  }

  /** Passes the gate, then the queue of the node. */
  async #wait(): Promise<void> {
    const { lane, node, clock, cost, urgency = 'page' } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const inNode = { cost, urgency, recentUse: () => lane.recentUse, start: resolve };
    const inLane: Stay = {
      cost,
      tokens: this.#isPaid ? 0 : cost,
      beganAt: null,
      start: node ? () => node.join(inNode) : resolve,
    };
    this.#interrupt = reject;
    this.#leave = () => {
      node?.leave(inNode);
      lane.leave(inLane);
    };
    const cancelTimer = clock.setTimer(node?.patienceMs(urgency) ?? longestQueueMs, () => {
      const isOwnDoing = inLane.beganAt === null && !node?.isOverloaded;
      reject(isOwnDoing ? lane.refusal(inLane.tokens) : siteBusy);
    });
    lane.join(inLane).catch(reject);
    await promise.finally(() => {
      this.#interrupt = null;
      cancelTimer();
    });
  }

  release(): void {
    if (this.#heldSince !== null) this.#free();
  }

  #free(): void {
    this.#heldSince = null;
    this.#options.open.delete(this);
    this.#leave();
    this.#leave = () => {};
  }

  refund(): void {
    if (this.#isPaid) this.#options.lane.refund(this.#options.cost);
  }

  abandon(): void {
    this.#isGone = true;
    this.#interrupt?.(new ClientGone());
    if (this.#heldSince === null) return;
    this.#options.clock.setTimer(longestAbandonedMs, () => {
      this.release();
    });
  }
}

export class RequestGate {
  readonly #limits: GateLimits;
  readonly #clock: Clock;
  readonly #node: NodeQueue | null;
  readonly #lanes = new Map<string, Lane>();
  readonly #open = new Set<Slot>();

  /** Requests that pass the gate wait in the queue of the node too, if there is one. */
  constructor(limits: GateLimits, clock: Clock, node: NodeQueue | null = null) {
    this.#limits = limits;
    this.#clock = clock;
    this.#node = node;
  }

  slot(account: string, request: GateRequest): GateSlot {
    const lane = this.#lanes.get(account) ?? new Lane(this.#limits, this.#clock);
    // Set anew, so that the map's order is that of the last use.
    this.#lanes.delete(account);
    this.#lanes.set(account, lane);
    this.#forgetIdle();
    return new Slot({ ...request, lane, node: this.#node, clock: this.#clock, open: this.#open });
  }

  /** Ms for which each open slot has had its place; null for those that wait. */
  heldMs(): (number | null)[] {
    return Array.from(this.#open, (slot) => slot.heldMs);
  }

  #forgetIdle(): void {
    if (this.#lanes.size <= remembered) return;
    const [oldest] = this.#lanes;
    if (oldest?.[1].isIdle) this.#lanes.delete(oldest[0]);
  }
}
