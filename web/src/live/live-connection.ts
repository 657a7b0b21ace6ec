// Keeps one socket to one board open: opens it, pings, and reconnects. It handles frames and knows nothing of boards.
import { liveLimits } from '@wentwell/contract/limits';
import type { ClientFrame } from '@wentwell/contract/live/live';

import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import type { LiveSocket, OpenSocket } from './live-socket.ts';
import {
  connectionTexts,
  describeClose,
  lostCode,
  noTicketCode,
  reconnectDelay,
  restartDelay,
} from './reconnect-rules.ts';
import { parseServerFrame, type ReceivedFrame } from './server-frame.ts';

export type ConnectionStatus = 'connecting' | 'open' | 'closed';

/** The connection as the page shows it. */
export interface ConnectionState {
  status: ConnectionStatus;
  /** The text to show; null while nothing is wrong. */
  problem: string | null;
  /** A reconnect is scheduled; otherwise only `retry` reconnects, if anything can. */
  willReconnect: boolean;
}

type InternalState =
  | { kind: 'idle' }
  | { kind: 'requesting-ticket'; cancel: () => void }
  | { kind: 'opening'; socket: LiveSocket; cancel: () => void }
  | { kind: 'open'; socket: LiveSocket; heartbeat: Heartbeat; cancel: () => void }
  // `endsFrom`: from then on, any response ends the wait; in ms of the browser's clock.
  | { kind: 'waiting'; endsFrom: number; cancel: () => void }
  // The page is hidden or offline; reconnects when that ends.
  | { kind: 'paused' }
  // The next HTTP response starts the timer of another round of attempts.
  | { kind: 'gave-up'; cancel: (() => void) | null }
  | { kind: 'refused' }
  | { kind: 'not-live' };

export interface ConnectionDeps {
  clock: Clock;
  page: BrowserState;
  openSocket: OpenSocket;
  /** From 0 to 1, for the jitter. */
  random: () => number;
  /** Returns the URL with a new ticket, or the close code of the refusal. */
  requestAddress: () => Promise<string | number>;
  me: { userId: string; userName: string };
}

export interface ConnectionCallbacks {
  onFrame(frame: ReceivedFrame): void;
  /** A change of the board that this version cannot parse. */
  onUnreadableChange(seq: number): void;
  onStateChange(state: ConnectionState): void;
  /** The server refused or closed the socket because the meeting is not live. */
  onNotLive(): void;
}

export class LiveConnection {
  readonly #deps: ConnectionDeps;
  readonly #callbacks: ConnectionCallbacks;
  #state: InternalState = { kind: 'idle' };
  #problem: string | null = null;
  #attempts = 0;
  // An HTTP call has failed since the socket was lost; the next success ends the outage.
  #isServerUnreachable = false;
  #unsubscribe: (() => void) | null = null;
  // Incremented by each attempt: callbacks of earlier sockets or ticket requests are ignored.
  #generation = 0;

  constructor(deps: ConnectionDeps, callbacks: ConnectionCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
  }

