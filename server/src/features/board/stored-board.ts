// Reads boards from their rows.
import { BoardState } from '@wentwell/contract/board/board';
import { checkInType } from '@wentwell/contract/board/check-in';
import { boardRules } from '@wentwell/contract/board/features';
import { presentBoard } from '@wentwell/contract/board/page';
import { type BoardRecord, type RecordViews, isOwner } from '@wentwell/contract/board/record';
import type { BoardViewer, RecordedBoard } from '@wentwell/contract/board/recorded-board';
import type { Board } from '@wentwell/contract/board/snapshot';
import { presenceForScreens } from '@wentwell/contract/guests/spectators';
import type { MeetingId } from '@wentwell/contract/ids';
import type { AuthorHash, Viewer } from '@wentwell/contract/notes/author-keys';
import { and, eq, inArray, not } from 'drizzle-orm';

import { readCheckInRow } from '#server/board/board-rows';
import { readBoardOf } from '#server/board/read-board';
import { checkIns, toCheckIn } from '#server/features/check-in/check-ins.table';
import {
  type MeetingAccess,
  meetingForAll,
  sharedAccess,
  sharedAccessValues,
} from '#server/features/meetings/meeting-access';
import {
  type BoardRow,
  boardRow,
  headOfMeeting,
  isLivingBoard,
  meetings,
} from '#server/features/meetings/meetings.table';
import { teams } from '#server/features/teams/teams.table';
import type { KnownPresence } from '#server/live/room-presence';
import type { LoggedChange } from '#server/live/stored-changes';
import { type Database, type Queries, preparePerConnection } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { OutsiderError, notFound } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

/** For spectator screens. The caller has checked the link. */
export async function watchedMeeting(queries: Queries, meetingId: MeetingId) {
  const [found = notFound()] = await queries
    .select({ meeting: boardRow, recognition: teams.recognition, now: databaseNowField })
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(and(eq(meetings.id, meetingId), isLivingBoard));
  return found;
}

interface BoardReading<B, Missing extends null = never> extends KnownPresence {
  meetingId: MeetingId;
  form: BoardForm<B>;
  readContent: ReadContent<Missing>;
  answersMin: number;
}

/** Reads the parts that all readers of one seq share. */
export type ReadContent<Missing extends null = never> = (
  queries: Queries,
  meeting: BoardRow,
) => Promise<BoardContent> | Missing;

/** A response format. A null viewer gets the public view. */
export type BoardForm<B> = (
  parts: BoardParts,
) => (viewer: BoardCaller | null, by: AuthorHash | null) => B;
export type BoardCaller = Viewer & Pick<Caller, 'guestOf'>;

export interface BoardReader {
  caller: Caller;
  scorer: AuthorHash | null;
}

export interface StoredBoard<B> {
  board: B;
  meeting: BoardRow;
  now: Date;
}

interface BoardParts extends Pick<MeetingAccess, 'meeting'>, KnownPresence {
  answersMin: number;
  /** Whether the team has recognition on. */
  recognition: boolean;
  checkIn: Awaited<ReturnType<typeof readCheckInRow>>;
  content: BoardContent;
}

function placeOf({ seq, epoch, epochSeq }: BoardRow) {
  return { seq, epoch, epoch_seq: epochSeq };
}

type BoardContent = readonly RecordViews<BoardRecord>[];

export const readBoardContent: ReadContent = async (queries, meeting) => {
  const { board } = await readBoardOf(queries, meeting);
  return board
    .records()
    .filter(({ type }) => type !== checkInType.type)
    .map((record) => boardRules.recordTypes.of(record).views(record));
};

const isRecognition = (record: BoardRecord) => boardRules.recordTypes.of(record).isRecognition;

/** Records as only their owner may know them. */
export const ownRecords = new WeakSet<object>();

