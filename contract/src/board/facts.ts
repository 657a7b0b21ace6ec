// Facts that a decision needs and the board lacks. The store reads them under its locks; clients decide without them.
import type { Scores } from '../check-in/check-in-scores.ts';
import type { GroupId, NoteId, UserId } from '../ids.ts';
import type { Attendance } from '../meetings/meetings.ts';
import type { AuthorHash } from '../notes/author-keys.ts';
import type { BoardRole } from '../teams/teams.ts';
import type { BoardState } from './board.ts';
import type { BoardRecord } from './record.ts';

export interface Facts {
  /** Team members named by the command. Inactive accounts cannot take over a meeting. */
  members: ReadonlyMap<UserId, { isActive: boolean }>;
  /** The caller's role in the meeting's new team. Null if the caller may not see that team. */
  newTeam: { role: BoardRole | null; hasOwner: boolean } | null;
  openActions: number;
  /** The records of the team that joining shows. */
  lookBack: readonly BoardRecord[];
  /** The scores of the meeting. `by` hashes the caller's key. `isOtherKey`: the caller used another key before. */
  scores: { given: Scores; by: AuthorHash | null; isOtherKey: boolean; answersMin: number };
  /** The same for answers of another kind, by their keys. */
  answers: Pick<Facts['scores'], 'by' | 'isOtherKey'> & {
    given: Readonly<Partial<Record<AuthorHash, unknown>>>;
  };
  /** The question that follows the team's earlier ones. */
  nextQuestion: string;
  carryOver: {
    from: BoardState;
    /** Maps the other board's note ids to ids on this board. */
    ids: ReadonlyMap<NoteId, NoteId>;
    groupIds: ReadonlyMap<GroupId, GroupId>;
    /** Ids of `ids` that already exist on this board, deleted or not. */
    taken: ReadonlySet<NoteId>;
  };
  /** Null if it must not be stored. */
  attendance: Attendance | null;
  /** Whether the board, its trash or its log has content. If so, the meeting cannot change teams. */
  hasContent: boolean;
}
