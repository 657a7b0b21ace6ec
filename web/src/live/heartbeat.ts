import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from './clock.ts';

export interface Heartbeat {
  /** Any frame proves that the server is alive: a busy server may skip a pong. */
  onMessage(): void;
  stop(): void;
}

/** Pings 1 s after opening and then every 30 s. Calls `onSilence` when no frame arrives within 10 s of a ping. */
export function startHeartbeat(clock: Clock, ping: () => void, onSilence: () => void): Heartbeat {
  let cancelSilence: (() => void) | null = null;

  function beat(): void {
    cancelPing = clock.setTimer(liveLimits.ping, beat);
    cancelSilence?.();
    cancelSilence = clock.setTimer(liveLimits.pong, onSilence);
    ping();
  }

  let cancelPing = clock.setTimer(liveLimits.firstPing, beat);
  return {
    onMessage: () => {
      cancelSilence?.();
      cancelSilence = null;
    },
    stop: () => {
      cancelPing();
      cancelSilence?.();
    },
  };
}
