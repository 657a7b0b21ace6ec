// What a decision needs to know that no board holds. The store reads what a command needs under its locks; a client knows
// none of it, decides without, and waits for the server.
import type { Action } from '../actions.ts';
import type { UserId } from '../ids.ts';
import type { TeamRole } from '../teams.ts';

export interface Facts {
  /** Of the board's team, as far as the command names them. Nobody hands a meeting to an inactive account. */
  members: ReadonlyMap<UserId, { isActive: boolean }>;
  /** The team that the meeting is to move to: the caller's role in it, and whether the meeting's owner is there. */
  newTeam: { role: TeamRole | null; hasOwner: boolean };
  /** How many open action items the team has. */
  openActions: number;
  /** The team's open action items that the meeting did not agree on itself, where joining begins: with this start counted. */
  lookBack: readonly Action[];
  /** Whether the board, its trash or its log holds anything that the team wrote: the meeting stays with it. */
  hasContent: boolean;
}
