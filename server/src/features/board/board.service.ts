// The board page as a whole: its one snapshot, its history, and the way into its live channel.
import type { AuthorHash, Viewer } from '@wentwell/contract/author-keys';
import type { Board, BoardViewer } from '@wentwell/contract/board';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { EventsPage, LiveTicket } from '@wentwell/contract/live';
import { effectiveStatus, type Meeting } from '@wentwell/contract/meetings';
import {
  namedOn,
  nameForScreens,
  presenceForScreens,
  type ScreenName,
  type SpectatorBoard,
} from '@wentwell/contract/spectators';
import { and, eq, inArray, isNull } from 'drizzle-orm';

import { toBoardActions } from '#server/features/actions/actions.table';
import { toCheckIn } from '#server/features/check-in/check-ins.table';
import { toComments } from '#server/features/comments/comments.table';
import { toGroups } from '#server/features/groups/groups.table';
import { accessMeeting, type MeetingAccess } from '#server/features/meetings/meeting-access';
import {
  type MeetingRow,
  meetings,
  toDiscussion,
  toMeeting,
  toPhaseInfo,
  toTimer,
} from '#server/features/meetings/meetings.table';
import { markedNow } from '#server/features/meetings/phase-marks.table';
import { toNote } from '#server/features/notes/notes.table';
import { toReactions } from '#server/features/reactions/reactions.table';
import { personNames, users } from '#server/features/users/users.table';
import { toVotes } from '#server/features/votes/votes.table';
import type { Admission } from '#server/live/admission';
import type { EventLog } from '#server/live/event-log';
import { eventFrame } from '#server/live/frames';
import type { Rooms } from '#server/live/rooms';
import type { LiveTicketStore } from '#server/live/tickets';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { readBoardRows } from './board-rows.service.ts';

export interface BoardDeps {
  db: Database;
  log: EventLog;
  rooms: Rooms;
  tickets: LiveTicketStore;
  /** Closes a meeting whose end has passed, so that its board is never shown half over. */
  closeOverdue(meetingId: MeetingId): Promise<void>;
}

