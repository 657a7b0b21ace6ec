// A user's view of the oracle's board.
import { actionLines } from './oracle-actions.ts';
import { additionLines } from './oracle-catch-up.ts';
import { discussionText } from './oracle-discussion.ts';
import { type GroupView, groupsView } from './oracle-groups.ts';
import { askedLines, shownWriter } from './oracle-questions.ts';
import { responseLines } from './oracle-responses.ts';
import { scoresTold } from './oracle-scores.ts';
import { votesViewFor } from './oracle-votes.ts';
import type { OracleBoard } from './oracle.ts';

/** A view line, with the ids whose deletion erases it from earlier changes. */
export interface Line {
  ids: readonly string[];
  text: string;
}

export interface BoardView {
  seq: number;
  phase: string;
  name: string;
  hides: boolean;
  isFinished: boolean;
  ready: string;
  turns: string;
  hands: string;
  coLeads: string;
  scores: string;
  timer: string;
  votes: string;
  discussion: string;
  groups: GroupView[];
  notes: NoteView[];
  /** Comments, reactions and action items, unordered. */
  lines: Line[];
}

export interface NoteView {
  note: string;
  /** See `shownAuthor`. */
  by: string;
  text: string;
  column: string;
  hidden: boolean;
  isEdited: boolean;
  version: number;
}

/** Notes are in board order. */
export function viewFor(board: OracleBoard, viewer: string): BoardView {
  const notes = [...board.notes.values()]
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted((a, b) => a.place - b.place)
    .map((each) => {
      const { note, by, text, column, hidden, isEdited, version } = each;
      const shown = hidden && by !== viewer ? '' : text;
      const author = shownWriter(board, each, viewer);
      return { note, by: author, text: shown, column, hidden, isEdited, version };
    });
  const { seq, phase, name, hides, isFinished, timer } = board;
  return {
    seq,
    phase,
    name,
    hides,
    isFinished,
    ready: board.ready.toSorted().join(' '),
    turns: board.turns.toSorted().join(' '),
    hands: board.hands.join(' '),
    coLeads: board.coLeads.join(' '),
    scores: scoresTold(board),
    timer,
    groups: groupsView(board.groups),
    votes: votesViewFor(board, viewer),
    discussion: discussionText(board.discussion),
    notes,
    lines: [
      ...responseLines(board, viewer),
      ...askedLines(board, viewer),
      ...actionLines(board),
      ...additionLines(board.revealed),
    ],
  };
}