  /** Does nothing if already started. */
  start(): void {
    if (this.#state.kind !== 'idle') return;
    this.#unsubscribe = this.#deps.page.subscribe(() => this.#onBrowserStateChange());
    this.#attempts = 0;
    this.#connect();
  }

  /** Sends `user_left` if the socket is open, and closes it. */
  stop(): void {
    if (this.#state.kind === 'idle') return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    if (this.#state.kind === 'open') this.send({ type: 'user_left' });
    this.#tearDown();
    this.#problem = null;
    this.#setState({ kind: 'idle' });
  }

  /** Starts another round of attempts on the user's request. */
  retry(): void {
    const { kind } = this.#state;
    if (kind !== 'gave-up' && kind !== 'not-live' && kind !== 'waiting' && kind !== 'paused')
      return;
    this.#tearDown();
    this.#attempts = 0;
    this.#connect();
  }

  /**
   * Call after each HTTP call. The end of an outage starts new attempts after a random delay of seconds, so that clients of
   * a restarted server do not reconnect together. A response also ends the wait after other close codes, once their delay
   * has passed. If only sockets fail, the next round starts after this one has given up and paused.
   */
  reportResponse(isAnswered: boolean): void {
    const state = this.#state;
    if (!isAnswered) {
      if (state.kind !== 'open') this.#isServerUnreachable = true;
      return;
    }
    const isOutageOver = this.#isServerUnreachable;
    if (state.kind !== 'waiting' && state.kind !== 'gave-up') return;
    this.#isServerUnreachable = false;
    const isWaiting = state.kind === 'waiting';
    const isDue = isWaiting ? this.#deps.clock.now() >= state.endsFrom : state.cancel === null;
    if (!isOutageOver && !isDue) return;
    this.#tearDown();
    const delay = restartDelay(isOutageOver || isWaiting, this.#deps.random());
    const cancel = this.#connectLater(delay, () => {
      this.#attempts = isOutageOver || !isWaiting ? 0 : this.#attempts + 1;
    });
    this.#setState(isWaiting ? { ...state, endsFrom: Infinity, cancel } : { ...state, cancel });
  }

  /** Drops the frame unless the socket is open: presence and pings are useless later. */
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
    const generation = ++this.#generation;
    const cancel = this.#deps.clock.setTimer(liveLimits.pong, () => this.#terminate());
    this.#setState({ kind: 'requesting-ticket', cancel });
    void this.#deps.requestAddress().then((address) => {
      if (generation !== this.#generation) return;
      cancel();
      if (typeof address === 'number') this.#onClose(address);
      else this.#open(address, generation);
    });
  }

  #open(address: string, generation: number): void {
    const ifCurrent =
      <Args extends unknown[]>(callback: (...args: Args) => void) =>
      (...args: Args): void => {
        if (generation === this.#generation) callback(...args);
      };
    try {
      const socket = this.#deps.openSocket(address, {
        onOpen: ifCurrent(() => this.#onOpen(socket)),
        onMessage: ifCurrent((text: string) => this.#onMessage(text)),
        onError: ifCurrent(() => this.#reportProblem(connectionTexts.error)),
        onClose: ifCurrent((code: number) => this.#onClose(code)),
      });
      // A firewall that drops packets never responds, and browsers time out only after minutes.
      const cancel = this.#deps.clock.setTimer(liveLimits.pong, () => this.#terminate());
      this.#setState({ kind: 'opening', socket, cancel });
    } catch {
      this.#scheduleReconnect(lostCode, connectionTexts.notEstablished);
    }
  }

  #onOpen(socket: LiveSocket): void {
    const { clock } = this.#deps;
    if (this.#state.kind === 'opening') this.#state.cancel();
    const heartbeat = startHeartbeat(
      clock,
      () => this.send({ type: 'ping' }),
      () => this.#terminate(),
    );
    const cancelJoin = clock.setTimer(liveLimits.joinAnnouncement, () => {
      this.send({ type: 'user_joined' });
    });
    const cancelStable = clock.setTimer(liveLimits.stableAfter, () => {
      this.#attempts = 0;
    });
    const cancel = (): void => {
      heartbeat.stop();
      cancelJoin();
      cancelStable();
    };
    this.#problem = null;
    this.#isServerUnreachable = false;
    this.#setState({ kind: 'open', socket, heartbeat, cancel });
  }

  #onMessage(text: string): void {
    if (this.#state.kind !== 'open') return;
    this.#state.heartbeat.onMessage();
    const frame = parseServerFrame(text);
    // A newer server may send types that this version does not know.
    if (frame === null) return;
    if (typeof frame === 'number') this.#callbacks.onUnreadableChange(frame);
    else if (frame.type === 'ping') this.send({ type: 'pong' });
    else if (frame.type !== 'pong') this.#callbacks.onFrame(frame);
  }

  /** Abandons an unresponsive socket or request without waiting for the close handshake. */
  #terminate(): void {
    this.#tearDown();
    this.#onClose(lostCode);
  }

  #onClose(code: number): void {
    // The ticket request did not reach the server.
    if (this.#state.kind === 'requesting-ticket' && code === lostCode)
      this.#isServerUnreachable = true;
    this.#tearDown();
    const { reconnect, problem } = describeClose(code);
    if (reconnect === 'yes') {
      this.#scheduleReconnect(code, problem);
      return;
    }
    this.#problem = problem;
    this.#setState({ kind: reconnect === 'never' ? 'refused' : 'not-live' });
    if (reconnect === 'not-live') this.#callbacks.onNotLive();
  }

  #scheduleReconnect(code: number, problem: string | null): void {
    this.#problem = problem;
    const delay = reconnectDelay(this.#attempts, code, this.#deps.random());
    if (delay === null) {
      this.#problem = connectionTexts.gaveUp;
      this.#setState({ kind: 'gave-up', cancel: null });
      return;
    }
    if (this.#mustPause()) {
      this.#pause();
      return;
    }
    const cancel = this.#connectLater(delay, () => {
      this.#attempts += 1;
    });
    const shortest = code === lostCode ? reconnectDelay(this.#attempts, noTicketCode, 0) : null;
    const endsFrom = shortest === null ? Infinity : this.#deps.clock.now() + shortest;
    this.#setState({ kind: 'waiting', endsFrom, cancel });
  }

  #connectLater(delay: number, countAttempt: () => void): () => void {
    return this.#deps.clock.setTimer(delay, () => {
      countAttempt();
      if (this.#mustPause()) this.#pause();
      else this.#connect();
    });
  }

  #onBrowserStateChange(): void {
    const { kind } = this.#state;
    if (kind === 'refused' || kind === 'not-live') return;
    if (!this.#deps.page.isOnline()) {
      if (kind === 'paused') return;
      this.#problem = connectionTexts.lost;
      this.#tearDown();
      this.#pause();
      return;
    }
    if (this.#deps.page.isHidden()) {
      if (kind !== 'waiting') return;
      this.#tearDown();
      this.#pause();
      return;
    }
    if (kind !== 'paused' && kind !== 'gave-up') return;
    // The network may have changed, so earlier failures do not count.
    this.#attempts = 0;
    this.#connect();
  }

  #mustPause(): boolean {
    return this.#deps.page.isHidden() || !this.#deps.page.isOnline();
  }

  #pause(): void {
    this.#setState({ kind: 'paused' });
  }

  /** Closes the socket and cancels all timers; late callbacks are ignored. */
  #tearDown(): void {
    this.#generation += 1;
    const state = this.#state;
    if ('cancel' in state) state.cancel?.();
    if (state.kind === 'opening' || state.kind === 'open') state.socket.close(1000, '');
  }

  #reportProblem(problem: string): void {
    this.#problem = problem;
    this.#publishState();
  }

  #setState(state: InternalState): void {
    this.#state = state;
    this.#publishState();
  }

  #publishState(): void {
    const { kind } = this.#state;
    const isConnecting = kind === 'requesting-ticket' || kind === 'opening';
    this.#callbacks.onStateChange({
      status: kind === 'open' ? kind : isConnecting ? 'connecting' : 'closed',
      problem: this.#problem,
      willReconnect: kind === 'waiting' || kind === 'paused',
    });
  }
}

interface Heartbeat {
  /** Any frame proves that the server is alive: a busy server may skip a pong. */
  onMessage(): void;
  stop(): void;
}

/** Pings 1 s after opening and then every 30 s. Calls `onSilence` when no frame arrives within 10 s of a ping. */
function startHeartbeat(clock: Clock, ping: () => void, onSilence: () => void): Heartbeat {
  let cancelSilence: (() => void) | null = null;

  function beat(): void {
    cancelPing = clock.setTimer(liveLimits.ping, beat);
    cancelSilence?.();
    cancelSilence = clock.setTimer(liveLimits.pong, onSilence);
    ping();
  }

  let cancelPing = clock.setTimer(liveLimits.firstPing, beat);
  return {
    onMessage: () => {
      cancelSilence?.();
      cancelSilence = null;
    },
    stop: () => {
      cancelPing();
      cancelSilence?.();
    },
  };
}
