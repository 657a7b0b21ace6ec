// The live board of a room's screen: like `BoardClient`, without changes of its own.
import type { Board } from '@wentwell/contract/board/snapshot';
import { type MissingMembers, namedOn } from '@wentwell/contract/guests/spectators';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { type FloatingEmoji, presentName } from '@wentwell/contract/live/live';
import type { ColumnId } from '@wentwell/contract/notes/columns';

import { newsMs, type ShownChange, touchedNotes } from '#web/board/shown-change';
import { isFinal } from '#web/live/board-sync';
import { LiveBoard, type LiveBoardDeps } from '#web/live/live-board';
import { Subscribers } from '#web/subscribers';

import type { ScreenApi } from './spectator-api.ts';

export interface ScreenView {
  board: Board | null;
  /** The link no longer works, and nothing is shown. */
  isGone: boolean;
  /** Null before the first connection. */
  isConnected: boolean | null;
  /** How many people are writing, by column; without columns at 0. */
  typing: Readonly<Partial<Record<ColumnId, number>>>;
  /** Notes whose cards are turning over. */
  revealed: ReadonlySet<NoteId>;
}

const noTyping: ScreenView['typing'] = {};
const noneRevealed: ScreenView['revealed'] = new Set();

export type ScreenClientDeps = Omit<LiveBoardDeps, 'me' | 'api'> & { api: ScreenApi };

export class ScreenClient {
  readonly #live: LiveBoard;
  readonly #api: ScreenApi;
  // Requested only once each, because deleted accounts have no name.
  readonly #askedFor = new Set<UserId>();
  readonly #views = new Subscribers();
  readonly #emojis = new Subscribers<[emoji: FloatingEmoji]>();
  // The people present when the server last listed the missing ones; null outside joining.
  #joined: string | null = null;
  #cancelTurning: (() => void) | null = null;
  readonly #clock: ScreenClientDeps['clock'];
  #view: ScreenView = {
    board: null,
    isGone: false,
    isConnected: null,
    typing: noTyping,
    revealed: noneRevealed,
  };

  constructor(deps: ScreenClientDeps) {
    this.#api = deps.api;
    this.#clock = deps.clock;
    const onChange = (): void => {
      this.#askForNames();
      this.#show();
    };
    this.#live = new LiveBoard(
      { ...deps, me: { userId: '', userName: '' } },
      {
        onApplied: (changes) => {
          if (changes.length > 0) this.#askForNames();
          else this.#joined = this.#joinedNow;
          this.#showReveal(changes);
          this.#show();
        },
        onRefreshed: onChange,
        captureAcknowledged: () => () => undefined,
        hasUnconfirmed: () => false,
        // The server compares users' boards only.
        sendCheck: () => undefined,
        onConnectionState: ({ status }) => this.#onConnectionState(status === 'open'),
        onPassingFrame: (frame) => {
          if (frame.type === 'typing') this.#show({ typing: frame.data.counts });
          if (frame.type === 'floating_reaction') this.#emojis.call(frame.data.emoji);
        },
        onChange,
      },
    );
  }

  readonly getSnapshot = (): ScreenView => this.#view;

  readonly subscribe = this.#views.subscribe;

  /** A person's name; null if unknown. */
  readonly nameOf = (id: UserId): string | null => {
    const present = this.#live.sync.board?.presence.find(({ userId }) => userId === id);
    return present ? presentName(present) : (this.#api.names.get(id) ?? null);
  };

  /** Colours of members, as they see them themselves. */
  get colors(): ReadonlyMap<UserId, number> {
    return this.#api.colors;
  }

  get missing(): MissingMembers {
    return this.#api.missing;
  }

  /** Delivers floating reactions. Returns a function that unsubscribes. */
  readonly subscribeToEmojis = this.#emojis.subscribe;

  readonly start = (): (() => void) => {
    this.#live.start();
    return () => {
      this.#live.stop();
      this.#cancelTurning?.();
    };
  };

  #showReveal(changes: readonly ShownChange[]): void {
    const turned = changes.flatMap(touchedNotes).filter(({ news }) => news === 'revealed');
    if (turned.length === 0) return;
    this.#show({ revealed: new Set(turned.map(({ id }) => id)) });
    this.#cancelTurning?.();
    this.#cancelTurning = this.#clock.setTimer(newsMs, () =>
      this.#show({ revealed: noneRevealed }),
    );
  }

  get #joinedNow(): string | null {
    const { board } = this.#live.sync;
    if (board?.meeting.status !== 'live' || board.phase.phase !== 'joining') return null;
    return board.presence
      .flatMap(({ userId, isOnline, isGuest }) => (isOnline && !isGuest ? userId : []))
      .join();
  }

  /** Changes have user ids only, and presence no colours. The next snapshot includes both, and who is missing. */
  #askForNames(): void {
    const { board } = this.#live.sync;
    if (!board) return;
    const here = board.presence.flatMap(({ userId, isGuest }) => (isGuest ? [] : userId));
    const unknown = [...namedOn(board), ...here].filter(
      (id) => !this.#askedFor.has(id) && !this.#api.names.has(id),
    );
    for (const id of unknown) this.#askedFor.add(id);
    const joined = this.#joinedNow;
    const hasJoined = joined !== null && joined !== this.#joined;
    this.#joined = joined;
    if (hasJoined || unknown.length > 0) this.#live.sync.invalidate();
  }

  #onConnectionState(isOpen: boolean): void {
    const { isConnected: before } = this.#view;
    const isLost = before === true && !isOpen;
    const isConnected = before === null && !isOpen ? null : isOpen;
    this.#show({ isConnected, ...(!isOpen && { typing: noTyping }) });
    // A revoked link closes the socket; an HTTP call detects it.
    if (isLost && this.#live.isRunning) void this.#live.sync.refresh();
  }

  #show(change: Partial<ScreenView> = {}): void {
    const { board, error } = this.#live.sync;
    const isGone = !board && isFinal(error);
    if (isGone) this.#live.connection.stop();
    this.#view = { ...this.#view, ...change, board, isGone };
    this.#views.call();
  }
}
