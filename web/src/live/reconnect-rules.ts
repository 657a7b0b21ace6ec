// Whether, when and with which words a lost connection comes back (spec 8 "Live connection", spec 9 "Reconnect").
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live';

/** The connection was lost without a farewell; browsers say so for a refused upgrade, too. */
export const lostCode = 1006;
/** The server answered the request for a ticket with an error: not a close code, but treated as one. */
export const noTicketCode = 0;

export const connectionTexts = {
  lost: 'Connection lost unexpectedly',
  refused: 'Authentication failed - please refresh the page',
  rejected: 'Server rejected connection',
  unavailable: 'WebSocket server unavailable - live features disabled',
  error: 'Connection error occurred',
  gaveUp: 'Failed to reconnect after multiple attempts',
  notEstablished: 'Failed to establish connection',
} as const;

/** After a 1001 everybody comes back at once; spread over this long they do not trample the next node. */
const restartJitter = 2000;

/** What a close code means: `never` for a closed door, `over` for a meeting that is not live (any more). */
export interface Ending {
  comesBack: 'yes' | 'never' | 'over';
  problem: string | null;
}

export function describeClose(code: number): Ending {
  switch (code) {
    case closeCodes.normal.code:
    case closeCodes.notLive.code:
      return { comesBack: 'over', problem: null };
    case closeCodes.goingAway.code:
      return { comesBack: 'yes', problem: null };
    case closeCodes.refused.code:
    case closeCodes.sessionEnded.code:
      return { comesBack: 'never', problem: connectionTexts.refused };
    case closeCodes.badFrame.code:
      return { comesBack: 'yes', problem: connectionTexts.rejected };
    case lostCode:
      return { comesBack: 'yes', problem: connectionTexts.lost };
    default:
      return { comesBack: 'yes', problem: connectionTexts.unavailable };
  }
}

/** Takes how many attempts there were, the close code, and a number from 0 to 1; gives ms, or null for no more. */
export function reconnectDelay(attempts: number, code: number, random: number): number | null {
  if (attempts >= liveLimits.reconnectAttempts) return null;
  const delay = Math.min(1000 * 2 ** attempts, liveLimits.reconnectMax);
  if (code === lostCode) {
    return Math.min(delay * liveLimits.reconnectLostFactor, liveLimits.reconnectLostMax);
  }
  // The first return after a restart waits for the jitter alone.
  if (code === closeCodes.goingAway.code) {
    return random * restartJitter + (attempts === 0 ? 0 : delay);
  }
  return delay;
}

/**
 * How long, in ms, a new round of attempts waits for after a call has reached the server; `random` is from 0 to 1.
 * Where the server answered all along, something on the way refuses sockets: another round can wait.
 */
export function restartDelay(isOutageOver: boolean, random: number): number {
  return random * restartJitter + (isOutageOver ? 0 : liveLimits.reconnectMax);
}
