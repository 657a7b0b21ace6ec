// A board as its rows tell it.
import type { AuthorHash, Viewer } from '@wentwell/contract/author-keys';
import type { Board, BoardViewer } from '@wentwell/contract/board';
import type { MeetingId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import { presenceForScreens } from '@wentwell/contract/spectators';
import { and, eq, isNull } from 'drizzle-orm';

import { toCheckIn } from '#server/features/check-in/check-ins.table';
import { toComments } from '#server/features/comments/comments.table';
import { accessMeeting } from '#server/features/meetings/meeting-access';
import {
  meetings,
  toDiscussion,
  toMeeting,
  toPhaseInfo,
  toTimer,
} from '#server/features/meetings/meetings.table';
import { markedNow } from '#server/features/meetings/phase-marks.table';
import { toReactions } from '#server/features/reactions/reactions.table';
import { toVotes } from '#server/features/votes/votes.table';
import type { Queries } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type ReadContent, readBoardContent } from './board-content.service.ts';
import { readCheckInRow } from './board-rows.service.ts';

/** As a screen sees it: whoever asks has checked its link. */
export async function watchedMeeting(queries: Queries, meetingId: MeetingId) {
  const [found] = await queries
    .select({ meeting: meetings, now: databaseNowField })
    .from(meetings)
    .where(and(eq(meetings.id, meetingId), isNull(meetings.deletedAt)));
  if (!found) throw new ApiError('NOT_FOUND');
  return { ...found, teamContext: null };
}

interface BoardReading {
  /** Null stands for nobody in particular, who sees the least; `you` is null then. */
  caller: Caller | null;
  meetingId: MeetingId;
  /** Who gave scores. */
  scorer: AuthorHash | null;
  presence: PresenceEntry[];
  /** Where many read the same board; anew by default. */
  readContent?: ReadContent;
}

/** All of one moment where the queries are a snapshot. Throws NOT_FOUND for outsiders. */
export async function readStoredBoard(
  queries: Queries,
  { caller, meetingId, scorer, presence, readContent = readBoardContent }: BoardReading,
): Promise<{ board: Omit<Board, 'you'>; you: BoardViewer | null; now: Date }> {
  const viewer: Viewer | null = caller;
  const [{ meeting, teamContext, now }, checkIn] = await Promise.all([
    caller ? accessMeeting(queries, caller, meetingId) : watchedMeeting(queries, meetingId),
    readCheckInRow(queries, caller, meetingId),
  ]);
  const { rows, actions, groups, notesFor } = await readContent(queries, caller, meeting);
  const you = teamContext && {
    user_id: teamContext.userId,
    role: teamContext.role,
    is_superuser: teamContext.isSuperuser,
  };
  const board: Omit<Board, 'you'> = {
    seq: meeting.seq,
    epoch: meeting.epoch,
    meeting: toMeeting(meeting),
    phase: toPhaseInfo(meeting),
    notes: notesFor(viewer),
    groups,
    votes: toVotes(meeting, rows, viewer?.userId ?? null),
    discussion: toDiscussion(meeting),
    comments: toComments(rows.comments, rows.notes, viewer),
    reactions: toReactions(rows.reactions, rows.notes, viewer),
    ...actions,
    ready: markedNow(meeting, rows.ready),
    timer: toTimer(meeting),
    check_in: toCheckIn(meeting, { row: checkIn, turns: rows.turns }, { by: scorer, now }),
    presence: caller ? presence : presence.map(presenceForScreens),
  };
  return { board, you, now };
}
