// Keeps one socket to one board alive: opens, watches, loses and reopens it. It knows frames, not boards.
import { liveLimits } from '@wentwell/contract/limits';
import type { ClientFrame, ServerFrame } from '@wentwell/contract/live';

import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import type { LiveSocket, OpenSocket } from './live-socket.ts';
import {
  connectionTexts,
  describeClose,
  lostCode,
  reconnectDelay,
  restartDelay,
} from './reconnect-rules.ts';
import { readServerFrame } from './server-frame.ts';

export type ConnectionStatus = 'connecting' | 'open' | 'closed';

export interface ConnectionState {
  status: ConnectionStatus;
  /** What went wrong, in the spec's words; null while nothing did. */
  problem: string | null;
  /** It will come back by itself; otherwise only `retry` helps, or nothing does. */
  comesBack: boolean;
}

export interface ConnectionDeps {
  clock: Clock;
  page: BrowserState;
  openSocket: OpenSocket;
  /** From 0 to 1, for the jitter. */
  random: () => number;
  /** Gives the address with a fresh ticket, or the close code that tells why there is none. */
  address: () => Promise<string | number>;
  /** Whom the announcement names; the server takes presence from the socket and ignores it (live.md). */
  me: { userId: string; userName: string };
}

export interface ConnectionListener {
  frame(frame: ServerFrame): void;
  /** An event of the board that this version cannot read. */
  unread(seq: number): void;
  changed(state: ConnectionState): void;
  /** The server said that the meeting is not live, or not any more. */
  over(): void;
}

type State =
  | { kind: 'idle' }
  | { kind: 'asking'; cancel: () => void }
  | { kind: 'opening'; socket: LiveSocket; cancel: () => void }
  | { kind: 'open'; socket: LiveSocket; heartbeat: Heartbeat; cancel: () => void }
  | { kind: 'waiting'; cancel: () => void }
  // Hidden or offline: comes back when that ends.
  | { kind: 'paused' }
  // A call that reaches the server sets the timer of the next round of attempts.
  | { kind: 'gave-up'; cancel: (() => void) | null }
  | { kind: 'refused' }
  | { kind: 'over' };

export class LiveConnection {
  readonly #deps: ConnectionDeps;
  readonly #listener: ConnectionListener;
  #state: State = { kind: 'idle' };
  #problem: string | null = null;
  #attempts = 0;
  // A call failed to reach the server since the socket was lost: the next one that succeeds ends an outage.
  #isServerAway = false;
  #stopWatching: (() => void) | null = null;
  // What an earlier socket or ticket says when another has taken its place is not heard.
  #round = 0;

