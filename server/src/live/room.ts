// One board on this node, while it has members here. Delivers its changes strictly by seq, and tracks presence.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { CloseReason, PresenceEntry } from '@wentwell/contract/live/live';
import type { LoggedNote } from '@wentwell/contract/notes/notes';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';
import type { Clock } from '#server/platform/clock';
import { count, delivered } from '#server/platform/metrics/measure';

import type { Handshake } from './admission.ts';
import {
  BoardMessage,
  type BoardSignal,
  type LookSignal,
  messageListener,
} from './bus-messages.ts';
import { encodeChange, takesGuestsAfter } from './change-frames.ts';
import { boardChannel, type ChangeLog, type Head } from './change-log.ts';
import {
  encodeStoredNote,
  isPresenceList,
  presenceDelta,
  type Signal,
  signalFor,
  sendByAudience,
} from './frames.ts';
import { LogFollower } from './log-follower.ts';
import { isGuest, type Member, viewerOf } from './member.ts';
import { BasicReader, Outbox, type Reader } from './outbox.ts';
import { PassingSignals } from './passing-signals.ts';
import { RoomPresence } from './room-presence.ts';
import type { Roster } from './roster.ts';
import type { LoggedChange } from './stored-changes.ts';
import { TokenBucket } from './token-bucket.ts';

/** Allows showing the drag to others. In an anonymous meeting it names nobody. */
export interface GroupingRight {
  isAnonymous: boolean;
}

export interface RoomDeps {
  /** The stored note in full. Null if there is none. */
  loadNote(meetingId: MeetingId, noteId: NoteId): Promise<LoggedNote | null>;
  /** Null if the user may not group this note. The drag is then not shown. */
  groupingRight(
    userId: UserId,
    note: { meetingId: MeetingId; noteId: NoteId },
  ): Promise<GroupingRight | null>;
  /** Whether the changes may no longer be shown. A new snapshot leaves them out. */
  areWithheld(meetingId: MeetingId, changes: readonly LoggedChange[]): Promise<boolean>;
  log: ChangeLog;
  bus: Bus;
  roster: Roster;
  clock: Clock;
  logger: Logger;
}

// Limit of single announcements of arrivals and departures, which cost a frame per member.
const singleLimit = { perSecond: 2, burst: 10 };

const changesPerPage = 100;

function fullReader(member: Member): Reader {
  return {
    send: (change) => member.send(change.bytesFor(viewerOf(member)), false),
  };
}

/** The seq of the board and the presence version that the client has. */
type JoinedFrom = Pick<Handshake, 'since' | 'presence'>;

export class Room {
  readonly meetingId: MeetingId;
  readonly #deps: RoomDeps;
  readonly #outboxes = new Map<Member, Outbox>();
  /** Members who get the whole list of people with the next delta. */
  readonly #newcomers = new Set<Member>();
  readonly presence: RoomPresence;
  readonly follower: LogFollower;
  readonly signals: PassingSignals;
  #unsubscribe: (() => void) | null = null;
  readonly #singleLists: TokenBucket;
  readonly #singleAnnouncements: TokenBucket;
  #isClosed = false;
  /** False once a change excludes guests. */
  #takesGuests = true;
  #emptySince: number;

