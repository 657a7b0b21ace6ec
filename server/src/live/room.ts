// One board on this node while somebody is there: delivers its events strictly by seq, and knows who is in it.
// Its members are an interface, never a socket.
import type { MeetingId, NoteId, SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { CloseReason } from '@wentwell/contract/live';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';
import type { Clock } from '#server/platform/clock';

import { boardChannel, type EventLog, LoggedEvent } from './event-log.ts';
import { encodeEvent, encodeSignal, type EncodedEvent } from './frames.ts';
import { type Outbox, outboxTo } from './outbox.ts';
import { type Person, type Presence, presenceOf } from './presence.ts';

/** Somebody's open tab, as a room sees it. */
export interface Member {
  person: Person;
  sessionId: SessionId;
  teamId: TeamId;
  /** Writes bytes; a droppable frame may be left out when the reader is slow. */
  send(bytes: Buffer, droppable: boolean): void;
  close(reason: CloseReason): void;
}

export interface RoomDeps {
  log: EventLog;
  bus: Bus;
  clock: Clock;
  logger: Logger;
}

export class Room {
  readonly meetingId: MeetingId;
  readonly #deps: RoomDeps;
  readonly #members = new Map<Member, Outbox>();
  readonly #presence: Presence;
  #seq = 0;
  #epoch = '';
  #unsubscribe: (() => void) | null = null;
  #nextHead: (() => void) | null = null;
  // Whatever reads the log for this room does it in turn, so that order needs no further care.
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(meetingId: MeetingId, deps: RoomDeps) {
    this.meetingId = meetingId;
    this.#deps = deps;
    const delays = { linger: liveLimits.presenceLinger, throttle: liveLimits.presenceEvery };
    this.#presence = presenceOf(deps.clock, delays, {
      joined: (entry) =>
        this.signal({ type: 'user_joined', data: entry, userId: entry.userId }, entry.userId),
      left: (entry) =>
        this.signal({ type: 'user_left', data: entry, userId: entry.userId }, entry.userId),
      changed: (everybody) =>
        this.signal({ type: 'presence_update', data: everybody, userId: null }, null),
    });
  }

  /** Listens first and reads the head second, so that nothing falls between the two. */
  async open(): Promise<this> {
    const heard: LoggedEvent[] = [];
    let hear = (event: LoggedEvent): void => {
      heard.push(event);
    };
    this.#unsubscribe = await this.#deps.bus.subscribe(boardChannel(this.meetingId), (message) => {
      hear(LoggedEvent.parse(JSON.parse(message)));
    });
    const head = await this.#deps.log.head(this.meetingId);
    this.#seq = head.seq;
    this.#epoch = head.epoch;
    hear = (event) => {
      this.#hear(event);
    };
    for (const event of heard) this.#hear(event);
    this.#beat();
    return this;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  /** Where delivery stands, for the welcome. */
  get head(): { seq: number; epoch: string } {
    return { seq: this.#seq, epoch: this.#epoch };
  }

  everybody() {
    return this.#presence.everybody();
  }

  /**
   * Lets a member in and brings it up to date: from `since` in order, or from now on when it names none.
   * Too far behind, ahead, or of another epoch: one `resync`, then live.
   */
  async join(member: Member, since: number | null): Promise<void> {
    const outbox = outboxTo({
      send: (event) => {
        member.send(event.bytesFor(member.person.userId), false);
      },
    });
    // The snapshot may be newer than what the bus has told this node so far.
    if (since !== null && since > this.#seq) await this.#inTurn(() => this.#catchUp());
    const from = since ?? this.#seq;
    this.#members.set(member, outbox);
    const limit = liveLimits.resumeMax + 1;
    const missed = from < this.#seq ? await this.#deps.log.after(this.meetingId, from, limit) : [];
    if (!this.#members.has(member)) return;
    if (from > this.#seq || missed.length === limit) {
      this.#send(member, { type: 'resync', data: this.head, userId: null });
      outbox.resume(this.#seq, []);
    } else {
      outbox.resume(from, missed.map(encodeEvent));
    }
    this.#presence.enter(member.person);
    this.#send(member, {
      type: 'presence_update',
      data: this.#presence.everybody(),
      userId: null,
    });
  }

  leave(member: Member): void {
    if (this.#members.delete(member)) this.#presence.leave(member.person.userId);
  }

  /** Somebody is typing: told to the others, kept nowhere. */
  editing(member: Member, noteId: NoteId): void {
    const { userId } = member.person;
    this.signal({ type: 'note_editing', data: { note_id: noteId }, userId }, userId);
  }

  /** Sends a frame without seq to everybody but `except`. */
  signal(frame: Parameters<typeof encodeSignal>[0], except: UserId | null): void {
    const bytes = encodeSignal(frame, this.#deps.clock.now());
    for (const member of this.#members.keys()) {
      if (member.person.userId !== except) member.send(bytes, true);
    }
  }

  /** Closes the members that `whom` names, after everything committed before has reached them. */
  async cut(whom: (member: Member) => boolean, reason: CloseReason): Promise<void> {
    // A lost right is not softened by what is still on its way; a finished meeting is told in full.
    if (reason === 'normal') await this.#inTurn(() => this.#catchUp());
    for (const member of this.#members.keys()) {
      if (!whom(member)) continue;
      this.leave(member);
      member.close(reason);
    }
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe?.();
    this.#nextHead?.();
    this.#presence.close();
  }

  #hear(event: LoggedEvent): void {
    void this.#inTurn(async () => {
      if (event.seq <= this.#seq) return;
      // A hint got lost: the log has what is missing, and this one.
      if (event.seq > this.#seq + 1) await this.#catchUp();
      else this.#deliver(event);
    });
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const events = await this.#deps.log.after(this.meetingId, this.#seq, liveLimits.resumeMax);
      for (const event of events) this.#deliver(event);
      if (events.length < liveLimits.resumeMax) return;
    }
  }

  #deliver(logged: LoggedEvent): void {
    this.#seq = logged.seq;
    const event: EncodedEvent = encodeEvent(logged);
    for (const outbox of this.#members.values()) outbox.offer(event);
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(act).catch((error: unknown) => {
      // What could not be read now is found by the next event or the next head.
      this.#deps.logger.warn({ err: error, meetingId: this.meetingId }, 'room delivery delayed');
    });
    return this.#turn;
  }

  /** Tells an idle board's seq, and looks into the log itself: a lost LAST event is found by nothing else. */
  #beat(): void {
    this.#nextHead = this.#deps.clock.after(liveLimits.head, () => {
      if (this.#closed) return;
      void this.#inTurn(() => this.#catchUp()).then(() => {
        this.signal({ type: 'head', data: { seq: this.#seq }, userId: null }, null);
        if (!this.#closed) this.#beat();
      });
    });
  }

  #send(member: Member, frame: Parameters<typeof encodeSignal>[0]): void {
    member.send(encodeSignal(frame, this.#deps.clock.now()), false);
  }
}
