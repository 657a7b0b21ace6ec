// One socket's life: waiting for admission, live, closed. Limits received frames and queued bytes.
import { randomUUID } from 'node:crypto';

import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { type CloseReason, closeCodes } from '@wentwell/contract/live/live';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';

import { inSlot } from '#server/platform/http/request-gate';
import type { RequestGates } from '#server/platform/http/request-gates';
import { count } from '#server/platform/metrics/measure';

import {
  type Admission,
  type Admit,
  type ConnectionLimits,
  type Handshake,
  accountOf,
  acquireConnection,
  runAtGate,
} from './admission.ts';
import { ClientActions, type ClientActionsDeps } from './client-actions.ts';
import { type Signal, encodeSignal, readClientFrame } from './frames.ts';
import { type Member, type PersonMember, isGuest } from './member.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import type { Socket } from './session-socket.ts';
import { TokenBucket } from './token-bucket.ts';

/** Below this share a socket counts as drained and gets the next part of a long history. */
const drainedShare = 0.25;

/** A slow reader first misses droppable frames, then loses its socket (docs/live-protocol.md S-55). */
class BackPressure {
  readonly #waitingBytes: () => number;
  #waitingFrames = 0;
  #onDrained: (() => void) | null = null;

  /** `waitingBytes` returns the bytes that the network has not accepted yet. */
  constructor(waitingBytes: () => number) {
    this.#waitingBytes = waitingBytes;
  }

  /** Also counts a frame to write as waiting until `onSent`. */
  decide(isDroppable: boolean): 'write' | 'drop' | 'close' {
    const share = this.#share();
    if (share >= 1) return 'close';
    if (isDroppable && share >= 0.5) return 'drop';
    this.#waitingFrames += 1;
    return 'write';
  }

