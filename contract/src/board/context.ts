// Inputs of a decision besides the board and the command.
import type { AuthorHash, Viewer } from '../author-keys.ts';
import type { ErrorCode, PolicyResult } from '../errors.ts';
import type { UserId } from '../ids.ts';
import type { TeamContext } from '../teams.ts';
import type { Facts } from './facts.ts';
import type { BoardRecord } from './record.ts';

/** Every input of `decide` besides the board and the command. Equal inputs give equal decisions. */
export interface Context {
  caller: TeamContext & Viewer;
  /** The user that the cause names. Null in an anonymous meeting. */
  actorId: UserId | null;
  /** By the database's clock, or a client's estimate of it. Decides what is over; never stored with a record. */
  now: Date;
  /** ISO 8601 UTC, for records and the cause. In an anonymous meeting it names the phase and the order alone. */
  recordedAt: string;
  createId(): string;
  /** The versions of a database's era begin above it (docs/api.md A-33). */
  versionFloor: number;
  /** The number of members in the board's team, with the meeting's guests. */
  memberCount: number;
  /** Whether anybody ever wrote on the board, deleted notes included, carried topics not. */
  isWrittenOn: boolean;
  /** True on the server, which has the full board. False on a client, which has its user's view. */
  isServer: boolean;
  /** The records removed together with the restore target, loaded from rows: log and replicas lack erased texts. */
  trash: { isDeletedByCaller: boolean; records: readonly BoardRecord[] } | null;
  facts: Partial<Facts>;
}

export interface AuthorContext extends Context {
  /** The author fields of new records: on the server a key's hash, on a client `mine`. An error for a wrong key. */
  author: { author_id: UserId | null; author_hash?: AuthorHash; mine?: boolean } | Rejection;
}

/** A client keeps the version that it has read: one that it guessed may be another change's on the server. */
export function nextVersion(
  version: number,
  { versionFloor, isServer }: Pick<Context, 'versionFloor' | 'isServer'>,
): number {
  return isServer ? Math.max(version, versionFloor) + 1 : version;
}

export interface Rejection {
  error: ErrorCode;
  /** The field of the input that it is about. */
  loc?: readonly (string | number)[];
}

export function isRejected(decision: object | null): decision is Rejection {
  return decision !== null && 'error' in decision;
}

/** Null if the policy allows it. */
export function rejectionOf(result: PolicyResult): Rejection | null {
  return result === 'allowed' ? null : { error: result };
}

/** Undefined on a client. Throws where the store has not read it. */
export function factOf<Name extends keyof Facts>(
  { facts, isServer }: Pick<Context, 'facts' | 'isServer'>,
  name: Name,
): Facts[Name] | undefined {
  const fact = facts[name];
  if (fact === undefined && isServer) throw new Error(`The decision needs to know: ${name}`);
  return fact;
}
