// The server's board, by socket while live and by polling otherwise. Independent of the user's pending changes.
import { liveLimits } from '@wentwell/contract/limits';
import type { SignalFrame } from '@wentwell/contract/live/live';

import { mayChangeStatus } from '#web/board/shown-change';

import type { BoardApi } from './board-api.ts';
import { BoardSync, type SyncCallbacks } from './board-sync.ts';
import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import { type ConnectionDeps, type ConnectionState, LiveConnection } from './live-connection.ts';
import type { OpenSocket } from './live-socket.ts';
import type { ReceivedFrame } from './server-frame.ts';

/** Frames sent over a board and never stored. */
export type PassingFrame = Extract<
  SignalFrame,
  {
    type:
      | 'note_editing'
      | 'note_dragging'
      | 'typing'
      | 'floating_reaction'
      | 'screens'
      | 'guests_changed';
  }
>;

export interface LiveBoardDeps {
  api: BoardApi;
  clock: Clock;
  page: BrowserState;
  openSocket: OpenSocket;
  random: () => number;
  me: ConnectionDeps['me'];
}

export interface LiveBoardCallbacks extends SyncCallbacks {
  onChange(): void;
  onConnectionState(state: ConnectionState): void;
  onPassingFrame(frame: PassingFrame): void;
}

export class LiveBoard {
  readonly #deps: LiveBoardDeps;
  readonly #callbacks: LiveBoardCallbacks;
  readonly sync: BoardSync;
  readonly connection: LiveConnection;
  /** The database's time minus the time of this socket's node. */
  #nodeLagMs = 0;
  /** Between `start` and `stop`. */
  isRunning = false;
  #cancelRejoin: (() => void) | null = null;

  constructor(deps: LiveBoardDeps, callbacks: LiveBoardCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
    this.sync = new BoardSync(deps, {
      ...callbacks,
      onApplied: (changes) => {
        callbacks.onApplied(changes);
        if (changes.some(mayChangeStatus)) this.#connectAsNeeded();
      },
      onRefreshed: (isReached) => {
        this.#connectAsNeeded();
        this.connection.reportResponse(isReached);
        callbacks.onRefreshed(isReached);
      },
    });
    const requestAddress = (): Promise<string | number> =>
      deps.api.requestSocketAddress(this.sync.seq, this.sync.snapshot?.presence_version);
    this.connection = new LiveConnection(
      { ...deps, requestAddress },
      {
        onFrame: (frame) => this.#onFrame(frame),
        onUnreadableChange: (seq) => this.sync.onUnreadableChange(seq),
        onStateChange: (state) => {
          this.sync.setSocket(state.status);
          callbacks.onConnectionState(state);
        },
        onNotLive: () => this.#onNotLive(),
      },
    );
  }

  start(): void {
    this.isRunning = true;
    this.sync.start();
  }

  stop(): void {
    this.isRunning = false;
    this.#cancelRejoin?.();
    this.sync.stop();
    this.connection.stop();
  }

  #connectAsNeeded(): void {
    if (!this.isRunning) return;
    if (this.sync.isLive) this.connection.start();
    else this.connection.stop();
  }

  #onNotLive(): void {
    // Guests see the end among the changes, and no board afterwards (docs/retro.md R-325).
    if (this.sync.snapshot?.you.role !== 'guest') this.sync.invalidate();
    void this.sync.refresh().then(() => {
      // The socket was closed as after a meeting's end, but the meeting is live: a proxy closed it.
      if (!this.sync.isLive) return;
      const rejoin = (): void => this.connection.retry();
      this.#cancelRejoin = this.#deps.clock.setTimer(liveLimits.pollEvery, rejoin);
    });
  }

  #setClock(now: number, nodeNow: number): void {
    this.#nodeLagMs = now - nodeNow;
    this.#deps.clock.set(now);
  }

  #onFrame(frame: ReceivedFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.#setClock(Date.parse(frame.data.now), Date.parse(frame.timestamp));
        this.sync.onWelcome(frame.data);
        break;
      case 'resync':
        this.sync.onResync(frame.data.epoch);
        return;
      case 'head':
        this.#deps.clock.correct(Date.parse(frame.timestamp) + this.#nodeLagMs);
        this.sync.onHead(frame.data.seq);
        return;
      case 'presence_changed':
        this.sync.changePresence(frame.data, frame.timestamp);
        break;
      // Sent to clients that do not read `presence_changed`.
      case 'presence_update':
      case 'user_joined':
      case 'user_left':
      case 'error':
      case 'ping':
      case 'pong':
        return;
      case 'changed':
        this.sync.onChange(frame.change);
        return;
      default:
        this.#callbacks.onPassingFrame(frame);
        return;
    }
    this.#callbacks.onChange();
  }
}
