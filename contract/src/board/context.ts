// What a decision depends on besides the board and the command.
import type { AuthorHash, Viewer } from '../author-keys.ts';
import type { UserId } from '../ids.ts';
import type { TeamContext } from '../teams.ts';
import type { BoardRecord } from './record.ts';

/** Every input of `decide` besides the board and the command. Equal inputs give equal decisions. */
export interface Context {
  caller: TeamContext & Viewer;
  /** The user that the cause names. Null in an anonymous meeting. */
  actorId: UserId | null;
  /** The author fields of new records. An anonymous author is a key's hash on the server, and `mine` on a client. */
  author: { author_id: UserId | null; author_hash?: AuthorHash; mine?: boolean };
  /** ISO 8601 UTC. In an anonymous meeting the start of the phase, so that no time leads to a person. */
  now: string;
  createId(): string;
  /** The number of members in the board's team. */
  memberCount: number;
  /** True on the server, which has the full board. False on a client, which has its user's view. */
  isServer: boolean;
  /** The records removed together with the restore target, loaded from rows: log and replicas lack erased texts. */
  trash: { isDeletedByCaller: boolean; records: readonly BoardRecord[] } | null;
}
