import type { BoardFields } from '../board.ts';
import type { OpenCheckIn } from '../check-in.ts';
import type { UserId } from '../ids.ts';
import { presentActions } from './actions.ts';
import { countRevealed } from './additions.ts';
import type { BoardState } from './board.ts';
import { presentCheckIn } from './check-in.ts';
import { presentComments } from './comments.ts';
import { presentDiscussion } from './discussion.ts';
import { presentGroups } from './groups.ts';
import { presentHands } from './hands.ts';
import { presentMarks, readyType } from './marks.ts';
import { presentMeeting, presentPhase, presentTimer } from './meeting.ts';
import { presentNotes } from './notes.ts';
import { presentAsked } from './questions.ts';
import { presentReactions } from './reactions.ts';
import { presentThanks } from './thanks.ts';
import { presentVotes } from './votes.ts';

/** A board as the API returns it, without the reader's own scores. `view` is the reader's view. */
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
    hands: presentHands(view),
    thanks: presentThanks(view),
    asked: presentAsked(view),
    additions_revealed: countRevealed(view),
    timer: presentTimer(view),
    check_in: presentCheckIn(view),
  };
}
