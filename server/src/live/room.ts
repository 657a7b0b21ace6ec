// One board on this node while somebody is there: delivers its events strictly by seq, and knows who is in it.
// Its members are an interface, never a socket.
import { type BoardEvent, seesInFull } from '@wentwell/contract/board-features';
import type { MeetingId, NoteId, SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { CloseReason } from '@wentwell/contract/live';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';
import type { Clock } from '#server/platform/clock';

import { BoardMessage, type BoardSignal, messageListener } from './bus-messages.ts';
import { boardChannel, type EventLog } from './event-log.ts';
import { encodeEvent, encodeSignal, encodeStoredNote, type Signal } from './frames.ts';
import { type BoardHead, LogFollower } from './log-follower.ts';
import { type Outbox, outboxTo, type Reader } from './outbox.ts';
import { plainReader } from './plain-reader.ts';
import { type Person, type Presence, presenceOf } from './presence.ts';
import { RemotePresence } from './remote-presence.ts';
import type { LeaseId, Roster } from './roster.ts';

/** Somebody's open tab, as a room sees it. */
export interface Member {
  person: Person;
  sessionId: SessionId;
  teamId: TeamId;
  /** Writes bytes; a droppable frame may be left out when the reader is slow. */
  send(bytes: Buffer, droppable: boolean): void;
  /** Runs what asks the database for this member alone, among the requests of their account. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when little waits to be written, or nothing will be written any more. */
  drained(): Promise<void>;
  close(reason: CloseReason): void;
}

export interface RoomDeps {
  log: EventLog;
  bus: Bus;
  roster: Roster;
  clock: Clock;
  logger: Logger;
  /** The event, in full, by which a note of a board would be told as it is now; null where there is none. */
  storedNote(meetingId: MeetingId, noteId: NoteId): Promise<BoardEvent | null>;
}

/** How many events a newcomer is handed at a time. */
const pageSize = 100;

function fullReader(member: Member): Reader {
  return {
    send: (event) => {
      member.send(event.bytesFor(member.person.userId), false);
    },
  };
}

export class Room {
  readonly meetingId: MeetingId;
  readonly #deps: RoomDeps;
  readonly #members = new Map<Member, Outbox>();
  readonly #presence: Presence;
  readonly #elsewhere: RemotePresence;
  readonly #follower: LogFollower;
  #unsubscribe: (() => void) | null = null;
  #closed = false;
  #emptySince: number;
  /** Known from the first member on; a board of the log alone has nobody to forget. */
  #teamId: TeamId | null = null;

  constructor(meetingId: MeetingId, deps: RoomDeps) {
    this.meetingId = meetingId;
    this.#deps = deps;
    this.#emptySince = deps.clock.now().getTime();
    const delays = { linger: liveLimits.presenceLinger, throttle: liveLimits.presenceEvery };
    this.#presence = presenceOf(deps.clock, delays, {
      joined: (entry) =>
        this.signal({ type: 'user_joined', data: entry, userId: entry.userId }, entry.userId),
      left: (entry) =>
        this.signal({ type: 'user_left', data: entry, userId: entry.userId }, entry.userId),
      changed: (everybody) =>
        this.signal({ type: 'presence_update', data: everybody, userId: null }, null),
    });
    this.#follower = new LogFollower(meetingId, deps, {
      event: (logged) => {
        if (!logged.event) {
          deps.logger.warn({ meetingId, seq: logged.seq }, 'an event is of no known shape');
        }
        const event = encodeEvent(logged);
        for (const outbox of this.#members.values()) outbox.offer(event);
      },
      restarted: () => {
        for (const [member, outbox] of this.#members) {
          outbox.restart(this.head.seq);
          this.#resync(member);
        }
      },
    });
    this.#elsewhere = new RemotePresence(meetingId, { ...deps, presence: this.#presence });
  }

  /** Listens first and reads the head second, so that nothing falls between the two. */
  async open(): Promise<this> {
    const heard: BoardMessage[] = [];
    let hear = (hint: BoardMessage): void => {
      heard.push(hint);
    };
    const listener = messageListener(BoardMessage, this.#deps.logger, (hint) => {
      hear(hint);
    });
    this.#unsubscribe = await this.#deps.bus.subscribe(boardChannel(this.meetingId), listener);
    try {
      await this.#follower.open();
    } catch (error) {
      this.#unsubscribe();
      throw error;
    }
    hear = (hint) => {
      this.#hear(hint);
    };
    for (const hint of heard) this.#hear(hint);
    this.#elsewhere.read();
    return this;
  }

  /** How long nobody has been here, in ms. */
  get emptyFor(): number {
    return this.#members.size > 0 ? 0 : this.#deps.clock.now().getTime() - this.#emptySince;
  }

  /** Where delivery stands, for the welcome. */
  get head(): BoardHead {
    return this.#follower.head;
  }

  get members(): Iterable<Member> {
    return this.#members.keys();
  }

  everybody() {
    return this.#presence.everybody();
  }

  /**
   * Lets a member in and brings it up to date: from `since` in order, or from now on when it names none.
   * Too far behind, ahead, or before what the log still has: one `resync`, then live.
   */
  async join(member: Member, since: number | null): Promise<void> {
    // Somebody may hold a room that was closed as empty just before they came.
    if (this.#closed) throw new Error('this room is closed');
    // Who names no `since` may know the specification's messages alone.
    const outbox = outboxTo(since === null ? plainReader(member) : fullReader(member));
    this.#members.set(member, outbox);
    this.#teamId = member.teamId;
    this.#presence.enter(member.person);
    this.#tellElsewhere();
    this.#send(member, {
      type: 'presence_update',
      data: this.#presence.everybody(),
      userId: null,
    });
    // The snapshot may be newer than what the bus has told this node so far.
    if (since !== null && since > this.head.seq) await this.#follower.catchUp();
    if (await this.#handOut(member, outbox, since ?? this.head.seq)) return;
    if (!this.#members.has(member)) return;
    this.#resync(member);
    outbox.resume(this.head.seq, []);
  }

  leave(member: Member): void {
    if (!this.#members.delete(member)) return;
    if (this.#members.size === 0) this.#emptySince = this.#deps.clock.now().getTime();
    this.#presence.leave(member.person.userId);
    this.#tellElsewhere();
  }

  /** Somebody is typing: told to the others on every node, kept nowhere. Dropped where they cannot read that note. */
  async editing({ person: { userId } }: Member, noteId: NoteId): Promise<void> {
    const stored = await this.#deps.storedNote(this.meetingId, noteId);
    if (!stored || !seesInFull(stored, userId)) return;
    this.#say({ hint: 'editing', noteId, userId });
  }

  /** Asks every node to show a stored note to the others. False where this board has no such note. */
  async look(member: Member, noteId: NoteId): Promise<boolean> {
    if (!(await this.#deps.storedNote(this.meetingId, noteId))) return false;
    this.#say({ hint: 'look', noteId, userId: member.person.userId });
    return true;
  }

  /** Sends a frame without seq to everybody but `except`. */
  signal(frame: Signal, except: UserId | null): void {
    const bytes = encodeSignal(frame, this.#deps.clock.now());
    for (const member of this.#members.keys()) {
      if (member.person.userId !== except) member.send(bytes, true);
    }
  }

  /** Where the board stands by the database. */
  heardOf(head: BoardHead): Promise<void> {
    return this.#follower.heardOf(head);
  }

  /** Says the seq to an idle board: a lost LAST event is found by nothing else. */
  beat(): void {
    this.signal({ type: 'head', data: { seq: this.head.seq }, userId: null }, null);
  }

  /** Closes the members that `whom` names, after everything committed before has reached them. */
  async cut(whom: (member: Member) => boolean, reason: CloseReason): Promise<void> {
    // A lost right is not softened by what is still on its way; a finished meeting is told in full.
    if (reason === 'normal' || reason === 'notLive') await this.#follower.catchUp();
    for (const member of this.#members.keys()) {
      if (!whom(member)) continue;
      this.leave(member);
      member.close(reason);
    }
  }

  /** Shows a person no longer, of this team or of whichever. Their sockets are to be cut first. */
  forget(userId: UserId, teamId: TeamId | null): void {
    if (teamId === null || teamId === this.#teamId) this.#elsewhere.forget(userId);
  }

  /** Writes this node's people down anew, and reads the other nodes'. */
  refreshPeople(): void {
    this.#tellElsewhere();
    this.#elsewhere.read();
  }

  /** Other nodes' leases have ended: their people are here no more. */
  ended(leases: ReadonlySet<LeaseId>): void {
    this.#elsewhere.ended(leases);
  }

  /** Lets everybody go at once, without the time that a lost tab is waited for. */
  close(reason: CloseReason): void {
    this.#closed = true;
    this.#unsubscribe?.();
    this.#presence.close();
    const members = [...this.#members.keys()];
    this.#members.clear();
    if (members.length > 0) this.#tellElsewhere();
    this.#elsewhere.close();
    for (const member of members) member.close(reason);
  }

  /** Sends the log from `since` on, no faster than the member reads. False where that is not possible. */
  async #handOut(member: Member, outbox: Outbox, since: number): Promise<boolean> {
    if (since > this.head.seq || this.head.seq - since > liveLimits.resumeMax) return false;
    let at = since;
    // What happens meanwhile is in the log as well: the outbox goes live when there is no more to read.
    while (at < this.head.seq) {
      const read = () => this.#deps.log.after(this.meetingId, at, pageSize);
      const page = await member.inTurn(read);
      if (page[0]?.seq !== at + 1) return false;
      if (!this.#members.has(member)) return true;
      outbox.replay(page.map(encodeEvent));
      at = page.at(-1)?.seq ?? at;
      await member.drained();
    }
    outbox.resume(at, []);
    return true;
  }

  #hear(hint: BoardMessage): void {
    if (!('hint' in hint)) {
      this.#follower.hear(hint);
      return;
    }
    switch (hint.hint) {
      case 'editing':
        this.signal(
          { type: 'note_editing', data: { note_id: hint.noteId }, userId: hint.userId },
          hint.userId,
        );
        return;
      case 'look':
        void this.#follower.inTurn(() => this.#showStored(hint));
        return;
      case 'people':
        this.#elsewhere.heard(hint.node);
    }
  }

  /** In turn, so that a note is not shown after the event that deleted it. */
  async #showStored({ noteId, userId }: { noteId: NoteId; userId: UserId }): Promise<void> {
    const stored = await this.#deps.storedNote(this.meetingId, noteId);
    if (!stored) return;
    const bytesFor = encodeStoredNote(stored, userId, this.#deps.clock.now());
    for (const member of this.#members.keys()) {
      const viewer = member.person.userId;
      if (viewer !== userId) member.send(bytesFor(viewer), true);
    }
  }

  #say(signal: BoardSignal): void {
    this.#deps.bus.publish(boardChannel(this.meetingId), JSON.stringify(signal));
  }

  #tellElsewhere(): void {
    const people = new Map([...this.#members.keys()].map(({ person }) => [person.userId, person]));
    this.#elsewhere.write([...people.values()]);
  }

  #resync(member: Member): void {
    this.#send(member, { type: 'resync', data: this.head, userId: null });
  }

  #send(member: Member, frame: Signal): void {
    member.send(encodeSignal(frame, this.#deps.clock.now()), false);
  }
}