/** The format to which changes of the live channel apply. */
export const recordedForm: BoardForm<Omit<RecordedBoard, 'you'>> = (parts) => {
  const { meeting, recognition, checkIn: row, presence, presence_version, answersMin } = parts;
  // Recognition given before returns when it is switched on again (docs/retro.md R-287).
  const content = recognition
    ? parts.content
    : parts.content.filter(({ publicView }) => !publicView || !isRecognition(publicView));
  return (viewer, by) => {
    const { turns: _, ...checkIn } = toCheckIn(meeting, { row, turns: [] }, { by, answersMin });
    const { mood_mine, mood_after_mine, worth_mine, answers_min, ...open } = checkIn;
    const seen = content.flatMap(({ publicView, privateView }) => {
      if (!privateView || !isOwner(viewer, privateView.owner)) return publicView ?? [];
      ownRecords.add(privateView.record);
      return privateView.record;
    });
    return {
      ...placeOf(meeting),
      records: [...seen, { type: checkInType.type, id: meeting.id, ...open }],
      own_scores: { mood_mine, mood_after_mine, worth_mine, answers_min },
      presence: viewer && !viewer.guestOf ? presence : presence.map(presenceForScreens),
      ...(presence_version !== undefined && { presence_version }),
    };
  };
};

/** The format of the REST API. */
export const presentedForm: BoardForm<Omit<Board, 'you'>> = (parts) => {
  const viewFor = recordedForm(parts);
  return (viewer, by) => {
    const { records, own_scores, presence_version: _, ...shared } = viewFor(viewer, by);
    const state = BoardState.empty.with(records, [], shared.seq);
    const fields = presentBoard(state, viewer?.userId ?? null);
    return { ...shared, ...fields, check_in: { ...fields.check_in, ...own_scores } };
  };
};

/** Reads the public view. Consistent if `queries` is a snapshot transaction. */
export async function readBoardForScreens<B>(
  queries: Queries,
  { meetingId, form, readContent, ...given }: BoardReading<B>,
): Promise<StoredBoard<B>> {
  const [watched, checkIn] = await Promise.all([
    watchedMeeting(queries, meetingId),
    readCheckInRow(queries, meetingId),
  ]);
  const content = await readContent(queries, watched.meeting);
  const viewFor = form({ ...watched, ...given, checkIn, content });
  return { board: viewFor(null, null), ...watched };
}

/** Selects what may change without a new seq: the meeting, the readers' roles, the check-in. */
const readForAll = preparePerConnection((queries: Queries) =>
  meetingForAll(queries, {
    isLocked: false,
    extra: { checkIn: checkIns, recognition: teams.recognition },
  })
    .leftJoin(checkIns, eq(checkIns.meetingId, meetings.id))
    .prepare('read_meeting_for_all'),
);

/**
 * Reads a board for several readers, with a single statement if the content is cached. Null if `readContent` misses.
 * Throws NOT_FOUND if no reader may see the board. The returned function throws it for readers who may not.
 */
export async function readBoardForAll<B, Missing extends null = never>(
  queries: Queries,
  readers: readonly BoardReader[],
  { meetingId, form, readContent, ...given }: BoardReading<B, Missing>,
): Promise<((reader: BoardReader) => StoredBoard<B> & { you: BoardViewer }) | Missing> {
  const callers = readers.map(({ caller }) => caller);
  const [found] = await readForAll(queries).execute(sharedAccessValues(callers, meetingId));
  if (!found) throw new OutsiderError();
  const access = sharedAccess(found);
  const { meeting, recognition, checkIn, now } = found;
  const content = await readContent(queries, meeting);
  if (content === null) return content;
  const parts = { ...given, meeting, recognition, checkIn: checkIn ?? undefined, content };
  const viewFor = form(parts);
  return ({ caller, scorer }) => {
    const { role, isSuperuser } = access.of(caller).teamContext;
    const you = { user_id: caller.userId, role, is_superuser: isSuperuser };
    return { board: viewFor(caller, scorer), you, meeting, now };
  };
}

/** Whether changes show recognition while the team has it off. A new snapshot has none (docs/retro.md R-287). */
export async function showSwitchedOff(
  db: Database,
  meetingId: MeetingId,
  changes: readonly Pick<LoggedChange, 'change'>[],
): Promise<boolean> {
  if (!changes.some(({ change }) => change?.put.some(isRecognition))) return false;
  const { id, teamId } = meetings;
  const itsTeam = db.select({ teamId }).from(meetings).where(eq(id, meetingId));
  return (await db.$count(teams, and(inArray(teams.id, itsTeam), not(teams.recognition)))) > 0;
}
