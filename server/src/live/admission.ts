// Whether a socket is let in: the token is checked and the socket counted, with every query behind a gate so that
// sockets cannot ask more of the database than requests may (docs/live-protocol.md S-10).
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import type { CloseReason } from '@wentwell/contract/live';
import type { ShownStatus } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';

import type { Caller } from '#server/platform/http/caller';
import type { RequestGates } from '#server/platform/http/request-gates';

import type { ConnectionLimit } from './connection-limit.ts';

/** Who was let in, and what the welcome says. */
export interface Admission {
  caller: Caller;
  teamId: TeamId;
  /** Whether they are a member of that team: superusers may only look on. */
  isMember: boolean;
  phase: Phase;
  status: ShownStatus;
  /** When it was granted, by the database's clock. */
  now: Date;
}

/** Checks the token or ticket of the address. */
export type Admit = (
  meetingId: MeetingId,
  token: string,
) => Promise<Admission | Extract<CloseReason, 'refused' | 'notLive'>>;

/** What the socket's address contained, and the network address that it came from. */
export interface Handshake {
  token: string;
  since: number | null;
  from: string;
}

/** Counted on this node alone. */
export interface ConnectionLimits {
  users: ConnectionLimit;
  boards: ConnectionLimit;
}

/** Checks the token at the gate of the network address, which gets the cost of an admitted socket back. */
export async function admitAtGate(
  { admit, gates }: { admit: Admit; gates: RequestGates },
  meetingId: MeetingId,
  { token, from }: Handshake,
): ReturnType<Admit> {
  const endTurn = await gates.ofAddress(from, 1);
  try {
    const admission = await admit(meetingId, token);
    endTurn(typeof admission === 'object');
    return admission;
  } finally {
    endTurn();
  }
}

/** Runs queries for one account when it is that account's turn. Rejects with an ApiError where its queue is full. */
export async function runAtGate<T>(
  gates: RequestGates,
  { userId, cost }: { userId: UserId; cost: number },
  work: () => Promise<T>,
): Promise<T> {
  const endTurn = await gates.ofAccount(userId, cost);
  try {
    return await work();
  } finally {
    endTurn();
  }
}

/** Counts a socket for its user and its board. Returns a function that releases both, or null where one is full. */
export function acquireConnection(
  { users, boards }: ConnectionLimits,
  userId: UserId,
  meetingId: MeetingId,
): (() => void) | null {
  if (!users.acquire(userId)) return null;
  if (!boards.acquire(meetingId)) {
    users.release(userId);
    return null;
  }
  return () => {
    users.release(userId);
    boards.release(meetingId);
  };
}
