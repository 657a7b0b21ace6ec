// A board as its rows tell it.
import type { AuthorHash, Viewer } from '@wentwell/contract/author-keys';
import type { Board } from '@wentwell/contract/board';
import { checkInType } from '@wentwell/contract/board/check-in';
import { boardRules } from '@wentwell/contract/board/features';
import { isOwner } from '@wentwell/contract/board/record';
import type { MeetingId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import type { BoardViewer, RecordedBoard } from '@wentwell/contract/recorded-board';
import { presenceForScreens } from '@wentwell/contract/spectators';
import { and, eq, isNull } from 'drizzle-orm';

import { readCheckInRow } from '#server/board/board-rows';
import { readBoardOf } from '#server/board/read-board';
import { toCheckIn } from '#server/features/check-in/check-ins.table';
import { toComments } from '#server/features/comments/comments.table';
import { accessMeetingForAll, type MeetingAccess } from '#server/features/meetings/meeting-access';
import {
  type BoardRow,
  boardRow,
  isHeadOfMeeting,
  meetings,
  toDiscussion,
  toMeeting,
  toPhaseInfo,
  toTimer,
} from '#server/features/meetings/meetings.table';
import { markedNow } from '#server/features/meetings/phase-marks.table';
import { toReactions } from '#server/features/reactions/reactions.table';
import { toVotes } from '#server/features/votes/votes.table';
import { boardHeads } from '#server/live/board-heads.table';
import type { Queries } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type BoardContent, readBoardContent } from './board-content.service.ts';

/** As a screen sees it: whoever asks has checked its link. */
export async function watchedMeeting(queries: Queries, meetingId: MeetingId) {
  const [found] = await queries
    .select({ meeting: boardRow, now: databaseNowField })
    .from(meetings)
    .innerJoin(boardHeads, isHeadOfMeeting)
    .where(and(eq(meetings.id, meetingId), isNull(meetings.deletedAt)));
  if (!found) throw new ApiError('NOT_FOUND');
  return found;
}

interface BoardReading {
  meetingId: MeetingId;
  presence: PresenceEntry[];
}

/** A form in which boards are read: the part that all readers of one seq share, and what each reader sees of it. */
export interface BoardForm<Content, B> {
  readContent(queries: Queries, meeting: BoardRow): Promise<Content>;
  /** Null stands for nobody in particular, who sees the least. */
  views(parts: BoardParts<Content>): (viewer: Viewer | null, by: AuthorHash | null) => B;
}

export interface BoardReader {
  caller: Caller;
  /** Who gave scores. */
  scorer: AuthorHash | null;
}

export interface StoredBoard<B> {
  board: B;
  meeting: BoardRow;
  now: Date;
}

interface BoardParts<Content>
  extends Pick<MeetingAccess, 'meeting' | 'now'>, Pick<BoardReading, 'presence'> {
  checkIn: Awaited<ReturnType<typeof readCheckInRow>>;
  content: Content;
}

function placeOf({ seq, epoch, epochSeq }: BoardRow) {
  return { seq, epoch, epoch_seq: epochSeq };
}

/** Makes once, and so encodes once, what all readers see alike. */
function boardViews({ meeting, now, checkIn, content, presence }: BoardParts<BoardContent>) {
  const { rows, actions, groups, notesFor } = content;
  const shared = {
    ...placeOf(meeting),
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

/** A board as the API answers it. */
export const presentedForm = { readContent: readBoardContent, views: boardViews };

type RecordsContent = Awaited<ReturnType<typeof readRecordsContent>>;

async function readRecordsContent(queries: Queries, meeting: BoardRow) {
  const { board } = await readBoardOf(queries, meeting);
  const views = board
    .records()
    .filter(({ type }) => type !== checkInType.type)
    .map((record) => boardRules.recordTypes.of(record).views(record));
  return { views };
}

function recordedViews({
  meeting,
  now,
  checkIn: row,
  content,
  presence,
}: BoardParts<RecordsContent>) {
  return (viewer: Viewer | null, by: AuthorHash | null): Omit<RecordedBoard, 'you'> => {
    const { turns: _, ...checkIn } = toCheckIn(meeting, { row, turns: [] }, { by, now });
    const { mood_mine, mood_after_mine, worth_mine, ...open } = checkIn;
    const seen = content.views.flatMap(
      ({ publicView, privateView }) =>
        (privateView && isOwner(viewer, privateView.owner) ? privateView.record : publicView) ?? [],
    );
    return {
      ...placeOf(meeting),
      records: [...seen, { type: checkInType.type, id: meeting.id, ...open }],
      own_scores: { mood_mine, mood_after_mine, worth_mine },
      presence: viewer ? presence : presence.map(presenceForScreens),
    };
  };
}

/** A board as the changes of the live channel apply to it. */
export const recordedForm = { readContent: readRecordsContent, views: recordedViews };

/** As nobody in particular sees it, all of one moment where the queries are a snapshot. */
export async function readBoardForScreens<Content, B>(
  queries: Queries,
  { meetingId, presence }: BoardReading,
  { readContent, views }: BoardForm<Content, B>,
): Promise<StoredBoard<B>> {
  const [watched, checkIn] = await Promise.all([
    watchedMeeting(queries, meetingId),
    readCheckInRow(queries, null, meetingId),
  ]);
  const content = await readContent(queries, watched.meeting);
  const viewFor = views({ ...watched, checkIn, content, presence });
  return { board: viewFor(null, null), ...watched };
}

/**
 * As each of several readers sees it, all of one moment where the queries are a snapshot. Throws NOT_FOUND where none of
 * them may see it, and what it resolves with for those who may not.
 */
export async function readBoardForAll<Content, B>(
  queries: Queries,
  readers: readonly BoardReader[],
  {
    meetingId,
    presence,
    form: { readContent, views },
  }: BoardReading & { form: BoardForm<Content, B> },
): Promise<(reader: BoardReader) => StoredBoard<B> & { you: BoardViewer }> {
  const callers = readers.map(({ caller }) => caller);
  const [access, checkIn] = await Promise.all([
    accessMeetingForAll(queries, callers, meetingId),
    readCheckInRow(queries, callers, meetingId),
  ]);
  const content = await readContent(queries, access.meeting);
  const { meeting, now } = access;
  const viewFor = views({ meeting, now, checkIn, content, presence });
  return ({ caller, scorer }) => {
    const { role, isSuperuser } = access.of(caller).teamContext;
    const you = { user_id: caller.userId, role, is_superuser: isSuperuser };
    return { board: viewFor(caller, scorer), you, meeting, now };
  };
}