export function boardService(deps: BoardDeps) {
  const { db, log, rooms, tickets } = deps;

  function isOverdue(meeting: Pick<Meeting, 'status' | 'end_time'>, now: Date): boolean {
    return meeting.status !== effectiveStatus(meeting, now);
  }

  async function access(caller: Caller, meetingId: MeetingId): Promise<MeetingAccess> {
    const found = await accessMeeting(db, caller, meetingId);
    if (!isOverdue(toMeeting(found.meeting), found.now)) return found;
    await deps.closeOverdue(meetingId);
    return accessMeeting(db, caller, meetingId);
  }

  /** As a screen sees it: whoever asks has checked its link. */
  async function watchedMeeting(queries: Queries, meetingId: MeetingId) {
    const [found] = await queries
      .select({ meeting: meetings, now: databaseNowField })
      .from(meetings)
      .where(and(eq(meetings.id, meetingId), isNull(meetings.deletedAt)));
    if (!found) throw new ApiError('NOT_FOUND');
    return { ...found, teamContext: null };
  }

  /** Null stands for nobody in particular, who sees the least; `you` is null then. */
  async function readBoard(
    caller: Caller | null,
    meetingId: MeetingId,
    scorer: AuthorHash | null,
  ): Promise<{ board: Omit<Board, 'you'>; you: BoardViewer | null; now: Date }> {
    const viewer: Viewer | null = caller;
    const presence = await rooms.presence(meetingId);
    return db.snapshot(async (tx) => {
      const [{ meeting, teamContext, now }, rows] = await Promise.all([
        caller ? accessMeeting(tx, caller, meetingId) : watchedMeeting(tx, meetingId),
        readBoardRows(tx, caller, meetingId),
      ]);
      const actions = await toBoardActions(tx, meeting, rows.actions);
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
        notes: rows.notes.map((row) => toNote(row, viewer)),
        groups: toGroups(rows.groups, rows.notes),
        votes: toVotes(meeting, rows, viewer?.userId ?? null),
        discussion: toDiscussion(meeting),
        comments: toComments(rows.comments, rows.notes, viewer),
        reactions: toReactions(rows.reactions, rows.notes, viewer),
        ...actions,
        ready: markedNow(meeting, rows.ready),
        timer: toTimer(meeting),
        check_in: toCheckIn(meeting, { row: rows.checkIn, turns: rows.turns }, { by: scorer, now }),
        presence: caller ? presence : presence.map(presenceForScreens),
      };
      return { board, you, now };
    });
  }

  /** The same, of a moment at which no meeting is half over. */
  async function readCurrentBoard(
    caller: Caller | null,
    meetingId: MeetingId,
    scorer: AuthorHash | null,
  ) {
    const found = await readBoard(caller, meetingId, scorer);
    if (!isOverdue(found.board.meeting, found.now)) return found;
    await deps.closeOverdue(meetingId);
    return readBoard(caller, meetingId, scorer);
  }

  async function screenNames(ids: ReadonlySet<UserId>): Promise<ScreenName[]> {
    const rows = await db
      .select()
      .from(users)
      .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)));
    return rows.map((row) => ({ user_id: row.id, name: nameForScreens(personNames(row)) }));
  }

  async function eventsOf(
    { id, seq, epoch }: MeetingRow,
    since: number,
    viewer: Viewer | null,
  ): Promise<EventsPage> {
    const page = { meeting_id: id, seq, epoch, resync: false, events: [] };
    // Decided before any event is read: most of the many that such a caller lacks would be read for nothing.
    if (since > seq || seq - since > liveLimits.resumeMax) return { ...page, resync: true };
    const events = await log.after(id, since, liveLimits.resumeMax);
    // The history of a meeting that ended long ago is cleared away.
    if (since < seq && events[0]?.seq !== since + 1) return { ...page, resync: true };
    const frames = events.flatMap((event) => eventFrame(event, viewer) ?? []);
    if (frames.length < events.length) return { ...page, resync: true };
    return {
      ...page,
      // Some may have been added since the meeting was read.
      seq: Math.max(seq, events.at(-1)?.seq ?? 0),
      events: frames,
    };
  }

  return {
    /** Everything of a board as the caller may see it, all of one moment: that of `seq`. `scorer` is who gave scores. */
    async snapshot(
      caller: Caller,
      meetingId: MeetingId,
      scorer: AuthorHash | null = null,
    ): Promise<Board> {
      const { board, you } = await readCurrentBoard(caller, meetingId, scorer);
      if (!you) throw new Error('a board without a viewer');
      return { ...board, you };
    },

    /** The same as nobody in particular may see it, for a screen. */
    async spectatorSnapshot(meetingId: MeetingId): Promise<SpectatorBoard> {
      const { board } = await readCurrentBoard(null, meetingId, null);
      return { ...board, names: await screenNames(namedOn(board)) };
    },

    /**
     * The events after `since`, for clients without a socket. `resync` asks for the snapshot: the caller is too far
     * behind, or a newer version wrote what this one cannot read.
     */
    async events(caller: Caller, meetingId: MeetingId, since: number): Promise<EventsPage> {
      const { meeting } = await access(caller, meetingId);
      return eventsOf(meeting, since, caller);
    },

    /** The same as nobody in particular may see it, for a screen. */
    async spectatorEvents(meetingId: MeetingId, since: number): Promise<EventsPage> {
      const found = await watchedMeeting(db, meetingId);
      if (isOverdue(toMeeting(found.meeting), found.now)) await deps.closeOverdue(meetingId);
      return eventsOf((await watchedMeeting(db, meetingId)).meeting, since, null);
    },

    async liveTicket(caller: Caller, meetingId: MeetingId): Promise<LiveTicket> {
      const { meeting, now } = await accessMeeting(db, caller, meetingId);
      if (effectiveStatus(toMeeting(meeting), now) !== 'live') {
        throw new ApiError('MEETING_NOT_LIVE');
      }
      return tickets.issue(caller, meetingId);
    },

    /** Whether a caller may hold a socket to a board: members and superusers, while it is live. */
    async admit(caller: Caller, meetingId: MeetingId): Promise<Admission | 'refused' | 'notLive'> {
      try {
        const { meeting, teamContext, now } = await access(caller, meetingId);
        const isMember = teamContext.role !== null;
        const { phase, teamId } = meeting;
        const status = effectiveStatus(toMeeting(meeting), now);
        return status === 'live'
          ? { kind: 'person', caller, teamId, isMember, phase, status, now }
          : 'notLive';
      } catch (error) {
        if (error instanceof ApiError) return 'refused';
        throw error;
      }
    },
  };
}
export type BoardService = ReturnType<typeof boardService>;
