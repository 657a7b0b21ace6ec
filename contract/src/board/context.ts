import type { ErrorCode, PolicyResult } from '../errors.ts';
import type { UserId } from '../ids.ts';
import type { AuthorHash, Viewer } from '../notes/author-keys.ts';
import type { TeamContext } from '../teams/teams.ts';
import type { Facts } from './facts.ts';
import type { BoardRecord, RecordType } from './record.ts';

/** All inputs of `decide` besides the board and the command. Equal inputs give equal decisions. */
export interface Context {
  caller: TeamContext & Viewer;
  /** The user named in the cause. Null in an anonymous meeting. */
  actorId: UserId | null;
  /** The database's time, or a client's estimate. Decides what has ended; never stored in a record. */
  now: Date;
  /** ISO 8601 UTC, for records and the cause. In an anonymous meeting it only encodes the phase and the order. */
  recordedAt: string;
  createId(): string;
  /** Lower bound of the versions in the database's current era (docs/api.md A-33). */
  versionFloor: number;
  /** The number of members of the board's team plus the meeting's guests. */
  memberCount: number;
  /** Whether the board ever had content. Deleted notes count, carried topics do not. */
  isWrittenOn: boolean;
  /** True on the server, which has the full board. False on a client, which has its user's view. */
  isServer: boolean;
  /** The records removed with the restore target. Read from rows, because log and replicas lack erased texts. */
  trash: { isDeletedByCaller: boolean; records: readonly BoardRecord[] } | null;
  facts: Partial<Facts>;
}

export interface AuthorContext extends Context {
  /** Author fields of new records: a key's hash on the server, `mine` on a client. A rejection for a wrong key. */
  author: { author_id: UserId | null; author_hash?: AuthorHash; mine?: boolean } | Rejection;
}

/** A client keeps the version that it has read. A guess could equal the version of another change on the server. */
export function nextVersion(
  version: number,
  { versionFloor, isServer }: Pick<Context, 'versionFloor' | 'isServer'>,
): number {
  return isServer ? Math.max(version, versionFloor) + 1 : version;
}

export interface Rejection {
  error: ErrorCode;
  /** The path of the invalid input field. */
  loc?: readonly (string | number)[];
}

export function isRejected(decision: unknown): decision is Rejection {
  return typeof decision === 'object' && decision !== null && 'error' in decision;
}

/** Thrown by the helpers of a decision. `outcomeOf` returns its rejection. */
class Rejected extends Error {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.error);
    this.rejection = rejection;
  }
}

export function reject(error: ErrorCode, loc?: Rejection['loc']): never {
  throw new Rejected({ error, ...(loc && { loc }) });
}

export function requirePolicy(result: PolicyResult): void {
  if (result !== 'allowed') reject(result);
}

/** Rejects a wrong author key. */
export function requireAuthor({ author }: AuthorContext) {
  if (isRejected(author)) throw new Rejected(author);
  return author;
}

export function outcomeOf<T>(decide: () => T): T | Rejection {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Rejected) return error.rejection;
    throw error;
  }
}

/** The record that a command restores. */
export function removedRecord<R extends BoardRecord>(
  { trash }: Pick<Context, 'trash'>,
  { type, schema }: RecordType<R>,
  id: string,
): R {
  const found = trash?.records.find((each) => each.type === type && each.id === id);
  return schema.parse(found ?? reject('NOT_FOUND'));
}

/** Undefined on a client. Throws on the server if the store has not loaded the fact. */
export function factOf<Name extends keyof Facts>(
  { facts, isServer }: Pick<Context, 'facts' | 'isServer'>,
  name: Name,
): Facts[Name] | undefined {
  const fact = facts[name];
  if (fact === undefined && isServer) throw new Error(`The decision needs to know: ${name}`);
  return fact;
}
