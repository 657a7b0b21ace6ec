// How much waits in one socket. A slow reader first loses what is not history, then its socket; it never delays the
// others (live protocol S-55).
import { liveLimits } from '@wentwell/contract/limits';

/** How full a socket may be for somebody who has much to catch up with to be handed more. */
const drainedShare = 0.25;

/** `waitingBytes` returns the bytes that the network has not accepted yet. */
export function backPressure(waitingBytes: () => number) {
  let waitingFrames = 0;
  let onDrained: (() => void) | null = null;

  /** 1 is as much as may wait. */
  function share(): number {
    const bytesShare = waitingBytes() / liveLimits.waitingBytes;
    return Math.max(bytesShare, waitingFrames / liveLimits.waitingFrames);
  }

  function release(): void {
    onDrained?.();
    onDrained = null;
  }

  return {
    /** What becomes of a frame that is to be written now. */
    judge(droppable: boolean): 'write' | 'leave out' | 'too slow' {
      const now = share();
      if (now >= 1) return 'too slow';
      return droppable && now >= 0.5 ? 'leave out' : 'write';
    },
    written(): void {
      waitingFrames += 1;
    },
    /** A frame has left for the network. */
    sent(): void {
      waitingFrames -= 1;
      if (share() < drainedShare) release();
    },
    /** Resolves when little waits, or when it is released. */
    drained(): Promise<void> {
      if (share() < drainedShare) return Promise.resolve();
      return new Promise((resolve) => {
        onDrained = resolve;
      });
    },
    release,
  };
}
export type BackPressure = ReturnType<typeof backPressure>;