  constructor(meetingId: MeetingId, deps: RoomDeps) {
    this.meetingId = meetingId;
    this.#deps = deps;
    this.#emptySince = deps.clock.now().getTime();
    this.#singleLists = new TokenBucket(deps.clock, singleLimit);
    this.#singleAnnouncements = new TokenBucket(deps.clock, singleLimit);
    this.presence = new RoomPresence(
      meetingId,
      {
        ...deps,
        localMembers: () => this.members,
        publish: (node) => this.publish({ hint: 'people', node }),
      },
      {
        onJoined: (entry) => this.#announceOne('user_joined', entry),
        onLeft: (entry) => this.#announceOne('user_left', entry),
        onChange: (entries) =>
          this.#broadcast({ type: 'presence_update', data: entries, userId: null }, null),
        onDelta: (since) => {
          const others = [...this.members].filter((member) => !this.#newcomers.has(member));
          this.#sendDelta(since, others);
          if (this.#newcomers.size > 0) this.#sendDelta('', this.#newcomers);
          this.#newcomers.clear();
        },
      },
    );
    this.signals = new PassingSignals({
      clock: deps.clock,
      members: () => this.members,
      publish: (signal) => this.publish(signal),
    });
    this.follower = new LogFollower(meetingId, deps, {
      onChange: (logged) => {
        if (!logged.change) {
          deps.logger.warn({ meetingId, seq: logged.seq }, 'a change is of no known shape');
        }
        // Disconnects guests first, because the change may show the team's look-back.
        this.#takesGuests = takesGuestsAfter(logged) ?? this.#takesGuests;
        if (!this.#takesGuests) void this.disconnect(isGuest, 'refused');
        const change = encodeChange(logged);
        for (const outbox of this.#outboxes.values()) outbox.offer(change);
        delivered(meetingId, logged.seq);
      },
      onReset: () => {
        for (const [member, outbox] of this.#outboxes) {
          outbox.restart(this.head.seq);
          this.#sendResync(member);
        }
      },
    });
  }

  /** Subscribes before it reads the head, so that no change falls between the two. */
  async open(): Promise<this> {
    const early: BoardMessage[] = [];
    let receive = (message: BoardMessage): void => void early.push(message);
    const listener = messageListener(BoardMessage, this.#deps.logger, (message) =>
      receive(message),
    );
    this.#unsubscribe = await this.#deps.bus.subscribe(boardChannel(this.meetingId), listener);
    try {
      await this.follower.open();
    } catch (error) {
      this.#unsubscribe();
      throw error;
    }
    receive = (message) => this.#onMessage(message);
    for (const message of early) this.#onMessage(message);
    this.presence.refresh();
    return this;
  }

  get emptyForMs(): number {
    return this.#outboxes.size > 0 ? 0 : this.#deps.clock.now().getTime() - this.#emptySince;
  }

  get head(): Head {
    return this.follower.head;
  }

  get members(): Iterable<Member> {
    return this.#outboxes.keys();
  }

  /** Sends the changes after `since`, or one `resync` if the log cannot close the gap, then live changes. */
  async join(member: Member, { since, presence = null }: JoinedFrom): Promise<void> {
    // The room may have closed as empty after the session opened it.
    if (this.#isClosed) throw new Error('this room is closed');
    // A client that names no `since` may know only the specification's messages.
    if (isGuest(member) && !this.#takesGuests) {
      member.close('refused');
      return;
    }
    const outbox = new Outbox(since === null ? new BasicReader(member) : fullReader(member));
    this.#outboxes.set(member, outbox);
    if (member.kind === 'person') this.presence.enter(member);
    // With many participants, newcomers get the list with the next delta, encoded once.
    if (presence !== null) {
      const isWhole = !this.presence.knows(presence);
      if (isWhole && this.presence.people.isDeltaScheduled && !this.#singleLists.take()) {
        this.#newcomers.add(member);
      } else this.#sendDelta(presence, [member]);
    } else if (!this.presence.people.isListScheduled || this.#singleLists.take()) {
      const data = this.presence.people.entries();
      this.#send(member, { type: 'presence_update', data, userId: null });
    }
    this.signals.onJoined(member);
    // The client's snapshot may be newer than what the bus has delivered to this node.
    if (since !== null && since > this.head.seq) await this.follower.catchUp();
    const isUpToDate = await this.#replay(member, outbox, since ?? this.head.seq);
    if (since !== null) count('resumes', isUpToDate ? 'replayed' : 'resync');
    if (isUpToDate || !this.#outboxes.has(member)) return;
    this.#sendResync(member);
    outbox.resume(this.head.seq);
  }

  /** Replays the log at the member's pace, then takes the outbox live. False if the log cannot close the gap. */
  async #replay(member: Member, outbox: Outbox, since: number): Promise<boolean> {
    const { epoch, seq } = this.head;
    if (since > seq || seq - since > liveLimits.resumeMax) return false;
    let last = since;
    // New changes are in the log too, so the outbox goes live when nothing is left to read.
    while (last < this.head.seq) {
      const range = { epoch, since: last, limit: changesPerPage };
      const { page, areWithheld } = await member.runAtGate(async () => {
        const found = await this.#deps.log.after(this.meetingId, range);
        return {
          page: found,
          areWithheld: await this.#deps.areWithheld(this.meetingId, found),
        };
      });
      if (page[0]?.seq !== last + 1 || areWithheld) return false;
      if (!this.#outboxes.has(member)) return true;
      // These changes may show the team's look-back.
      if (isGuest(member) && page.some((change) => takesGuestsAfter(change) === false))
        return false;
      outbox.replay(page.map(encodeChange));
      last = page.at(-1)?.seq ?? last;
      await member.whenDrained();
    }
    outbox.resume(last);
    return true;
  }

  loadNote(noteId: NoteId): Promise<LoggedNote | null> {
    return this.#deps.loadNote(this.meetingId, noteId);
  }

  groupingRight(userId: UserId, noteId: NoteId): Promise<GroupingRight | null> {
    return this.#deps.groupingRight(userId, { meetingId: this.meetingId, noteId });
  }

  /** Publishes to all nodes, including this one. */
  publish(signal: BoardSignal): void {
    this.#deps.bus.publish(boardChannel(this.meetingId), JSON.stringify(signal));
  }

  leave(member: Member): void {
    if (!this.#outboxes.delete(member)) return;
    this.#newcomers.delete(member);
    if (this.#outboxes.size === 0) this.#emptySince = this.#deps.clock.now().getTime();
    if (member.kind === 'person') this.presence.leave(member);
    this.signals.onLeft(member);
  }

  /** Sends the seq, so that clients notice the loss of the last change. */
  sendHead(): void {
    this.#broadcast({ type: 'head', data: { seq: this.head.seq }, userId: null }, null);
  }

  resync(isAffected: (member: Member) => boolean): void {
    for (const member of this.members) if (isAffected(member)) this.#sendResync(member);
  }

  async disconnect(isAffected: (member: Member) => boolean, reason: CloseReason): Promise<void> {
    // The end of a meeting first delivers everything committed. A lost right takes effect at once.
    if (reason === 'normal' || reason === 'notLive') await this.follower.catchUp();
    for (const member of this.members) {
      if (!isAffected(member)) continue;
      this.leave(member);
      member.close(reason);
    }
  }

  /** Announces this node's participants again, and reads those of the other nodes. */
  refreshPresence(): void {
    this.signals.announceScreens();
    this.presence.announce();
    this.presence.refresh();
  }

  /** Disconnects all members at once, without the delay for lost tabs. */
  close(reason: CloseReason): void {
    this.#isClosed = true;
    this.#unsubscribe?.();
    const members = [...this.members];
    this.#outboxes.clear();
    if (members.length > 0) this.presence.announce();
    this.presence.close();
    this.signals.announceScreens();
    this.signals.close();
    for (const member of members) member.close(reason);
  }

  #onMessage(message: BoardMessage): void {
    if (!('hint' in message)) {
      this.follower.receive(message);
      return;
    }
    switch (message.hint) {
      case 'editing': {
        const { noteId, userId, except = userId } = message;
        this.#broadcast({ type: 'note_editing', data: { note_id: noteId }, userId }, except);
        return;
      }
      case 'dragging': {
        const { noteId, userId, except = userId, over } = message;
        const data = { note_id: noteId, over };
        this.#broadcast({ type: 'note_dragging', data, userId }, except);
        return;
      }
      case 'typing':
        this.signals.onTyping(message.typist, message.columnId);
        return;
      case 'screens':
        this.signals.onScreens(message.node, message.count);
        return;
      case 'float':
        this.signals.onFloat(message.sender, message.emoji);
        return;
      case 'guests':
        this.#broadcast({ type: 'guests_changed', data: {}, userId: null }, null);
        return;
      case 'look':
        // Runs between two changes, so that no note is sent after its deletion.
        void this.follower.runExclusive(() => this.#sendStoredNote(message));
        return;
      case 'people':
        this.presence.onPresenceMessage(message.node);
    }
  }

  async #sendStoredNote({ noteId, userId, except }: LookSignal): Promise<void> {
    const note = await this.loadNote(noteId);
    if (!note) return;
    const bytesFor = encodeStoredNote(note, userId, this.#deps.clock.now());
    const sender = this.#senderOf(except ?? userId);
    for (const member of this.members) {
      const viewer = viewerOf(member);
      if (viewer !== null && viewer.userId !== sender) member.send(bytesFor(viewer), true);
    }
  }

  /** Sends presence deltas to the members who read them. Repeating a change is harmless. */
  #sendDelta(since: string | number, members: Iterable<Member>): void {
    const delta = this.presence.deltaSince(since);
    const { version } = this.presence;
    const readers = [...members].filter((member) => member.readsPresenceDeltas);
    // Not droppable, because later frames do not repeat it.
    sendByAudience(readers, (audience) => presenceDelta(delta, { version, audience }), {
      now: this.#deps.clock.now(),
      isDroppable: false,
    });
  }

  /** With many participants, arrivals are only in the next `presence_update`, because each frame goes to everybody. */
  #announceOne(type: 'user_joined' | 'user_left', entry: PresenceEntry): void {
    const { userId } = entry;
    if (this.#singleAnnouncements.take()) this.#broadcast({ type, data: entry, userId }, userId);
  }

  /** Finds a user by id or by a socket's key, which only the socket's node knows. */
  #senderOf(userOrKey: string | null | undefined): string | null | undefined {
    for (const member of this.members) {
      if (member.kind === 'person' && member.key === userOrKey) return member.user.userId;
    }
    return userOrKey;
  }

  /** Sends a frame without seq to all members but those of the user `except`. */
  #broadcast(frame: Signal, except: string | null): void {
    const sender = this.#senderOf(except);
    const isRecipient = (member: Member): boolean =>
      !(member.kind === 'person' && member.user.userId === sender) &&
      !(member.readsPresenceDeltas && isPresenceList(frame));
    const recipients = [...this.members].filter(isRecipient);
    const now = this.#deps.clock.now();
    sendByAudience(recipients, (audience) => signalFor(frame, audience), {
      now,
      isDroppable: true,
    });
  }

  #sendResync(member: Member): void {
    this.#send(member, { type: 'resync', data: this.head, userId: null });
  }

  #send(member: Member, frame: Signal): void {
    const now = this.#deps.clock.now();
    sendByAudience([member], (audience) => signalFor(frame, audience), { now, isDroppable: false });
  }
}
