// Converts a page's board to the oracle's view.
import type { Board } from '@wentwell/contract/board/snapshot';

import { actionLine } from './oracle-actions.ts';
import { additionLines } from './oracle-catch-up.ts';
import { discussionOf, discussionText } from './oracle-discussion.ts';
import { groupsView } from './oracle-groups.ts';
import { askedLine } from './oracle-questions.ts';
import { commentLine, reactionLine } from './oracle-responses.ts';
import { scoresText } from './oracle-scores.ts';
import type { BoardView, Line, NoteView } from './oracle-view.ts';
import { votesText } from './oracle-votes.ts';

function authorOf({ author_id, mine }: { author_id: string | null; mine?: boolean | undefined }) {
  return author_id ?? (mine === true ? 'me' : 'nobody');
}

function* linesOfPage(board: Board): Iterable<Line> {
  const { comments, reactions, actions, since_last_time: before } = board;
  yield* actions.map((each) => actionLine('agreed', { ...each, due: each.due_on }));
  if (before) yield { ids: [], text: 'it looks back' };
  yield* (before ?? []).map((each) => actionLine('since last time', { ...each, due: each.due_on }));
  yield* board.asked.map(askedLine);
  yield* additionLines(board.additions_revealed ?? 0);
  for (const [topic, its] of Object.entries(comments)) {
    for (const { id, note_id, version, content, from_author, ...written } of its) {
      const by = authorOf(written);
      const isAnswer = from_author === true;
      yield commentLine({ id, topic, note: note_id, by, version, isAnswer, text: content });
    }
  }
  for (const [note, byEmoji] of Object.entries(reactions)) {
    for (const [emoji, shown] of Object.entries(byEmoji)) yield reactionLine(note, emoji, shown);
  }
}

export function viewOfPage(board: Board): BoardView {
  const notes = board.notes.map(
    ({ id, content, note_type, hidden, edited, version, ...written }): NoteView => ({
      note: id,
      by: authorOf(written),
      text: content,
      column: note_type,
      hidden,
      isEdited: edited === true,
      version,
    }),
  );
  const { seq, phase, meeting } = board;
  return {
    seq,
    phase: phase.phase,
    name: meeting.name,
    hides: meeting.settings.hide_notes,
    isFinished: meeting.status === 'closed',
    ready: board.ready.join(' '),
    turns: board.check_in.turns.join(' '),
    hands: board.hands.join(' '),
    coLeads: meeting.co_lead_ids.join(' '),
    scores: scoresText(board.check_in),
    timer: board.timer?.state ?? 'none',
    groups: groupsView(
      board.groups.map(({ id, column_id, note_ids }) => [
        id,
        { column: column_id, notes: note_ids },
      ]),
    ),
    votes: votesText({
      ...board.votes,
      mine: Object.entries(board.votes.mine),
      totals: board.votes.totals && Object.entries(board.votes.totals),
    }),
    discussion: discussionText(board.discussion && discussionOf(board.discussion)),
    notes,
    lines: [...linesOfPage(board)],
  };
}
