// A board as its rows tell it.
import type { AuthorHash, Viewer } from '@wentwell/contract/author-keys';
import type { Board, BoardViewer } from '@wentwell/contract/board';
import type { MeetingId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import { presenceForScreens } from '@wentwell/contract/spectators';
import { and, eq, isNull } from 'drizzle-orm';

import { readCheckInRow } from '#server/board/board-rows';
import { toCheckIn } from '#server/features/check-in/check-ins.table';
import { toComments } from '#server/features/comments/comments.table';
import { accessMeetingForAll, type MeetingAccess } from '#server/features/meetings/meeting-access';
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

import { type BoardContent, type ReadContent, readBoardContent } from './board-content.service.ts';

/** As a screen sees it: whoever asks has checked its link. */
export async function watchedMeeting(queries: Queries, meetingId: MeetingId) {
  const [found] = await queries
    .select({ meeting: meetings, now: databaseNowField })
    .from(meetings)
    .where(and(eq(meetings.id, meetingId), isNull(meetings.deletedAt)));
  if (!found) throw new ApiError('NOT_FOUND');
  return found;
}

interface BoardReading {
  meetingId: MeetingId;
  presence: PresenceEntry[];
  /** Where many read the same board; anew by default. */
  readContent?: ReadContent;
}

export interface BoardReader {
  caller: Caller;
  /** Who gave scores. */
  scorer: AuthorHash | null;
}

export interface StoredBoard {
  board: Omit<Board, 'you'>;
  now: Date;
}

interface BoardParts
  extends Pick<MeetingAccess, 'meeting' | 'now'>, Pick<BoardReading, 'presence'> {
  checkIn: Awaited<ReturnType<typeof readCheckInRow>>;
  content: BoardContent;
}

/** What all see alike is made once, and so encoded once. Null stands for nobody in particular, who sees the least. */
function boardViews({ meeting, now, checkIn, content, presence }: BoardParts) {
  const { rows, actions, groups, notesFor } = content;
  const shared = {
    seq: meeting.seq,
    epoch: meeting.epoch,
    epoch_seq: meeting.epochSeq,
    meeting: toMeeting(meeting),
    phase: toPhaseInfo(meeting),
    groups,
    discussion: toDiscussion(meeting),
    ...actions,
    ready: markedNow(meeting, rows.ready),
    timer: toTimer(meeting),
  };
  return (viewer: Viewer | null, by: AuthorHash | null): Omit<Board, 'you'> => ({
    ...shared,
    notes: notesFor(viewer),
    votes: toVotes(meeting, rows, viewer?.userId ?? null),
    comments: toComments(rows.comments, rows.notes, viewer),
    reactions: toReactions(rows.reactions, rows.notes, viewer),
    check_in: toCheckIn(meeting, { row: checkIn, turns: rows.turns }, { by, now }),
    presence: viewer ? presence : presence.map(presenceForScreens),
  });
}

/** As nobody in particular sees it, all of one moment where the queries are a snapshot. */
export async function readBoardForScreens(
  queries: Queries,
  { meetingId, presence, readContent = readBoardContent }: BoardReading,
): Promise<StoredBoard> {
  const [watched, checkIn] = await Promise.all([
    watchedMeeting(queries, meetingId),
    readCheckInRow(queries, null, meetingId),
  ]);
  const content = await readContent(queries, watched.meeting);
  const viewFor = boardViews({ ...watched, checkIn, content, presence });
  return { board: viewFor(null, null), now: watched.now };
}

/**
 * As each of several readers sees it, all of one moment where the queries are a snapshot. Throws NOT_FOUND where none of
 * them may see it, and what it resolves with for those who may not.
 */
export async function readBoardForAll(
  queries: Queries,
  readers: readonly BoardReader[],
  { meetingId, presence, readContent = readBoardContent }: BoardReading,
): Promise<(reader: BoardReader) => StoredBoard & { you: BoardViewer }> {
  const callers = readers.map(({ caller }) => caller);
  const [access, checkIn] = await Promise.all([
    accessMeetingForAll(queries, callers, meetingId),
    readCheckInRow(queries, callers, meetingId),
  ]);
  const content = await readContent(queries, access.meeting);
  const viewFor = boardViews({ ...access, checkIn, content, presence });
  return ({ caller, scorer }) => {
    const { role, isSuperuser } = access.of(caller).teamContext;
    const you = { user_id: caller.userId, role, is_superuser: isSuperuser };
    return { board: viewFor(caller, scorer), you, now: access.now };
  };
}
