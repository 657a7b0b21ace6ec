// The features of a board. Guards, cascade rules and derivations run in this order.
import type { BoardFields } from '../board.ts';
import type { OpenCheckIn } from '../check-in.ts';
import type { UserId } from '../ids.ts';
import { actionsFeature, presentActions } from './actions.ts';
import type { BoardState } from './board.ts';
import { carriedNotesFeature } from './carried-notes.ts';
import { checkInFeature, presentCheckIn } from './check-in.ts';
import { BoardRules } from './command.ts';
import { commentsFeature, presentComments } from './comments.ts';
import { discussionFeature, presentDiscussion } from './discussion.ts';
import { groupsFeature, presentGroups } from './groups.ts';
import { marksFeature, presentMarks, readyType } from './marks.ts';
import { meetingFeature } from './meeting-commands.ts';
import { presentMeeting, presentPhase, presentTimer } from './meeting.ts';
import { notesFeature, presentNotes } from './notes.ts';
import { peopleFeature } from './people.ts';
import { phasesFeature } from './phases.ts';
import { presentReactions, reactionsFeature } from './reactions.ts';
import { presentVotes, votesFeature } from './votes.ts';

export const boardRules = new BoardRules([
  phasesFeature,
  meetingFeature,
  notesFeature,
  carriedNotesFeature,
  commentsFeature,
  groupsFeature,
  discussionFeature,
  votesFeature,
  marksFeature,
  reactionsFeature,
  actionsFeature,
  checkInFeature,
  peopleFeature,
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