  constructor(deps: ConnectionDeps, listener: ConnectionListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  /** Begins; a second call while it runs does nothing. */
  start(): void {
    if (this.#state.kind !== 'idle') return;
    this.#stopWatching = this.#deps.page.subscribe(() => this.#lookAround());
    this.#attempts = 0;
    this.#connect();
  }

  /** Ends for good, saying goodbye where somebody listens. */
  stop(): void {
    if (this.#state.kind === 'idle') return;
    this.#stopWatching?.();
    this.#stopWatching = null;
    if (this.#state.kind === 'open') this.send({ type: 'user_left' });
    this.#leave();
    this.#problem = null;
    this.#enter({ kind: 'idle' });
  }

  /** The person asks for another round of attempts. */
  retry(): void {
    const { kind } = this.#state;
    if (kind !== 'gave-up' && kind !== 'over' && kind !== 'waiting' && kind !== 'paused') return;
    this.#leave();
    this.#attempts = 0;
    this.#connect();
  }

  /**
   * Reports whether an ordinary call has just reached the server. The end of an outage begins a new round of attempts
   * within seconds, at random, so that the clients of a restarted server do not all return in one moment. Where sockets
   * alone fail, the next round begins only after this one is given up and a pause.
   */
  reportCall(isAnswered: boolean): void {
    const state = this.#state;
    if (!isAnswered) {
      if (state.kind !== 'open') this.#isServerAway = true;
      return;
    }
    const isOutageOver = this.#isServerAway;
    if (state.kind !== 'waiting' && state.kind !== 'gave-up') return;
    this.#isServerAway = false;
    if (!isOutageOver && (state.kind === 'waiting' || state.cancel !== null)) return;
    this.#leave();
    const delay = restartDelay(isOutageOver, this.#deps.random());
    const cancel = this.#connectLater(delay, () => {
      this.#attempts = 0;
    });
    this.#enter({ ...state, cancel });
  }

  /** Sends if it can; what cannot be sent now is not worth sending later. */
  send(frame: ClientFrame): void {
    if (this.#state.kind !== 'open') return;
    const { userId, userName } = this.#deps.me;
    const presence = { userId, userName, isOnline: frame.type === 'user_joined' };
    const isPresence = frame.type === 'user_joined' || frame.type === 'user_left';
    const timestamp = new Date(this.#deps.clock.now()).toISOString();
    const data = isPresence ? presence : {};
    this.#state.socket.send(JSON.stringify({ data, ...frame, userId, timestamp }));
  }

  #connect(): void {
    if (!this.#deps.page.isOnline()) {
      this.#pause();
      return;
    }
    const round = ++this.#round;
    const cancel = this.#deps.clock.after(liveLimits.pong, () => this.#drop());
    this.#enter({ kind: 'asking', cancel });
    void this.#deps.address().then((address) => {
      if (round !== this.#round) return;
      cancel();
      if (typeof address === 'number') this.#closed(address);
      else this.#open(address, round);
    });
  }

  #open(address: string, round: number): void {
    const current = (act: () => void) => () => {
      if (round === this.#round) act();
    };
    try {
      const socket = this.#deps.openSocket(address, {
        opened: current(() => this.#opened(socket)),
        received: (text) => {
          if (round === this.#round) this.#received(text);
        },
        failed: current(() => this.#fail(connectionTexts.error)),
        closed: (code) => {
          if (round === this.#round) this.#closed(code);
        },
      });
      // A black hole answers neither yes nor no; the browser alone would wait for minutes.
      const cancel = this.#deps.clock.after(liveLimits.pong, () => this.#drop());
      this.#enter({ kind: 'opening', socket, cancel });
    } catch {
      this.#comeBack(lostCode, connectionTexts.notEstablished);
    }
  }

  #opened(socket: LiveSocket): void {
    const { clock } = this.#deps;
    if (this.#state.kind === 'opening') this.#state.cancel();
    const heartbeat = startHeartbeat(
      clock,
      () => this.send({ type: 'ping' }),
      () => this.#drop(),
    );
    const cancelJoin = clock.after(liveLimits.joinAnnouncement, () => {
      this.send({ type: 'user_joined' });
    });
    const cancelStable = clock.after(liveLimits.stableAfter, () => {
      this.#attempts = 0;
    });
    const cancel = (): void => {
      heartbeat.stop();
      cancelJoin();
      cancelStable();
    };
    this.#problem = null;
    this.#isServerAway = false;
    this.#enter({ kind: 'open', socket, heartbeat, cancel });
  }

  #received(text: string): void {
    if (this.#state.kind !== 'open') return;
    this.#state.heartbeat.alive();
    const frame = readServerFrame(text);
    // Types that this version does not know are for newer ones (live.md).
    if (frame === null) return;
    if (typeof frame === 'number') this.#listener.unread(frame);
    else if (frame.type === 'ping') this.send({ type: 'pong' });
    else if (frame.type !== 'pong') this.#listener.frame(frame);
  }

  /** The other side is silent: the farewell is for form's sake, nobody waits for its answer. */
  #drop(): void {
    this.#leave();
    this.#closed(lostCode);
  }

  #closed(code: number): void {
    // Nothing at all answered the request for a ticket.
    if (this.#state.kind === 'asking' && code === lostCode) this.#isServerAway = true;
    this.#leave();
    const { comesBack, problem } = describeClose(code);
    if (comesBack === 'yes') {
      this.#comeBack(code, problem);
      return;
    }
    this.#problem = problem;
    this.#enter({ kind: comesBack === 'never' ? 'refused' : 'over' });
    if (comesBack === 'over') this.#listener.over();
  }

  #comeBack(code: number, problem: string | null): void {
    this.#problem = problem;
    const delay = reconnectDelay(this.#attempts, code, this.#deps.random());
    if (delay === null) {
      this.#problem = connectionTexts.gaveUp;
      this.#enter({ kind: 'gave-up', cancel: null });
      return;
    }
    if (this.#mustPause()) {
      this.#pause();
      return;
    }
    const cancel = this.#connectLater(delay, () => {
      this.#attempts += 1;
    });
    this.#enter({ kind: 'waiting', cancel });
  }

  #connectLater(delay: number, countAttempt: () => void): () => void {
    return this.#deps.clock.after(delay, () => {
      countAttempt();
      if (this.#mustPause()) this.#pause();
      else this.#connect();
    });
  }

  #lookAround(): void {
    const { kind } = this.#state;
    if (kind === 'refused' || kind === 'over') return;
    if (!this.#deps.page.isOnline()) {
      if (kind === 'paused') return;
      this.#problem = connectionTexts.lost;
      this.#leave();
      this.#pause();
      return;
    }
    if (this.#deps.page.isHidden()) {
      if (kind !== 'waiting') return;
      this.#leave();
      this.#pause();
      return;
    }
    if (kind !== 'paused' && kind !== 'gave-up') return;
    // Another place or another network: what failed before says nothing about now.
    this.#attempts = 0;
    this.#connect();
  }

  #mustPause(): boolean {
    return this.#deps.page.isHidden() || !this.#deps.page.isOnline();
  }

  #pause(): void {
    this.#enter({ kind: 'paused' });
  }

  /** Lets go of the socket and of every timer; what they still say belongs to an earlier round. */
  #leave(): void {
    this.#round += 1;
    const state = this.#state;
    if ('cancel' in state) state.cancel?.();
    if (state.kind === 'opening' || state.kind === 'open') state.socket.close(1000, '');
  }

  #fail(problem: string): void {
    this.#problem = problem;
    this.#tell();
  }

  #enter(state: State): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    this.#listener.changed({
      status: statusOf(this.#state.kind),
      problem: this.#problem,
      comesBack: this.#state.kind === 'waiting' || this.#state.kind === 'paused',
    });
  }
}

function statusOf(kind: State['kind']): ConnectionStatus {
  if (kind === 'open') return 'open';
  return kind === 'asking' || kind === 'opening' ? 'connecting' : 'closed';
}
