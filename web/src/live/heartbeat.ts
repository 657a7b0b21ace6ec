import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from './clock.ts';

export interface Heartbeat {
  /** Something arrived: any frame proves life, for a busy server may leave out a pong. */
  alive(): void;
  stop(): void;
}

/** Pings 1 s after opening and every 30 s from then on; `onSilence` once when nothing comes within 10 s of a ping. */
export function startHeartbeat(clock: Clock, ping: () => void, onSilence: () => void): Heartbeat {
  let cancelSilence: (() => void) | null = null;

  function beat(): void {
    cancelPing = clock.after(liveLimits.ping, beat);
    cancelSilence?.();
    cancelSilence = clock.after(liveLimits.pong, onSilence);
    ping();
  }

  let cancelPing = clock.after(liveLimits.firstPing, beat);
  return {
    alive: () => {
      cancelSilence?.();
      cancelSilence = null;
    },
    stop: () => {
      cancelPing();
      cancelSilence?.();
    },
  };
}
