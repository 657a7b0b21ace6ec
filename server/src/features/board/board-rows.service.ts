// The rows of a whole board, read by statements that each connection builds once and that are sent together: what
// everybody asks for who opens a board.
import type { MeetingId } from '@wentwell/contract/ids';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { agreedIn, actions } from '#server/features/actions/actions.table';
import { checkIns, checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { accessValues, isInMeetingTeam } from '#server/features/meetings/meeting-access';
import { notes } from '#server/features/notes/notes.table';
import {
  reactions,
  selectReactions,
  unnamedReactions,
} from '#server/features/reactions/reactions.table';
import { readyMarks } from '#server/features/ready/ready.table';
import {
  isGroupOfNote,
  isLivingNote,
  placedVote,
  votes,
  votesFinished,
} from '#server/features/votes/votes.table';
import { preparedOn, type Queries } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

const meetingId = sql.placeholder('meetingId');

/** Of this board, for who may see it: PostgreSQL reads no row for an outsider. */
function seen(column: PgColumn) {
  return and(eq(column, meetingId), isInMeetingTeam);
}

const prepared = preparedOn((queries: Queries) => ({
  notes: queries
    .select()
    .from(notes)
    .where(and(seen(notes.meetingId), isNull(notes.deletedAt)))
    .orderBy(asc(notes.position))
    .prepare('board_notes'),
  groups: queries.select().from(groups).where(seen(groups.meetingId)).prepare('board_groups'),
  votes: queries
    .select(placedVote)
    .from(votes)
    .innerJoin(notes, isLivingNote)
    .leftJoin(groups, isGroupOfNote)
    .where(seen(votes.meetingId))
    .prepare('board_votes'),
  finished: queries
    .select()
    .from(votesFinished)
    .where(seen(votesFinished.meetingId))
    .prepare('board_votes_finished'),
  comments: queries
    .select()
    .from(comments)
    .where(and(seen(comments.meetingId), isNull(comments.deletedAt)))
    .prepare('board_comments'),
  reactions: selectReactions(
    queries,
    seen(reactions.meetingId),
    seen(unnamedReactions.meetingId),
  ).prepare('board_reactions'),
  actions: queries
    .select()
    .from(actions)
    .where(and(agreedIn(meetingId), isInMeetingTeam))
    .orderBy(asc(actions.id))
    .prepare('board_actions'),
  ready: queries.select().from(readyMarks).where(seen(readyMarks.meetingId)).prepare('board_ready'),
  turns: queries
    .select()
    .from(checkInTurns)
    .where(seen(checkInTurns.meetingId))
    .prepare('board_check_in_turns'),
}));

const preparedCheckIn = preparedOn((queries: Queries) =>
  queries.select().from(checkIns).where(seen(checkIns.meetingId)).prepare('board_check_in'),
);

function valuesOf(caller: Caller | null, id: MeetingId) {
  return caller ? accessValues(caller, id) : { meetingId: id, userId: null, isSuperuser: true };
}

/** What changes without an event, because one person alone sees it: the scores of the check-in. */
export async function readCheckInRow(queries: Queries, caller: Caller | null, id: MeetingId) {
  const [row] = await preparedCheckIn(queries).execute(valuesOf(caller, id));
  return row;
}

/** The other rows of a board, which its seq decides; null stands for a screen, whose link has been checked. None for outsiders. */
export async function readBoardRows(queries: Queries, caller: Caller | null, id: MeetingId) {
  const values = valuesOf(caller, id);
  const by = prepared(queries);
  const [
    noteRows,
    groupRows,
    voteRows,
    finished,
    commentRows,
    reactionRows,
    actionRows,
    ready,
    turns,
  ] = await Promise.all([
    by.notes.execute(values),
    by.groups.execute(values),
    by.votes.execute(values),
    by.finished.execute(values),
    by.comments.execute(values),
    by.reactions.execute(values),
    by.actions.execute(values),
    by.ready.execute(values),
    by.turns.execute(values),
  ]);
  return {
    notes: noteRows,
    groups: groupRows,
    votes: voteRows,
    finished,
    comments: commentRows,
    reactions: reactionRows,
    actions: actionRows,
    ready,
    turns,
  };
}
