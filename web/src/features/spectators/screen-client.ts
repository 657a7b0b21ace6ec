// The board of a screen, kept up to date: what a user's `BoardClient` does, without anything of one's own to send.
import type { Board } from '@wentwell/contract/board';
import { liveLimits } from '@wentwell/contract/limits';
import type { FloatingEmoji, ServerFrame } from '@wentwell/contract/live';

import type { BoardApi } from '#web/live/board-api';
import { BoardSync, isFinal } from '#web/live/board-sync';
import type { BrowserState } from '#web/live/browser-state';
import type { Clock } from '#web/live/clock';
import { LiveConnection } from '#web/live/live-connection';
import type { OpenSocket } from '#web/live/live-socket';

export interface ScreenView {
  board: Board | null;
  /** The link does not work any more, and nothing is shown. */
  isGone: boolean;
  isConnected: boolean;
  /** Add it to the browser's time to get the server's, in ms. */
  clockOffset: number;
}

export interface ScreenClientDeps {
  api: BoardApi;
  clock: Clock;
  page: BrowserState;
  openSocket: OpenSocket;
  random: () => number;
}

export class ScreenClient {
  readonly #sync: BoardSync;
  readonly #connection: LiveConnection;
  readonly #deps: ScreenClientDeps;
  readonly #subscribers = new Set<() => void>();
  readonly #emojiSubscribers = new Set<(emoji: FloatingEmoji) => void>();
  #clockOffset = 0;
  #isOpen = false;
  #isRunning = false;
  #cancelRejoin: (() => void) | null = null;
  #view: ScreenView = { board: null, isGone: false, isConnected: false, clockOffset: 0 };

  constructor(deps: ScreenClientDeps) {
    const { api, clock, page, openSocket, random } = deps;
    this.#deps = deps;
    this.#sync = new BoardSync(
      { api, clock, page },
      {
        onApplied: () => {
          this.#connectAsNeeded();
          this.#publish();
        },
        onRefreshed: (isReached) => {
          this.#connectAsNeeded();
          this.#connection.reportResponse(isReached);
          this.#publish();
        },
        onRequest: () => () => undefined,
        hasUnconfirmed: () => false,
        // The server compares boards of users only.
        sendCheck: () => undefined,
      },
    );
    const requestAddress = (): Promise<string | number> =>
      api.requestSocketAddress(this.#sync.board?.seq ?? 0);
    const me = { userId: '', userName: '' };
    this.#connection = new LiveConnection(
      { clock, page, openSocket, random, requestAddress, me },
      {
        onFrame: (frame) => this.#onFrame(frame),
        onUnreadableEvent: (seq) => this.#sync.onUnreadableEvent(seq),
        onStateChange: ({ status }) => this.#onConnectionState(status === 'open'),
        onNotLive: () => this.#onNotLive(),
      },
    );
  }

  readonly getSnapshot = (): ScreenView => this.#view;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Delivers each floating reaction. Returns a function that unsubscribes. */
  readonly subscribeToEmojis = (subscriber: (emoji: FloatingEmoji) => void): (() => void) => {
    this.#emojiSubscribers.add(subscriber);
    return () => this.#emojiSubscribers.delete(subscriber);
  };

  readonly start = (): (() => void) => {
    this.#isRunning = true;
    this.#sync.start();
    return () => {
      this.#isRunning = false;
      this.#cancelRejoin?.();
      this.#sync.stop();
      this.#connection.stop();
    };
  };

  #connectAsNeeded(): void {
    if (!this.#isRunning) return;
    if (this.#sync.isLive) this.#connection.start();
    else this.#connection.stop();
  }

  #onConnectionState(isOpen: boolean): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = isOpen;
    this.#sync.setSocketOpen(isOpen);
    // A revoked link closes the socket; an HTTP call finds out.
    if (wasOpen && !isOpen && this.#isRunning) void this.#sync.refresh();
    this.#publish();
  }

  #onNotLive(): void {
    this.#sync.invalidate();
    void this.#sync.refresh().then(() => {
      if (!this.#sync.isLive) return;
      const rejoin = (): void => this.#connection.retry();
      this.#cancelRejoin = this.#deps.clock.setTimer(liveLimits.pollEvery, rejoin);
    });
  }

  #onFrame(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.#clockOffset = Date.parse(frame.data.now) - this.#deps.clock.now();
        this.#sync.onWelcome(frame.data);
        break;
      case 'resync':
        this.#sync.onResync(frame.data.epoch);
        return;
      case 'head':
        this.#sync.onHead(frame.data.seq);
        return;
      case 'presence_update':
        this.#sync.setPresence(frame.data);
        break;
      case 'user_joined':
      case 'user_left':
        this.#sync.updatePresence(frame.data);
        break;
      case 'floating_reaction':
        for (const show of this.#emojiSubscribers) show(frame.data.emoji);
        return;
      case 'note_editing':
      case 'note_dragging':
      case 'typing':
      case 'screens':
      case 'error':
      case 'ping':
      case 'pong':
        return;
      default:
        this.#sync.onEvent(frame);
        return;
    }
    this.#publish();
  }

  #publish(): void {
    const { board, error } = this.#sync;
    const isGone = !board && isFinal(error);
    if (isGone) this.#connection.stop();
    const isConnected = this.#isOpen;
    this.#view = { board, isGone, isConnected, clockOffset: this.#clockOffset };
    for (const subscriber of this.#subscribers) subscriber();
  }
}
