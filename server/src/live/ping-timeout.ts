import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';

export interface PingCallbacks {
  ping(): void;
  /** No pong came in time. */
  onSilence(): void;
}

/** Pings a client at intervals to find one that is gone without a close frame (docs/live-protocol.md S-56). */
export class PingTimeout {
  readonly #clock: Clock;
  readonly #callbacks: PingCallbacks;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, callbacks: PingCallbacks) {
    this.#clock = clock;
    this.#callbacks = callbacks;
  }

  /** Pings now. */
  start(): void {
    this.stop();
    this.#cancel = this.#clock.setTimer(liveLimits.serverPong, () => this.#callbacks.onSilence());
    this.#callbacks.ping();
  }

  onPong(): void {
    this.stop();
    this.#cancel = this.#clock.setTimer(liveLimits.serverPing, () => this.start());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
