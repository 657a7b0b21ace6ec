// The gates of one process: one for accounts, and one for network addresses while the account behind is not known.
// HTTP requests and sockets share them, so that neither is a way around the other.
import type { SpectatorLinkId, UserId } from '@wentwell/contract/ids';

import type { Clock } from '#server/platform/clock';

import { addressBlock, addressMatcher } from './address-block.ts';
import { type EndTurn, type GateLimits, RequestGate } from './request-gate.ts';

// A page asks for a dozen things at once when it opens, and for one every few seconds afterwards.
const ofAccount: GateLimits = { burst: 200, perSecond: 20, running: 4, waiting: 60, refused: 1000 };
// Everybody behind one address until they are known: an office that comes in at nine.
// Few refusals wait, because people who share the address with an abuser are refused after them.
const ofAddress: GateLimits = {
  burst: 1000,
  perSecond: 100,
  running: 200,
  waiting: 300,
  refused: 200,
};

function scaled(limits: GateLimits, times: number): GateLimits {
  const { burst, perSecond, running, waiting } = limits;
  return {
    ...limits,
    burst: Math.max(1, burst * times),
    perSecond: perSecond * times,
    running: Math.ceil(running * times),
    waiting: Math.ceil(waiting * times),
  };
}

/** Waits for a turn, which what it resolves to ends. Throws TOO_MANY_REQUESTS where too many wait already. */
type Enter<K> = (key: K, cost: number, isPaid?: boolean) => Promise<EndTurn>;

export interface RequestGates {
  /** Of a user, or of the link that a screen shows a board by. */
  ofAccount: Enter<UserId | SpectatorLinkId>;
  /** Addresses of one block share a gate. */
  ofAddress: Enter<string>;
}

/** `times` multiplies every limit, 0 lifts them. `exempt` addresses pass without an address gate. */
export function requestGates(
  { times, exempt }: { times: number; exempt: readonly string[] },
  clock: Clock,
): RequestGates {
  const open = async () => () => undefined;
  if (times === 0) return { ofAccount: open, ofAddress: open };
  const accounts = new RequestGate(scaled(ofAccount, times), clock);
  const addresses = new RequestGate(scaled(ofAddress, times), clock);
  const isExempt = addressMatcher(exempt);
  return {
    ofAccount: (userId, cost, isPaid) => accounts.enter(userId, cost, isPaid),
    ofAddress: (ip, cost, isPaid) =>
      isExempt(ip) ? open() : addresses.enter(addressBlock(ip), cost, isPaid),
  };
}
