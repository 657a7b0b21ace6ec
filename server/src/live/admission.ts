// Admits sockets: checks the token and counts the socket, with every query behind a gate (docs/live-protocol.md S-10).
import type { MeetingId, SpectatorLinkId, TeamId, UserId } from '@wentwell/contract/ids';
import type { CloseReason } from '@wentwell/contract/live/live';
import type { ShownStatus } from '@wentwell/contract/meetings/meetings';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import type { Phase } from '@wentwell/contract/phases';

import type { Caller } from '#server/platform/http/caller';
import { inSlot } from '#server/platform/http/request-gate';
import type { RequestGates } from '#server/platform/http/request-gates';

/** Limits the open sockets per name on this node (docs/live-protocol.md S-17). */
export class ConnectionLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** False if the name has reached its limit. Each success needs one `release`. */
  acquire(name: string): boolean {
    const count = this.#counts.get(name) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(name, count + 1);
    return true;
  }

  release(name: string): void {
    const count = (this.#counts.get(name) ?? 0) - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}

interface AdmissionBase {
  teamId: TeamId;
  phase: Phase;
  status: ShownStatus;
  /** When it was granted, by the database's clock. */
  now: Date;
}

export interface PersonAdmission extends AdmissionBase {
  kind: 'person';
  caller: Caller;
  /** Whether the user is a member of the team. Other superusers may only look on. */
  isMember: boolean;
}

interface ScreenAdmission extends AdmissionBase {
  kind: 'screen';
  linkId: SpectatorLinkId;
}

/** The admitted person or screen, and the contents of the welcome. */
export type Admission = PersonAdmission | ScreenAdmission;

/** The key of a socket's gate and limits: an account, or a screen's link. */
export function accountOf(admission: Admission): UserId | SpectatorLinkId {
  return admission.kind === 'person' ? admission.caller.userId : admission.linkId;
}

/** Checks the token or ticket of the address. */
export type Admit = (
  meetingId: MeetingId,
  handshake: Handshake,
) => Promise<Admission | Extract<CloseReason, 'refused' | 'notLive' | 'linkRevoked'>>;

/** The contents of the socket's address and subprotocols, and the network address that it came from. */
export interface Handshake {
  token: string;
  since: number | null;
  /** The presence version that the client has. Null: it reads whole lists. */
  presence?: string | null;
  /** Hash of the client's author key in an anonymous meeting; kept in this socket only. */
  authorHash?: AuthorHash | null;
  from: string;
}

export interface ConnectionLimits {
  users: ConnectionLimit;
  links: ConnectionLimit;
  boards: ConnectionLimit;
}

/** Runs queries of one account or screen link in its turn. Rejects with an ApiError if its queue is full. */
export function runAtGate<T>(
  gates: RequestGates,
  { account, cost }: { account: UserId | SpectatorLinkId; cost: number },
  work: () => Promise<T>,
): Promise<T> {
  return inSlot(gates.ofAccount(account, { cost, urgency: 'board' }), work);
}

/** Counts a socket for its user or link and for its board. Returns the release of both, or null if one is full. */
export function acquireConnection(
  { users, links, boards }: ConnectionLimits,
  admission: Admission,
  meetingId: MeetingId,
): (() => void) | null {
  const account = accountOf(admission);
  const accounts = admission.kind === 'screen' ? links : users;
  if (!accounts.acquire(account)) return null;
  if (!boards.acquire(meetingId)) {
    accounts.release(account);
    return null;
  }
  return () => {
    accounts.release(account);
    boards.release(meetingId);
  };
}
