// How many screens show a board, on all nodes: each tells the others its number when it changes, and with every heartbeat.
import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';

interface NodeScreens {
  count: number;
  cancelExpiry: () => void;
}

export class ScreenCount {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #nodes = new Map<string, NodeScreens>();

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get total(): number {
    return [...this.#nodes.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** A node that was killed says nothing more, so its number expires. */
  set(node: string, count: number): void {
    const before = this.total;
    this.#nodes.get(node)?.cancelExpiry();
    this.#nodes.delete(node);
    if (count > 0) {
      const cancelExpiry = this.#clock.setTimer(liveLimits.screensMaxAge, () => this.set(node, 0));
      this.#nodes.set(node, { count, cancelExpiry });
    }
    if (this.total !== before) this.#onChange();
  }

  /** Cancels all timers. */
  close(): void {
    for (const { cancelExpiry } of this.#nodes.values()) cancelExpiry();
    this.#nodes.clear();
  }
}
