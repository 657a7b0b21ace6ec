// Whether and when a lost connection is reopened, and the text shown meanwhile.
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live/live';

/** The connection was lost without a close frame. Browsers report a refused upgrade the same way. */
export const lostCode = 1006;
/** Not a real close code: the ticket request failed with an error that has no close code. */
export const noTicketCode = 0;
/** Not a real close code, but an HTTP status: the server does not know this page's address. */
export const unknownAddressCode = 421;

export const connectionTexts = {
  lost: 'Connection lost unexpectedly',
  refused: 'Authentication failed - please refresh the page',
  rejected: 'Server rejected connection',
  unavailable: 'WebSocket server unavailable - live features disabled',
  unknownAddress: 'The server does not know this address',
  error: 'Connection error occurred',
  gaveUp: 'Failed to reconnect after multiple attempts',
  notEstablished: 'Failed to establish connection',
} as const;

/** After a 1001 all clients of a node reconnect; spreading them over this time keeps the next node responsive. */
const restartJitterMs = 2000;

/** `never`: access was refused. `not-live`: the meeting has not started or is over. */
export interface CloseOutcome {
  reconnect: 'yes' | 'never' | 'not-live';
  problem: string | null;
}

export function describeClose(code: number): CloseOutcome {
  switch (code) {
    case closeCodes.normal.code:
    case closeCodes.notLive.code:
      return { reconnect: 'not-live', problem: null };
    case closeCodes.goingAway.code:
      return { reconnect: 'yes', problem: null };
    case closeCodes.refused.code:
    case closeCodes.sessionEnded.code:
      return { reconnect: 'never', problem: connectionTexts.refused };
    case unknownAddressCode:
      return { reconnect: 'never', problem: connectionTexts.unknownAddress };
    case closeCodes.badFrame.code:
      return { reconnect: 'yes', problem: connectionTexts.rejected };
    case lostCode:
      return { reconnect: 'yes', problem: connectionTexts.lost };
    default:
      return { reconnect: 'yes', problem: connectionTexts.unavailable };
  }
}

/** In ms; null once the attempts are used up. `random` is 0 to 1. */
export function reconnectDelay(attempts: number, code: number, random: number): number | null {
  if (attempts >= liveLimits.reconnectAttempts) return null;
  const delay = Math.min(1000 * 2 ** attempts, liveLimits.reconnectMax);
  if (code === lostCode) {
    return Math.min(delay * liveLimits.reconnectLostFactor, liveLimits.reconnectLostMax);
  }
  // The first attempt after a restart waits only for the jitter.
  if (code === closeCodes.goingAway.code) {
    return random * restartJitterMs + (attempts === 0 ? 0 : delay);
  }
  return delay;
}

/** Ms to wait for the next round after a response. Not urgent if only sockets fail. `random` is 0 to 1. */
export function restartDelay(isOutageOver: boolean, random: number): number {
  return random * restartJitterMs + (isOutageOver ? 0 : liveLimits.reconnectMax);
}