  onSent(): void {
    this.#waitingFrames -= 1;
    if (this.#share() < drainedShare) this.release();
  }

  /** Resolves when the socket is drained or released. */
  whenDrained(): Promise<void> {
    if (this.#share() < drainedShare) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  /** Resolves `whenDrained` however full the socket is. */
  release(): void {
    this.#onDrained?.();
    this.#onDrained = null;
  }

  /** The socket closes at 1. */
  #share(): number {
    const bytesShare = this.#waitingBytes() / liveLimits.waitingBytes;
    return Math.max(bytesShare, this.#waitingFrames / liveLimits.waitingFrames);
  }
}

export interface SessionDeps extends ClientActionsDeps {
  admit: Admit;
  gates: RequestGates;
  connectionLimits: ConnectionLimits;
}

type State =
  | { kind: 'waiting' }
  | {
      kind: 'live';
      room: Room;
      member: Member;
      /** Null for a screen, which only looks. */
      actions: ClientActions | null;
      release: () => void;
    }
  | { kind: 'closed' };

export class Session {
  readonly #socket: Socket;
  readonly #deps: SessionDeps;
  readonly #meetingId: MeetingId;
  readonly #frameTokens: TokenBucket;
  readonly #pressure: BackPressure;
  #state: State = { kind: 'waiting' };
  #framesNotJson = 0;
  /** Ends the wait for admission, then for the next ping or pong. */
  #cancelTimer: (() => void) | null = null;

  constructor(socket: Socket, meetingId: MeetingId, deps: SessionDeps) {
    this.#socket = socket;
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.#pressure = new BackPressure(() => socket.waitingBytes());
    this.#frameTokens = new TokenBucket(deps.clock, liveLimits.frames);
  }

  /** Admits the client, welcomes it and goes live, or closes the socket with the reason. */
  async start(handshake: Handshake): Promise<void> {
    const disconnects = this.#deps.rooms.collectDisconnects();
    try {
      await this.#admit(handshake, disconnects);
    } finally {
      disconnects.end();
    }
  }

  async #admit(
    handshake: Handshake,
    disconnects: ReturnType<Rooms['collectDisconnects']>,
  ): Promise<void> {
    const { admit, rooms, clock, connectionLimits, gates } = this.#deps;
    this.#startTimer(liveLimits.admissionMaxAge, () => this.close('goingAway'));
    const slot = gates.ofAddress(handshake.from);
    const admission = await inSlot(slot, () => admit(this.#meetingId, handshake));
    const admittedAt = clock.elapsed();
    if (typeof admission === 'string') {
      this.close(admission);
      return;
    }
    slot.refund();
    const account = accountOf(admission);
    const openRoom = (): Promise<Room> => rooms.openRoom(this.#meetingId);
    const room = await runAtGate(gates, { account, cost: 1 }, openRoom);
    if (this.#state.kind !== 'waiting') return;
    const release = acquireConnection(connectionLimits, admission, this.#meetingId);
    if (!release) {
      this.close('full');
      return;
    }
    const { authorHash = null } = handshake;
    const { member, actions } = this.#createMember(
      { ...admission, authorHash, readsPresenceDeltas: handshake.presence != null },
      room,
    );
    this.#state = { kind: 'live', room, member, actions, release };
    // Reads pongs from now on, because catching up may exceed the pong's timeout.
    this.#socket.startReading();
    this.#ping();
    this.#welcome(room, admission, clock.elapsed() - admittedAt);
    const join = room.join(member, handshake);
    disconnects.applyTo({ room, member });
    // A disconnect from now on finds the member in its room.
    disconnects.end();
    // A room that opened after the meeting excluded guests has missed that change.
    const recheck = isGuest(member) ? rooms.recheckGuest({ room, member }) : undefined;
    await Promise.all([join, recheck]);
  }

  receive(text: string): void {
    if (this.#state.kind !== 'live') return;
    if (Buffer.byteLength(text) > liveLimits.frameBytes || !this.#frameTokens.take()) {
      this.close('flood');
      return;
    }
    const frame = readClientFrame(text);
    if (frame === 'not-json' || frame === 'not-understood') {
      const detail = 'This message is not understood.';
      this.#sendSignal({ type: 'error', data: { detail }, userId: null });
      if (frame === 'not-json') this.#framesNotJson += 1;
      if (this.#framesNotJson >= liveLimits.framesNotJson) this.close('flood');
      return;
    }
    if (this.#state.actions) this.#state.actions.run(frame);
    else if (frame.type === 'ping') this.#sendSignal({ type: 'pong', data: {}, userId: null });
  }

  onPong(): void {
    if (this.#state.kind === 'live') this.#startTimer(liveLimits.serverPing, () => this.#ping());
  }

  /** Counts a protocol ping or pong, which `ws` answers, like any other frame. */
  onControlFrame(): void {
    if (!this.#frameTokens.take()) this.close('flood');
  }

  onSent(): void {
    this.#pressure.onSent();
  }

  close(reason: CloseReason): void {
    if (this.#state.kind === 'closed') return;
    if (this.#state.kind === 'waiting') count('sockets_refused', reason);
    if (reason === 'slowReader') count('slow_readers');
    const { code, reason: text } = closeCodes[reason];
    this.onClose();
    this.#socket.close(code, text);
  }

  onClose(): void {
    const state = this.#state;
    this.#state = { kind: 'closed' };
    this.#cancelTimer?.();
    this.#pressure.release();
    if (state.kind !== 'live') return;
    state.room.leave(state.member);
    state.release();
  }

  /** Detects clients that disappear without a close frame (docs/live-protocol.md S-56). */
  #ping(): void {
    this.#startTimer(liveLimits.serverPong, () => {
      this.onClose();
      this.#socket.terminate();
    });
    this.#socket.ping();
  }

  #startTimer(ms: number, act: () => void): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#deps.clock.setTimer(ms, act);
  }

  #createMember(
    admission: Admission & { authorHash: AuthorHash | null; readsPresenceDeltas: boolean },
    room: Room,
  ): { member: Member; actions: ClientActions | null } {
    const account = accountOf(admission);
    const base = {
      key: randomUUID(),
      teamId: admission.teamId,
      readsPresenceDeltas: admission.readsPresenceDeltas,
      send: (bytes: Buffer, isDroppable: boolean) => this.#send(bytes, isDroppable),
      runAtGate: <T>(work: () => Promise<T>, cost = 1) =>
        runAtGate(this.#deps.gates, { account, cost }, work),
      whenDrained: async () => {
        if (this.#state.kind === 'live') await this.#pressure.whenDrained();
      },
      close: (reason: CloseReason) => this.close(reason),
    };
    if (admission.kind === 'screen') {
      return { member: { ...base, kind: 'screen', linkId: admission.linkId }, actions: null };
    }
    const { isMember, authorHash } = admission;
    const caller = { ...admission.caller, authorHash };
    const { userId, email, fullName, sessionId } = caller;
    const isGuest = caller.guestOf !== undefined && { isGuest: true };
    const isMuted = caller.isMuted === true && { isMuted: true };
    const user = { userId, userName: fullName || email, email, ...isGuest, ...isMuted };
    const person = { kind: 'person', user, viewer: { userId, authorHash }, sessionId } as const;
    const member: PersonMember = { ...base, ...person, takesPart: isMember && !caller.isMuted };
    const answer = (frame: Signal): void => this.#sendSignal(frame);
    return { member, actions: new ClientActions(this.#deps, { room, member, caller }, answer) };
  }

  /** `waitedMs`: the time since the admission, by which the database's clock has advanced. */
  #welcome(room: Room, admission: Admission, waitedMs: number): void {
    this.#sendSignal({
      type: 'welcome',
      data: {
        ...room.head,
        phase: admission.phase,
        status: admission.status,
        you: admission.kind === 'person' ? admission.caller.userId : null,
        now: new Date(admission.now.getTime() + waitedMs).toISOString(),
      },
      userId: null,
    });
  }

  #sendSignal(frame: Signal): void {
    this.#send(encodeSignal(frame, this.#deps.clock.now()), true);
  }

  #send(bytes: Buffer, isDroppable: boolean): void {
    if (this.#state.kind !== 'live') return;
    const decision = this.#pressure.decide(isDroppable);
    if (decision === 'close') this.close('slowReader');
    if (decision !== 'write') return;
    this.#socket.send(bytes);
  }
}
