// The board page as a whole: its one snapshot, its history, and the way into its live channel.
import type { AuthorHash, Viewer } from '@wentwell/contract/author-keys';
import type { Board, BoardWithTicket } from '@wentwell/contract/board';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { EventsPage, LiveTicket } from '@wentwell/contract/live';
import { effectiveStatus, type Meeting } from '@wentwell/contract/meetings';
import {
  namedOn,
  nameForScreens,
  type ScreenName,
  type SpectatorBoard,
} from '@wentwell/contract/spectators';
import { and, inArray, isNull } from 'drizzle-orm';

import {
  accessMeeting,
  accessMeetingForAll,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { type MeetingRow, toMeeting } from '#server/features/meetings/meetings.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Admission } from '#server/live/admission';
import { eventsPage } from '#server/live/events-page';
import { eventFrame } from '#server/live/frames';
import type { Rooms } from '#server/live/rooms';
import type { LiveTicketStore } from '#server/live/tickets';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { callForAll } from '#server/platform/gathered-calls';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type BoardContent, type ReadContent, readBoardContent } from './board-content.service.ts';
import {
  type BoardReader,
  readBoardForAll,
  readBoardForScreens,
  type StoredBoard,
  watchedMeeting,
} from './stored-board.service.ts';

// Boards that were read a moment ago. When a meeting begins everybody opens the same board at the same seq: it is read
// once, and what of it all see alike is made and encoded once.
// A crowd comes within seconds. What changes without an event, such as how many meetings an action item has seen, is
// shown so much later at most.
const keptMs = 2000;

/** Reads what of a board its seq alone decides, once for all who ask within a moment. */
class RecentBoards {
  readonly #clock: Clock;
  readonly #kept = new Map<MeetingId, { place: string; content: Promise<BoardContent> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly read: ReadContent = (queries, meeting) => {
    const { id, epoch, seq } = meeting;
    const place = `${epoch} ${seq}`;
    const known = this.#kept.get(id);
    if (known?.place === place) return known.content;
    const reading = { place, content: readBoardContent(queries, meeting) };
    const forget = (): void => {
      if (this.#kept.get(id) === reading) this.#kept.delete(id);
    };
    this.#kept.set(id, reading);
    reading.content.catch(forget);
    this.#clock.setTimer(keptMs, forget);
    return reading.content;
  };
}

export interface BoardDeps {
  db: Database;
  rooms: Rooms;
  tickets: LiveTicketStore;
  clock: Clock;
  /** Closes a meeting whose end has passed, so that its board is never shown half over. */
  closeOverdue(meetingId: MeetingId): Promise<void>;
}

export function boardService(deps: BoardDeps) {
  const { db, rooms, tickets, clock } = deps;
  const { read: readContent } = new RecentBoards(clock);

  function isOverdue(meeting: Pick<Meeting, 'status' | 'end_time'>, now: Date): boolean {
    return meeting.status !== effectiveStatus(meeting, now);
  }

  // When a meeting begins everybody opens the same board within seconds. Those who wait for it are answered together.
  const accessTogether = callForAll(
    clock,
    async (meetingId: MeetingId, callers: readonly Caller[]) => {
      const access = await accessMeetingForAll(db, callers, meetingId);
      return (caller) => access.of(caller);
    },
  );

  const readTogether = callForAll(
    clock,
    async (meetingId: MeetingId, readers: readonly BoardReader[]) => {
      const reading = { meetingId, presence: await rooms.presence(meetingId), readContent };
      return db.snapshot((tx) => readBoardForAll(tx, readers, reading));
    },
  );

  async function access(caller: Caller, meetingId: MeetingId): Promise<MeetingAccess> {
    const found = await accessTogether(meetingId, caller);
    if (!isOverdue(toMeeting(found.meeting), found.now)) return found;
    await deps.closeOverdue(meetingId);
    return accessMeeting(db, caller, meetingId);
  }

  /** Of a moment at which no meeting is half over. */
  async function current<B extends StoredBoard>(
    meetingId: MeetingId,
    read: () => Promise<B>,
  ): Promise<B> {
    const found = await read();
    if (!isOverdue(found.board.meeting, found.now)) return found;
    await deps.closeOverdue(meetingId);
    return read();
  }

  async function currentBoard(reader: BoardReader, meetingId: MeetingId): Promise<Board> {
    const { board, you } = await current(meetingId, () => readTogether(meetingId, reader));
    return { ...board, you };
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
    const events = await eventsPage(db, id, { epoch, since });
    // The history of a meeting that ended long ago is cleared away, or the epoch has changed since it was read.
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
      return currentBoard({ caller, scorer }, meetingId);
    },

    /** The same for a page that opens it, with a ticket for the board's socket where it has one. */
    async snapshotWithTicket(
      caller: Caller,
      meetingId: MeetingId,
      scorer: AuthorHash | null,
    ): Promise<BoardWithTicket> {
      const board = await currentBoard({ caller, scorer }, meetingId);
      if (board.meeting.status !== 'live') return board;
      return { ...board, live_ticket: await tickets.issue(caller, meetingId) };
    },

    /** The same as nobody in particular may see it, for a screen. */
    async spectatorSnapshot(meetingId: MeetingId): Promise<SpectatorBoard> {
      const { board } = await current(meetingId, async () => {
        const reading = { meetingId, presence: await rooms.presence(meetingId), readContent };
        return db.snapshot((tx) => readBoardForScreens(tx, reading));
      });
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
