// A slow reader first misses frames that are not history, then loses its socket (docs/live-protocol.md S-55).
import { liveLimits } from '@wentwell/contract/limits';

/** A socket counts as drained when it is less full than this, and then takes the next part of a long history. */
const drainedShare = 0.25;

export class BackPressure {
  readonly #waitingBytes: () => number;
  #waitingFrames = 0;
  #onDrained: (() => void) | null = null;

  /** `waitingBytes` returns the bytes that the network has not accepted yet. */
  constructor(waitingBytes: () => number) {
    this.#waitingBytes = waitingBytes;
  }

  /** Decides about the next frame: write it, leave it out, or close the socket. */
  decide(isDroppable: boolean): 'write' | 'drop' | 'close' {
    const share = this.#share();
    if (share >= 1) return 'close';
    return isDroppable && share >= 0.5 ? 'drop' : 'write';
  }

  onWritten(): void {
    this.#waitingFrames += 1;
  }

  onSent(): void {
    this.#waitingFrames -= 1;
    if (this.#share() < drainedShare) this.release();
  }

  /** Resolves when the socket is drained or released. */
  whenDrained(): Promise<void> {
    if (this.#share() < drainedShare) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  /** Lets the one who waits for the socket go on, however full it is. */
  release(): void {
    this.#onDrained?.();
    this.#onDrained = null;
  }

  /** 1 is the most that may wait. */
  #share(): number {
    const bytesShare = this.#waitingBytes() / liveLimits.waitingBytes;
    return Math.max(bytesShare, this.#waitingFrames / liveLimits.waitingFrames);
  }
}
