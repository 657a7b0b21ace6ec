// A slow reader first misses droppable frames, then loses its socket (docs/live-protocol.md S-55).
import { liveLimits } from '@wentwell/contract/limits';

/** Below this share a socket counts as drained and gets the next part of a long history. */
const drainedShare = 0.25;

export class BackPressure {
  readonly #waitingBytes: () => number;
  #waitingFrames = 0;
  #onDrained: (() => void) | null = null;

  /** `waitingBytes` returns the bytes that the network has not accepted yet. */
  constructor(waitingBytes: () => number) {
    this.#waitingBytes = waitingBytes;
  }

  /** Also counts a frame to write as waiting until `onSent`. */
  decide(isDroppable: boolean): 'write' | 'drop' | 'close' {
    const share = this.#share();
    if (share >= 1) return 'close';
    if (isDroppable && share >= 0.5) return 'drop';
    this.#waitingFrames += 1;
    return 'write';
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

  /** Resolves `whenDrained` however full the socket is. */
  release(): void {
    this.#onDrained?.();
    this.#onDrained = null;
  }

  /** The socket closes at 1. */
  #share(): number {
    const bytesShare = this.#waitingBytes() / liveLimits.waitingBytes;
    return Math.max(bytesShare, this.#waitingFrames / liveLimits.waitingFrames);
  }
}
