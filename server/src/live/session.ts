// One socket's life: waiting to be let in, live, closed. Strictly serial, bounded in what it takes and what waits.
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { type ClientFrame, closeCodes, type CloseReason } from '@wentwell/contract/live';
import type { MeetingStatus } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';
import type { Logger } from 'pino';

import type { Clock } from '#server/platform/clock';
import type { Caller } from '#server/platform/http/caller';

import { encodeSignal, readClientFrame } from './frames.ts';
import type { Member, Room } from './room.ts';
import type { Rooms } from './rooms.ts';

/** What a session needs of a socket; the gateway has real ones, tests have pairs. */
export interface Socket {
  send(bytes: Buffer): void;
  close(code: number, reason: string): void;
  /** Bytes written but not yet taken by the network. */
  waitingBytes(): number;
  /** A protocol ping; `onAlive` of the session tells of the answer. */
  ping(): void;
  /** Ends it at once, without a farewell that nobody would hear. */
  terminate(): void;
}

/** Who may come in, and what the welcome tells them. */
export interface Admission {
  caller: Caller;
  teamId: TeamId;
  phase: Phase;
  status: MeetingStatus;
}

/** Takes what stood in the address; gives the admission, or why not. */
export type Admit = (
  meetingId: MeetingId,
  token: string,
) => Promise<Admission | Extract<CloseReason, 'refused' | 'notLive'>>;

export interface SessionDeps {
  rooms: Rooms;
  admit: Admit;
  clock: Clock;
  logger: Logger;
}

type State =
  | { kind: 'waiting' }
  | { kind: 'live'; room: Room; member: Member; caller: Caller }
  | { kind: 'closed' };

export class Session {
  readonly #socket: Socket;
  readonly #deps: SessionDeps;
  readonly #meetingId: MeetingId;
  #state: State = { kind: 'waiting' };
  #tokens: number = liveLimits.frameBurst;
  #tokensAt: number;
  #waitingFrames = 0;
  #calloff: (() => void) | null = null;

  constructor(socket: Socket, meetingId: MeetingId, deps: SessionDeps) {
    this.#socket = socket;
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.#tokensAt = deps.clock.now().getTime();
  }

  /** Asks to be let in, welcomes, and goes live; closes with the reason where it may not. */
  async start(token: string, since: number | null): Promise<void> {
    const { admit, rooms } = this.#deps;
    const admission = await admit(this.#meetingId, token);
    if (admission === 'refused' || admission === 'notLive') {
      this.close(admission);
      return;
    }
    const room = await rooms.room(this.#meetingId);
    if (this.#state.kind !== 'waiting') return;
    const { caller } = admission;
    const member: Member = {
      person: { userId: caller.userId, userName: caller.displayName, email: caller.email },
      sessionId: caller.sessionId,
      teamId: admission.teamId,
      send: (bytes, droppable) => {
        this.#send(bytes, droppable);
      },
      close: (reason) => {
        this.close(reason);
      },
    };
    this.#state = { kind: 'live', room, member, caller };
    this.#welcome(room, admission);
    await room.join(member, since);
    this.#awaitLife();
  }

  /** One text frame from the client. */
  receive(text: string): void {
    if (this.#state.kind !== 'live') return;
    if (Buffer.byteLength(text) > liveLimits.frameBytes || !this.#takeToken()) {
      this.close('flood');
      return;
    }
    const frame = readClientFrame(text);
    if (!frame) {
      this.#refuse('This message is not understood.');
      return;
    }
    this.#act(frame, this.#state);
  }

  /** The network says that the other side is there. */
  onAlive(): void {
    this.#calloff?.();
    this.#calloff = this.#deps.clock.after(liveLimits.serverPing, () => {
      this.#awaitLife();
    });
  }

  /** A frame has left for the network. */
  onSent(): void {
    this.#waitingFrames -= 1;
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
    this.#calloff?.();
    if (state.kind === 'live') this.#deps.rooms.leave(state.room, state.member);
  }

  #act(frame: ClientFrame, state: Extract<State, { kind: 'live' }>): void {
    switch (frame.type) {
      case 'ping':
        this.#signal({ type: 'pong', data: {}, userId: null });
        return;
      case 'note_editing':
        state.room.editing(state.member, frame.data.note_id);
        return;
      // Presence comes from the socket itself, changes from the log: what a client says of either adds nothing.
      case 'user_joined':
      case 'user_left':
      case 'note_updated':
      case 'pong':
        return;
    }
  }

  #welcome(room: Room, admission: Admission): void {
    this.#signal({
      type: 'welcome',
      data: {
        ...room.head,
        phase: admission.phase,
        status: admission.status,
        you: admission.caller.userId,
        now: this.#deps.clock.now().toISOString(),
      },
      userId: null,
    });
  }

  #refuse(detail: string): void {
    this.#signal({ type: 'error', data: { detail }, userId: null });
  }

  #signal(frame: Parameters<typeof encodeSignal>[0]): void {
    this.#send(encodeSignal(frame, this.#deps.clock.now()), true);
  }

  /** A slow reader first loses what is not history, then its socket; it never delays the others. */
  #send(bytes: Buffer, droppable: boolean): void {
    if (this.#state.kind !== 'live') return;
    const bytesShare = this.#socket.waitingBytes() / liveLimits.waitingBytes;
    const framesShare = this.#waitingFrames / liveLimits.waitingFrames;
    const share = Math.max(bytesShare, framesShare);
    if (share >= 1) {
      this.close('slowReader');
      return;
    }
    if (droppable && share >= 0.5) return;
    this.#waitingFrames += 1;
    this.#socket.send(bytes);
  }

  #takeToken(): boolean {
    const now = this.#deps.clock.now().getTime();
    const earned = ((now - this.#tokensAt) / 1000) * liveLimits.framesPerSecond;
    this.#tokens = Math.min(liveLimits.frameBurst, this.#tokens + earned);
    this.#tokensAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #awaitLife(): void {
    this.#calloff?.();
    this.#calloff = this.#deps.clock.after(liveLimits.serverPong, () => {
      this.gone();
      this.#socket.terminate();
    });
    this.#socket.ping();
  }
}
