// The states of a connection, and what the page shows of them.
import type { Heartbeat } from './heartbeat.ts';
import type { LiveSocket } from './live-socket.ts';

export type ConnectionStatus = 'connecting' | 'open' | 'closed';

export interface ConnectionState {
  status: ConnectionStatus;
  /** The text to show; null while nothing is wrong. */
  problem: string | null;
  /** A reconnect is scheduled; otherwise only `retry` reconnects, if anything can. */
  willReconnect: boolean;
}

export type InternalState =
  | { kind: 'idle' }
  | { kind: 'requesting-ticket'; cancel: () => void }
  | { kind: 'opening'; socket: LiveSocket; cancel: () => void }
  | { kind: 'open'; socket: LiveSocket; heartbeat: Heartbeat; cancel: () => void }
  // `endsFrom`: from then on, any response ends the wait; in ms of the browser's clock.
  | { kind: 'waiting'; endsFrom: number; cancel: () => void }
  // The page is hidden or offline; reconnects when that ends.
  | { kind: 'paused' }
  // The next HTTP response starts the timer of another round of attempts.
  | { kind: 'gave-up'; cancel: (() => void) | null }
  | { kind: 'refused' }
  | { kind: 'not-live' };

export function toConnectionState(state: InternalState, problem: string | null): ConnectionState {
  const willReconnect = state.kind === 'waiting' || state.kind === 'paused';
  return { status: statusOf(state.kind), problem, willReconnect };
}

function statusOf(kind: InternalState['kind']): ConnectionStatus {
  if (kind === 'open') return 'open';
  return kind === 'requesting-ticket' || kind === 'opening' ? 'connecting' : 'closed';
}
