// Facts that a decision needs and no board holds. The store reads them under its locks; a client decides without.
import type { Action } from '../actions.ts';
import type { Agreement } from '../agreements.ts';
import type { AuthorHash } from '../author-keys.ts';
import type { Scores } from '../check-in-scores.ts';
import type { GroupId, NoteId, UserId } from '../ids.ts';
import type { Outcomes } from '../outcomes.ts';
import type { BoardRole } from '../teams.ts';
import type { BoardState } from './board.ts';

export interface Facts {
  /** Members of the board's team, as far as the command names them. Nobody hands a meeting to an inactive account. */
  members: ReadonlyMap<UserId, { isActive: boolean }>;
  /** The caller's role in the meeting's new team. Null if the caller may not see that team. */
  newTeam: { role: BoardRole | null; hasOwner: boolean } | null;
  openActions: number;
  /** Joining looks back at open action items of earlier meetings, at done ones to ask about, and at agreements. */
  lookBack: { actions: readonly Action[]; agreements: readonly Agreement[] };
  /** The scores of the meeting. `by` hashes the caller's key. `isOtherKey`: the caller used another key before. */
  scores: { given: Scores; by: AuthorHash | null; isOtherKey: boolean; answersMin: number };
  /** The same of the answers whether action items helped. */
  outcomes: { given: Outcomes; by: AuthorHash | null; isOtherKey: boolean };
  /** The one that the team gets after those that it had. */
  nextQuestion: string;
  /** The topics of another board that are carried onto this one. */
  carryOver: {
    from: BoardState;
    /** The ids that notes of that board have on this one. */
    ids: ReadonlyMap<NoteId, NoteId>;
    groupIds: ReadonlyMap<GroupId, GroupId>;
    /** The ids of notes among these that are there already, deleted or not. */
    taken: ReadonlySet<NoteId>;
  };
  /** Whether the board, its trash or its log holds anything that the team wrote: the meeting stays with it. */
  hasContent: boolean;
}
