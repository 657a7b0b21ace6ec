// The features of a board. Guards, cascade rules and derivations run in this order.
import type { BoardFields } from '../board-features.ts';
import type { OpenCheckIn } from '../check-in.ts';
import type { UserId } from '../ids.ts';
import { actionType, presentActions } from './actions.ts';
import type { BoardState } from './board.ts';
import { checkInType, presentCheckIn } from './check-in.ts';
import { BoardRules } from './command.ts';
import { commentType, presentComments } from './comments.ts';
import { discussionType, presentDiscussion } from './discussion.ts';
import { groupType, presentGroups } from './groups.ts';
import { importedCountsType } from './imported-counts.ts';
import {
  meetingType,
  presentMarks,
  presentMeeting,
  presentPhase,
  presentTimer,
  readyType,
  timerType,
  turnType,
  votedType,
} from './meeting.ts';
import { noteType, presentNotes } from './notes.ts';
import { presentReactions, reactionCounts, reactionCountType, reactionType } from './reactions.ts';
import { presentVotes, tallies, tallyType, voteType } from './votes.ts';

export const boardRules = new BoardRules([
  { recordTypes: [meetingType, timerType], commands: [] },
  { recordTypes: [noteType, importedCountsType], commands: [] },
  { recordTypes: [commentType], commands: [] },
  { recordTypes: [groupType], commands: [] },
  { recordTypes: [discussionType], commands: [] },
  { recordTypes: [voteType, votedType, tallyType], commands: [], derivations: [tallies] },
  { recordTypes: [readyType], commands: [] },
  {
    recordTypes: [reactionType, reactionCountType],
    commands: [],
    derivations: [reactionCounts],
  },
  { recordTypes: [actionType], commands: [] },
  { recordTypes: [checkInType, turnType], commands: [] },
]);

/** A board as the API answers it, but for the scores that the reader gave. `view` is the reader's own view. */
export function presentBoard(
  view: BoardState,
  userId: UserId | null,
): Omit<BoardFields, 'check_in'> & { check_in: OpenCheckIn } {
  return {
    meeting: presentMeeting(view),
    phase: presentPhase(view),
    notes: presentNotes(view),
    groups: presentGroups(view),
    votes: presentVotes(view, userId),
    discussion: presentDiscussion(view),
    comments: presentComments(view),
    reactions: presentReactions(view),
    ...presentActions(view),
    ready: presentMarks(view, readyType),
    timer: presentTimer(view),
    check_in: presentCheckIn(view),
  };
}
