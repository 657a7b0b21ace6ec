// One socket's life: waiting to be let in, live, closed. Strictly serial, bounded in what it takes and what waits.
import { boardHash, type HashedBoard } from '@wentwell/contract/board-hash';
import type { MeetingId, NoteId, TeamId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import {
  type BoardCheck,
  type ClientFrame,
  closeCodes,
  type CloseReason,
} from '@wentwell/contract/live';
import type { ShownStatus } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';
import type { Logger } from 'pino';

import type { Clock } from '#server/platform/clock';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { RequestGates } from '#server/platform/http/request-gates';

import { type BackPressure, backPressure } from './back-pressure.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import { encodeSignal, readClientFrame, type Signal } from './frames.ts';
import type { Member, Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { tokenBucket } from './token-bucket.ts';

/** What a session needs of a socket; the gateway has real ones, tests have pairs. */
export interface Socket {
  send(bytes: Buffer): void;
  /** Reads from here on what the client sends, its signs of life among it. */
  read(): void;
  close(code: number, reason: string): void;
  /** Bytes written but not yet taken by the network. */
  waitingBytes(): number;
  /** A protocol ping; `onAlive` of the session tells of the answer. */
  ping(): void;
  /** Ends it at once, without a close frame that would not arrive. */
  terminate(): void;
}

/** Who may come in, and what the welcome tells them. */
export interface Admission {
  caller: Caller;
  teamId: TeamId;
  phase: Phase;
  status: ShownStatus;
  /** When it was granted, by the database's clock. */
  now: Date;
}

/** Checks the token or ticket of the address. */
export type Admit = (
  meetingId: MeetingId,
  token: string,
) => Promise<Admission | Extract<CloseReason, 'refused' | 'notLive'>>;

/** What stood in the socket's address, and the network address that it came from. */
export interface Handshake {
  token: string;
  since: number | null;
  from: string;
}

export interface SessionDeps {
  rooms: Rooms;
  admit: Admit;
  /** Whatever a socket asks of the database waits its turn among its account's requests. */
  gates: RequestGates;
  /** The board as a caller may see it now, to compare a client's with. */
  viewBoard(caller: Caller, meetingId: MeetingId): Promise<HashedBoard & { seq: number }>;
  /** Of this node. */
  connectionLimits: { people: ConnectionLimit; boards: ConnectionLimit };
  clock: Clock;
  logger: Logger;
}

// What reading a whole board costs at the gate of an account, as over HTTP.
const wholeBoard = 10;

type Live = { kind: 'live'; room: Room; member: Member; caller: Caller };
type State = { kind: 'waiting' } | Live | { kind: 'closed' };

export class Session {
  readonly #socket: Socket;
  readonly #deps: SessionDeps;
  readonly #meetingId: MeetingId;
  readonly #mayWrite: () => boolean;
  readonly #maySignal: () => boolean;
  readonly #pressure: BackPressure;
  readonly #marked = new Map<NoteId, number>();
  #state: State = { kind: 'waiting' };
  #notJson = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(socket: Socket, meetingId: MeetingId, deps: SessionDeps) {
    this.#socket = socket;
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.#pressure = backPressure(() => socket.waitingBytes());
    const { framesPerSecond, frameBurst, signalsPerSecond, signalBurst } = liveLimits;
    this.#mayWrite = tokenBucket(deps.clock, { perSecond: framesPerSecond, burst: frameBurst });
    this.#maySignal = tokenBucket(deps.clock, { perSecond: signalsPerSecond, burst: signalBurst });
  }

  /** Asks to be let in, welcomes, and goes live; closes with the reason where it may not. */
  async start(handshake: Handshake): Promise<void> {
    const { rooms } = this.#deps;
    this.#cancel = this.#deps.clock.setTimer(liveLimits.admissionMaxAge, () => {
      this.close('goingAway');
    });
    const admission = await this.#admit(handshake);
    const admittedAt = performance.now();
    if (admission === 'refused' || admission === 'notLive') {
      this.close(admission);
      return;
    }
    const room = await this.#inTurn(admission.caller, 1, () => rooms.room(this.#meetingId));
    if (this.#state.kind !== 'waiting') return;
    const member = this.#memberOf(admission);
    if (!this.#acquireConnections(admission.caller)) {
      this.close('full');
      return;
    }
    this.#state = { kind: 'live', room, member, caller: admission.caller };
    // Catching up may take longer than a sign of life may.
    this.#socket.read();
    this.#awaitLife();
    this.#welcome(room, admission, performance.now() - admittedAt);
    await Promise.all([room.join(member, handshake.since), rooms.recheck([{ room, member }])]);
  }

  /** One text frame from the client. */
  receive(text: string): void {
    if (this.#state.kind !== 'live') return;
    if (Buffer.byteLength(text) > liveLimits.frameBytes || !this.#mayWrite()) {
      this.close('flood');
      return;
    }
    const frame = readClientFrame(text);
    if (frame === 'not-json' || frame === 'not-understood') {
      this.#refuse('This message is not understood.');
      if (frame === 'not-json') this.#notJson += 1;
      if (this.#notJson >= liveLimits.framesNotJson) this.close('flood');
      return;
    }
    this.#act(frame, this.#state);
  }

  /** The network says that the other side is there. */
  onAlive(): void {
    if (this.#state.kind !== 'live') return;
    this.#cancel?.();
    this.#cancel = this.#deps.clock.setTimer(liveLimits.serverPing, () => {
      this.#awaitLife();
    });
  }

  /** A frame of the protocol itself: answered below us, but counted like any other. */
  onControlFrame(): void {
    if (!this.#mayWrite()) this.close('flood');
  }

  /** A frame has left for the network. */
  onSent(): void {
    this.#pressure.sent();
  }

  close(reason: CloseReason): void {
    if (this.#state.kind === 'closed') return;
    const { code, reason: text } = closeCodes[reason];
    this.gone();
    this.#socket.close(code, text);
  }

  /** The socket is closed, by whomever. */
  gone(): void {
    const state = this.#state;
    this.#state = { kind: 'closed' };
    this.#cancel?.();
    this.#pressure.release();
    if (state.kind !== 'live') return;
    state.room.leave(state.member);
    this.#deps.connectionLimits.people.release(state.caller.userId);
    this.#deps.connectionLimits.boards.release(this.#meetingId);
  }

  /** Who is let in pays with the account; an address pays for those who are not. */
  async #admit({ token, from }: Handshake): ReturnType<Admit> {
    const endTurn = await this.#deps.gates.ofAddress(from, 1);
    try {
      const admission = await this.#deps.admit(this.#meetingId, token);
      endTurn(typeof admission === 'object');
      return admission;
    } finally {
      endTurn();
    }
  }

  async #inTurn<T>({ userId }: Caller, cost: number, work: () => Promise<T>): Promise<T> {
    const endTurn = await this.#deps.gates.ofAccount(userId, cost);
    try {
      return await work();
    } finally {
      endTurn();
    }
  }

  #memberOf({ caller, teamId }: Admission): Member {
    return {
      person: {
        userId: caller.userId,
        userName: caller.fullName || caller.email,
        email: caller.email,
      },
      sessionId: caller.sessionId,
      teamId,
      send: (bytes, droppable) => {
        this.#send(bytes, droppable);
      },
      inTurn: (work) => this.#inTurn(caller, 1, work),
      drained: async () => {
        if (this.#state.kind === 'live') await this.#pressure.drained();
      },
      close: (reason) => {
        this.close(reason);
      },
    };
  }

  #acquireConnections({ userId }: Caller): boolean {
    const { people, boards } = this.#deps.connectionLimits;
    if (!people.acquire(userId)) return false;
    if (boards.acquire(this.#meetingId)) return true;
    people.release(userId);
    return false;
  }

  #act(frame: ClientFrame, state: Live): void {
    switch (frame.type) {
      case 'ping':
        this.#signal({ type: 'pong', data: {}, userId: null });
        return;
      case 'note_editing':
        if (this.#marksAnew(frame.data.note_id) && this.#maySignal()) {
          void this.#mark(frame.data.note_id, state);
        }
        return;
      case 'note_updated':
        if (this.#maySignal()) void this.#look(frame.data.note_id, state);
        return;
      case 'check':
        void this.#compare(frame.data, state);
        return;
      // Presence comes from the socket itself: what a client says of it adds nothing.
      case 'user_joined':
      case 'user_left':
      case 'pong':
        return;
    }
  }

  /** Whether it was not said just now that somebody is at work on this note. */
  #marksAnew(noteId: NoteId): boolean {
    const now = this.#deps.clock.now().getTime();
    for (const [id, at] of this.#marked) {
      if (now - at >= liveLimits.noteEditingEvery) this.#marked.delete(id);
    }
    if (this.#marked.has(noteId)) return false;
    this.#marked.set(noteId, now);
    return true;
  }

  async #mark(noteId: NoteId, { room, member }: Live): Promise<void> {
    try {
      await member.inTurn(() => room.editing(member, noteId));
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'a mark of editing was dropped');
    }
  }

  async #look(noteId: NoteId, { room, member }: Live): Promise<void> {
    try {
      const found = await member.inTurn(() => room.look(member, noteId));
      if (!found) this.#refuse('There is no such note on this board.');
    } catch (error) {
      this.#deps.logger[error instanceof ApiError ? 'debug' : 'warn'](
        { err: error },
        'a note could not be shown again',
      );
    }
  }

  /** Only boards of the same seq can be compared; one that lies behind is told so by the next head. */
  async #compare({ seq, hash }: BoardCheck, { room, caller }: Live): Promise<void> {
    const { clock, logger, rooms, viewBoard } = this.#deps;
    const now = clock.now().getTime();
    if (now - this.#checkedAt < liveLimits.checkAtMostEvery) return;
    this.#checkedAt = now;
    try {
      const view = () => viewBoard(caller, this.#meetingId);
      const board = await this.#inTurn(caller, wholeBoard, view);
      if (seq < board.seq || (seq === board.seq && hash === boardHash(board))) return;
      rooms.diverged(this.#meetingId, seq);
      this.#signal({ type: 'resync', data: room.head, userId: null });
    } catch (error) {
      const level = error instanceof ApiError ? 'debug' : 'warn';
      logger[level]({ err: error }, 'a board could not be compared');
    }
  }

  /** `waitedMs` passed since the admission, whose time of day has moved on by as much. */
  #welcome(room: Room, admission: Admission, waitedMs: number): void {
    this.#signal({
      type: 'welcome',
      data: {
        ...room.head,
        phase: admission.phase,
        status: admission.status,
        you: admission.caller.userId,
        now: new Date(admission.now.getTime() + waitedMs).toISOString(),
      },
      userId: null,
    });
  }

  #refuse(detail: string): void {
    this.#signal({ type: 'error', data: { detail }, userId: null });
  }

  #signal(frame: Signal): void {
    this.#send(encodeSignal(frame, this.#deps.clock.now()), true);
  }

  #send(bytes: Buffer, droppable: boolean): void {
    if (this.#state.kind !== 'live') return;
    const verdict = this.#pressure.judge(droppable);
    if (verdict === 'too slow') this.close('slowReader');
    if (verdict !== 'write') return;
    this.#pressure.written();
    this.#socket.send(bytes);
  }

  #awaitLife(): void {
    this.#cancel?.();
    this.#cancel = this.#deps.clock.setTimer(liveLimits.serverPong, () => {
      this.gone();
      this.#socket.terminate();
    });
    this.#socket.ping();
  }
}
