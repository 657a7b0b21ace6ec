// Board snapshots, event pages, and admission to the live channel.
import { actionType } from '@wentwell/contract/board/actions';
import { noteType } from '@wentwell/contract/board/notes';
import type { BoardName } from '@wentwell/contract/board/recorded-board';
import type { Board } from '@wentwell/contract/board/snapshot';
import {
  missingMax,
  type MissingMembers,
  namedOn,
  nameForScreens,
  noneMissing,
  type ScreenName,
  type SpectatorBoard,
  type SpectatorRecords,
} from '@wentwell/contract/guests/spectators';
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import {
  type EventsPage,
  guestName,
  type LiveTicket,
  type PresenceEntry,
  presentName,
  withShownName,
} from '@wentwell/contract/live/live';
import { isEditable } from '@wentwell/contract/meetings/meetings';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import { and, asc, inArray, isNull, notInArray } from 'drizzle-orm';
import { z } from 'zod';

import { isGuestOfTeam } from '#server/features/guests/guests.table';
import {
  accessMeeting,
  accessOf,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { type BoardRow, type MeetingRow, statusAt } from '#server/features/meetings/meetings.table';
import { memberColors, memberships, membersOf } from '#server/features/teams/teams.table';
import { isActiveAccount, personNames, users } from '#server/features/users/users.table';
import type { PersonAdmission } from '#server/live/admission';
import { changeFrame, endsMeeting, takesGuestsAfter } from '#server/live/change-frames';
import { changesPage, withEnoughEach } from '#server/live/change-log';
import type { Rooms } from '#server/live/rooms';
import type { LiveTicketStore } from '#server/live/tickets';
import { batchByKey } from '#server/platform/batching';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import {
  type BoardCaller,
  type BoardForm,
  type BoardReader,
  type ReadContent,
  presentedForm,
  readBoardContent,
  readBoardForAll,
  readBoardForScreens,
  recordedForm,
  showSwitchedOff,
  watchedMeeting,
} from './stored-board.ts';
import { ticketAdmissions } from './ticket-admissions.ts';

/**
 * Lifetime of a cached board in ms. When a meeting begins, everyone loads the same board at the same seq within seconds.
 * Values that change without a new seq, such as `meetings_seen`, may be stale for this long.
 */
const cacheMs = 2000;

/** For this long after the end, guests still receive the events they missed. In ms. */
const guestsMissMs = 3_600_000;

const Named = z.object({ author_id: UserId.nullish(), assignee_id: UserId.nullish() });

const withPresent = ({ presence }: Pick<Board, 'presence'>, ids: Iterable<UserId>): Set<UserId> =>
  new Set([...ids, ...presence.map(({ userId }) => userId)]);

/** Short-lived cache of the board content, which depends only on the seq. */
class RecentBoards {
  readonly #clock: Clock;
  readonly #kept = new Map<MeetingId, { place: string; content: ReturnType<ReadContent> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(id: MeetingId): boolean {
    return this.#kept.has(id);
  }

  readonly known: ReadContent<null> = (_, { id, epoch, seq }) => {
    const kept = this.#kept.get(id);
    return kept?.place === `${epoch} ${seq}` ? kept.content : null;
  };

  readonly read: ReadContent = (queries, meeting) => {
    const known = this.known(queries, meeting);
    if (known) return known;
    const { id, epoch, seq } = meeting;
    const reading = { place: `${epoch} ${seq}`, content: readBoardContent(queries, meeting) };
    const forget = (): void => {
      if (this.#kept.get(id) === reading) this.#kept.delete(id);
    };
    this.#kept.set(id, reading);
    reading.content.catch(forget);
    this.#clock.setTimer(cacheMs, forget);
    return reading.content;
  };
}

/** The columns needed to admit a ticket holder. */
type AdmittingRow = Pick<MeetingRow, 'id' | 'teamId' | 'status' | 'phase' | 'endTime' | 'settings'>;
type OverdueRow = Pick<MeetingRow, 'status' | 'endTime'>;
type Admitted = PersonAdmission | 'refused' | 'notLive';

interface BoardDeps {
  db: Database;
  rooms: Rooms;
  tickets: LiveTicketStore;
  clock: Clock;
  answersMin: number;
  /** Closes a meeting whose end has passed, so that no reader sees an outdated status. */
  closeOverdue(meetingId: MeetingId): Promise<void>;
}

export function boardService(deps: BoardDeps) {
  const { db, rooms, tickets, clock, answersMin } = deps;

  const recent = new RecentBoards(clock);
  const readContent = recent.read;
  const admitByTicket = ticketAdmissions(db, clock);

  /** Returns readers of boards in one form. Batches concurrent requests for the same board. */
  function boardsIn<B>(form: BoardForm<B>) {
    const readTogether = batchByKey(
      clock,
      async (meetingId: MeetingId, readers: readonly BoardReader[]) => {
        const reading = { meetingId, ...(await rooms.presence(meetingId)), form, answersMin };
        // A single statement is consistent without a transaction.
        const ofKept = recent.has(meetingId)
          ? await readBoardForAll(db, readers, { ...reading, readContent: recent.known })
          : null;
        return (
          ofKept ?? db.snapshot((tx) => readBoardForAll(tx, readers, { ...reading, readContent }))
        );
      },
    );
    return {
      of: (reader: BoardReader, meetingId: MeetingId) =>
        current(meetingId, () => readTogether(meetingId, reader)),
      forScreens: (meetingId: MeetingId) =>
        current(meetingId, async () => {
          const known = await rooms.presence(meetingId);
          const reading = { meetingId, ...known, form, readContent, answersMin };
          return db.snapshot((tx) => readBoardForScreens(tx, reading));
        }),
    };
  }
  const presented = boardsIn(presentedForm);
  const recorded = boardsIn(recordedForm);

  /** Reads a meeting. If its end has passed, closes it and reads it with `again`. */
  async function current<S extends { meeting: OverdueRow; now: Date }>(
    meetingId: MeetingId,
    read: () => Promise<S>,
    again = read,
  ): Promise<S> {
    const found = await read();
    if (found.meeting.status === statusAt(found.meeting, found.now)) return found;
    await deps.closeOverdue(meetingId);
    return again();
  }

  function access(caller: Caller, meetingId: MeetingId): Promise<MeetingAccess> {
    return current(meetingId, () => accessMeeting(db, caller, meetingId));
  }

  /** Reads the caller's view of a board, consistent at its seq. */
  function viewsOf<B>(boards: ReturnType<typeof boardsIn<B>>) {
    /** `scorer`: the key hash of the caller's scores. `ticket` adds a socket ticket while the meeting is live. */
    return async (
      caller: Caller,
      meetingId: MeetingId,
      { scorer = null, ticket = false }: { scorer?: AuthorHash | null; ticket?: boolean } = {},
    ) => {
      const { board, you, meeting } = await boards.of({ caller, scorer }, meetingId);
      const shown = { ...board, you };
      if (!ticket || meeting.status !== 'live') return shown;
      return { ...shown, live_ticket: await tickets.issue(caller, meetingId) };
    };
  }

  async function watched(meetingId: MeetingId): Promise<BoardRow> {
    return (await current(meetingId, () => watchedMeeting(db, meetingId))).meeting;
  }

  async function boardNames(
    { teamId }: Pick<BoardRow, 'teamId'>,
    ids: ReadonlySet<UserId>,
  ): Promise<BoardName[]> {
    const rows = await db
      .select({ user: users, isGuest: isGuestOfTeam(teamId) })
      .from(users)
      .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)));
    const colors = await memberColors(db, teamId);
    return rows.map(({ user, isGuest }) => {
      const names = personNames(user);
      return {
        user_id: user.id,
        name: nameForScreens(names),
        is_guest: isGuest,
        // Colours appear only beside names.
        color: (names.full_name ? colors.get(user.id) : null) ?? null,
      };
    });
  }

  async function screenNames(meeting: BoardRow, ids: ReadonlySet<UserId>): Promise<ScreenName[]> {
    return (await boardNames(meeting, ids)).map(({ name, is_guest, ...person }) => ({
      ...person,
      name: is_guest ? guestName(name) : name,
    }));
  }

  async function missingFrom(
    { teamId }: Pick<BoardRow, 'teamId'>,
    { presence }: Pick<Board, 'presence'>,
  ): Promise<MissingMembers> {
    const here = presence.flatMap(({ userId, isOnline }) => (isOnline ? userId : []));
    const isAbsent = and(isActiveAccount, notInArray(users.id, here));
    const rows = await membersOf(db, teamId, isAbsent)
      .orderBy(asc(memberships.joinedAt), asc(memberships.userId))
      .limit(missingMax + 1);
    if (rows.length <= missingMax)
      return { count: rows.length, ids: rows.map(({ user }) => user.id) };
    return { count: await db.$count(membersOf(db, teamId, isAbsent).as('absent')), ids: [] };
  }

  async function eventsOf(
    { id, seq, epoch, status }: BoardRow,
    since: number,
    viewer: BoardCaller | null,
  ): Promise<EventsPage> {
    const page = { meeting_id: id, seq, epoch, resync: true, events: [] };
    // Check the gap before reading any changes.
    if (since > seq || seq - since > liveLimits.resumeMax) return page;
    const changes = withEnoughEach(await changesPage(db, id, { epoch, since }), answersMin);
    // The history was trimmed, or the epoch has changed since the meeting was read.
    if (since < seq && changes[0]?.seq !== since + 1) return page;
    // Guests were excluded meanwhile. Later changes may reveal the team's earlier action items.
    if (viewer?.guestOf && changes.some((change) => takesGuestsAfter(change) === false))
      return page;
    if (await showSwitchedOff(db, id, changes)) return page;
    const isOver = viewer?.guestOf && !isEditable(status);
    if (isOver) {
      const at = changes.findIndex(endsMeeting);
      const end = changes[at];
      if (!end || clock.now().getTime() - Date.parse(end.timestamp) > guestsMissMs) return page;
      changes.length = at + 1;
    }
    const events = changes.flatMap((change) => changeFrame(change, viewer) ?? []);
    if (events.length < changes.length) return page;
    // Changes may have been added since the meeting was read.
    const last = Math.max(isOver ? 0 : seq, changes.at(-1)?.seq ?? 0);
    return { ...page, seq: last, resync: false, events };
  }

  async function admission(
    caller: Caller,
    read: () => Promise<Pick<MeetingAccess<AdmittingRow>, 'meeting' | 'teamContext' | 'now'>>,
  ): Promise<Admitted> {
    try {
      const { meeting, teamContext, now } = await read();
      const isMember = teamContext.role !== null;
      const { phase, teamId } = meeting;
      const status = statusAt(meeting, now);
      return status === 'live'
        ? { kind: 'person', caller, teamId, isMember, phase, status, now }
        : 'notLive';
    } catch (error) {
      if (error instanceof ApiError) return 'refused';
      throw error;
    }
  }

  return {
    snapshot: viewsOf(presented),
    records: viewsOf(recorded),

    /** The public view, for spectator screens. The caller has checked the link. */
    async spectatorSnapshot(meetingId: MeetingId): Promise<SpectatorBoard> {
      const { board, meeting } = await presented.forScreens(meetingId);
      return { ...board, names: await screenNames(meeting, withPresent(board, namedOn(board))) };
    },

    async presence(caller: Caller, meetingId: MeetingId): Promise<PresenceEntry[]> {
      await accessMeeting(db, caller, meetingId);
      const { presence } = await rooms.presence(meetingId);
      return presence
        .filter(({ isOnline }) => isOnline)
        .map((entry) => ({ ...entry, userName: presentName(withShownName(entry)) }));
    },

    /** Names of the users on a board, without addresses. Guests may not list the team, and team lists omit guests. */
    async names(caller: Caller, meetingId: MeetingId): Promise<BoardName[]> {
      const { board, meeting } = await presented.of({ caller, scorer: null }, meetingId);
      const { owner_id, co_lead_ids } = board.meeting;
      const said = Object.values(board.comments).flat();
      const ids = [...said.flatMap(({ author_id }) => author_id ?? []), owner_id, ...co_lead_ids];
      return boardNames(meeting, withPresent(board, [...namedOn(board), ...ids]));
    },

    async spectatorRecords(meetingId: MeetingId): Promise<SpectatorRecords> {
      const { board, meeting } = await recorded.forScreens(meetingId);
      const { own_scores: _, ...shown } = board;
      const named = shown.records
        .filter(({ type }) => type === noteType.type || type === actionType.type)
        .flatMap((record) => Object.values(Named.parse(record)));
      const isJoining = meeting.status === 'live' && meeting.phase === 'joining';
      const missing = isJoining ? await missingFrom(meeting, shown) : noneMissing;
      const ids = [...named.flatMap((id) => id ?? []), ...missing.ids];
      const names = await screenNames(meeting, withPresent(shown, ids));
      return { ...shown, names, missing };
    },

    /** For clients without a socket. `resync`: the gap is too large or a change unreadable, so load a snapshot. */
    async events(caller: Caller, meetingId: MeetingId, since: number): Promise<EventsPage> {
      // Guests receive events up to the end of the meeting, and none after it (docs/retro.md R-325).
      const isGuest = caller.guestOf === meetingId;
      const meeting = isGuest
        ? await watched(meetingId)
        : (await access(caller, meetingId)).meeting;
      return eventsOf(meeting, since, caller);
    },

    /** The public view, for spectator screens. The caller has checked the link. */
    async spectatorEvents(meetingId: MeetingId, since: number): Promise<EventsPage> {
      return eventsOf(await watched(meetingId), since, null);
    },

    async liveTicket(caller: Caller, meetingId: MeetingId): Promise<LiveTicket> {
      const { meeting, now } = await accessMeeting(db, caller, meetingId);
      if (statusAt(meeting, now) !== 'live') throw new ApiError('MEETING_NOT_LIVE');
      return tickets.issue(caller, meetingId);
    },

    /** Whether the caller may open a socket: members and superusers, while the meeting is live. */
    admit: (caller: Caller, meetingId: MeetingId) =>
      admission(caller, () => access(caller, meetingId)),

    /** Like `admit`, for the ticket's owner. Redeems the ticket. Null for an invalid ticket. */
    async admitByTicket(ticket: string, meetingId: MeetingId): Promise<Admitted | null> {
      const found = await admitByTicket(ticket, meetingId);
      if (!found) return null;
      const { caller } = found;
      const read = async () => accessOf(found, caller);
      return admission(caller, () => current(meetingId, read, () => access(caller, meetingId)));
    },
  };
}
export type BoardService = ReturnType<typeof boardService>;
