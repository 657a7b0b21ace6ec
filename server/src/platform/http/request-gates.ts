// Gates per account and per network address, shared by HTTP requests and sockets.
import type { SpectatorLinkId, UserId } from '@wentwell/contract/ids';

import type { Clock } from '#server/platform/clock';

import { addressBlock, addressMatcher } from './address-block.ts';
import { eventLoopWatch, NodeQueue } from './node-queue.ts';
import { type GateLimits, type GateRequest, type GateSlot, RequestGate } from './request-gate.ts';

// A page sends a dozen requests when it opens, and one every few seconds afterwards.
const ofAccount: GateLimits = { burst: 200, perSecond: 20, running: 4, waiting: 60, refused: 1000 };
// Sized for an office that logs in at nine. Few delayed rejections, because others share an abuser's address.
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

export interface RequestGates {
  /** The gate of a user or screen link. Requests that pass also wait in the node's queue. */
  ofAccount(account: UserId | SpectatorLinkId, request: GateRequest): GateSlot;
  /** Addresses of one block share a gate. */
  ofAddress(ip: string, cost?: number): GateSlot;
  slots(): SlotUse;
}

/** The number of waiting and held slots, and the age of the oldest held one in ms. */
export interface SlotUse {
  waiting: number;
  held: number;
  oldestMs: number;
}

export interface GateDeps {
  clock: Clock;
  /** Whether requests are waiting for a database connection. */
  isDatabaseBusy: () => boolean;
}

const openSlot: GateSlot = {
  acquire: async () => undefined,
  release() {},
  refund() {},
  abandon() {},
};

/** No limits, only for load tests. */
export const openGates: RequestGates = {
  ofAccount: () => openSlot,
  ofAddress: () => openSlot,
  slots: () => ({ waiting: 0, held: 0, oldestMs: 0 }),
};

/** `times` multiplies all limits; 0 disables them. `exempt` addresses bypass the address gate. */
export function requestGates(
  { times, exempt }: { times: number; exempt: readonly string[] },
  { clock, isDatabaseBusy }: GateDeps,
): RequestGates {
  if (times === 0) return openGates;
  const isLoopBusy = eventLoopWatch();
  const node = new NodeQueue(clock, () => isDatabaseBusy() || isLoopBusy());
  const accounts = new RequestGate(scaled(ofAccount, times), clock, node);
  const addresses = new RequestGate(scaled(ofAddress, times), clock);
  const isExempt = addressMatcher(exempt);
  return {
    ofAccount: (account, request) => accounts.slot(account, request),
    ofAddress: (ip, cost = 1) =>
      isExempt(ip) ? openSlot : addresses.slot(addressBlock(ip), { cost }),
    slots() {
      const all = [...accounts.heldMs(), ...addresses.heldMs()];
      const held = all.filter((ms) => ms !== null);
      return {
        waiting: all.length - held.length,
        held: held.length,
        oldestMs: Math.max(0, ...held),
      };
    },
  };
}
