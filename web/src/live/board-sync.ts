// Keeps a copy of a board the same as the server's: takes frames in, asks for what they lack, polls without a socket,
// and compares now and then. It knows neither sockets nor the person's own changes.
import type { Board } from '@wentwell/contract/board';
import { boardHash } from '@wentwell/contract/board-hash';
import { liveLimits } from '@wentwell/contract/limits';
import type { BoardCheck, EventFrame, PresenceEntry } from '@wentwell/contract/live';
import { effectiveStatus } from '@wentwell/contract/meetings';

import { ApiError } from '#web/api/request';

import type { BoardApi } from './board-api.ts';
import { BoardReplica } from './board-replica.ts';
import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import { withDeadline } from './deadline.ts';

export interface SyncDeps {
  api: Pick<BoardApi, 'board' | 'events'>;
  clock: Clock;
  page: BrowserState;
}

export interface SyncListener {
  /** What has been applied, in order; nothing for a snapshot. */
  applied(events: readonly EventFrame[]): void;
  /** A question was answered, or failed: `isReached` tells which. */
  answered(isReached: boolean): void;
  /** A question is about to be asked; gives what to do once the board has all that happened before it. */
  asking(): () => void;
  /** The board lacks something that the server is known to have. */
  isWaiting(): boolean;
  check(check: BoardCheck): void;
}

export class BoardSync {
  readonly #deps: SyncDeps;
  readonly #listener: SyncListener;
  readonly #replica = new BoardReplica();
  #error: unknown = null;
  #isRunning = false;
  #isOpen = false;
  #asking: Promise<void> | null = null;
  // Which history the socket tells: a backup may have been put back while it was open.
  #told: string | undefined;
  // How often this copy fell into doubt: an answer asked for before the last time proves nothing.
  #generation = 0;
  #stopWatching: (() => void) | null = null;
  #cancelPoll: (() => void) | null = null;
  #cancelCheck: (() => void) | null = null;

  constructor(deps: SyncDeps, listener: SyncListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  get board(): Board | null {
    return this.#replica.board;
  }

  /** Why there is no board. */
  get error(): unknown {
    return this.#replica.board ? null : this.#error;
  }

  get isLive(): boolean {
    const { board } = this;
    const now = new Date(this.#deps.clock.now());
    return board !== null && effectiveStatus(board.meeting, now) === 'live';
  }

  start(): void {
    this.#isRunning = true;
    this.#stopWatching = this.#deps.page.subscribe(() => {
      if (this.#mayAsk && !this.#isOpen) void this.refresh();
    });
    void this.refresh();
  }

  stop(): void {
    this.#isRunning = false;
    this.#stopWatching?.();
    this.#cancelPoll?.();
    this.#cancelPoll = null;
    this.watch(false);
  }

  /** Takes whether a socket brings the events now. */
  watch(isOpen: boolean): void {
    if (isOpen !== this.#isOpen) {
      this.#isOpen = isOpen;
      this.#told = undefined;
      this.#cancelCheck?.();
      this.#cancelCheck = isOpen ? this.#planCheck() : null;
    }
    this.planPoll();
  }

  /** Gets what is missing now, rather than with the next event or poll. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().then((isReached) => {
      this.#asking = null;
      if (!this.#isRunning) return;
      this.#listener.answered(isReached);
      this.planPoll();
    });
    return this.#asking;
  }

  /** Something says that this copy cannot be brought up to date event by event: only a snapshot counts now. */
  invalidate(): void {
    this.#generation += 1;
    this.#replica.invalidate();
    void this.refresh();
  }

  /** The first word of a socket: which history it tells, and how far that has come. */
  welcome({ epoch, seq }: { epoch: string; seq: number }): void {
    this.#told = epoch;
    if (this.#isOtherEpoch) {
      this.invalidate();
      return;
    }
    // What lies between is on its way; were it not, the poll would fetch it.
    this.#replica.heard(seq);
    this.planPoll();
  }

  resync(epoch: string): void {
    this.#told = epoch;
    this.invalidate();
  }

  take(event: EventFrame): void {
    this.#apply(this.#replica.take(event, this.#told));
    if (this.#replica.isBehind) void this.refresh();
  }

  heard(seq: number): void {
    if (this.#isOtherEpoch) return;
    this.#replica.heard(seq);
    if (this.#replica.isBehind) void this.refresh();
  }

  /** Something happened to the board that this version cannot read: the snapshot tells what came of it. */
  takeUnread(seq: number): void {
    if (this.board && seq > this.board.seq && !this.#isOtherEpoch) this.invalidate();
  }

  meet(presence: PresenceEntry[]): void {
    this.#replica.meet(presence);
  }

  meetOne(entry: PresenceEntry): void {
    this.#replica.meetOne(entry);
  }

  /** Asks again before long where that is needed. */
  planPoll(): void {
    if (!this.#mustPoll) {
      this.#cancelPoll?.();
      this.#cancelPoll = null;
      return;
    }
    this.#cancelPoll ??= this.#deps.clock.after(liveLimits.pollEvery, () => {
      this.#cancelPoll = null;
      // Nobody looks, or nobody answers: coming back asks at once.
      if (this.#mustPoll && this.#mayAsk) void this.refresh();
      else this.planPoll();
    });
  }

  /** Tells whether the server answered. */
  async #ask(): Promise<boolean> {
    try {
      for (;;) {
        const before = this.board;
        const isAhead = this.#listener.asking();
        if (!before || this.#replica.isInvalidated || !this.isLive) await this.#snapshot(isAhead);
        else await this.#catchUp(before.seq, isAhead);
        this.#error = null;
        const { isInvalidated, isBehind } = this.#replica;
        const moved = this.board?.seq !== before?.seq;
        if (!isInvalidated && !(isBehind && moved)) return true;
      }
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (isGone) this.#replica.clear();
      // A board that is on show stays there: the next try may well succeed.
      this.#error = error;
      return false;
    }
  }

  async #snapshot(isAhead: () => void): Promise<void> {
    const generation = this.#generation;
    const snapshot = await withDeadline(this.#deps.clock, (signal) => this.#deps.api.board(signal));
    if (generation !== this.#generation) return;
    isAhead();
    this.#apply(this.#replica.replace(snapshot));
  }

  async #catchUp(since: number, isAhead: () => void): Promise<void> {
    const generation = this.#generation;
    const page = await withDeadline(this.#deps.clock, (signal) =>
      this.#deps.api.events(since, signal),
    );
    if (generation !== this.#generation) return;
    if (page.resync || page.epoch !== this.board?.epoch) {
      this.#generation += 1;
      this.#replica.invalidate();
      return;
    }
    this.#replica.heard(page.seq);
    for (const event of page.events) this.#apply(this.#replica.take(event, page.epoch));
    if (!this.#replica.isBehind) isAhead();
  }

  #apply(events: readonly EventFrame[]): void {
    this.#listener.applied(events);
  }

  get #isOtherEpoch(): boolean {
    return this.#told !== undefined && this.#told !== this.board?.epoch;
  }

  get #mayAsk(): boolean {
    return !this.#deps.page.isHidden() && this.#deps.page.isOnline();
  }

  get #mustPoll(): boolean {
    if (!this.#isRunning) return false;
    if (!this.board) return !(this.#error instanceof ApiError && this.#error.status < 500);
    const { isInvalidated, isBehind } = this.#replica;
    if (!this.isLive) return isInvalidated;
    const hasNoSocket = !this.#isOpen || this.#isOtherEpoch;
    return hasNoSocket || isBehind || isInvalidated || this.#listener.isWaiting();
  }

  #planCheck(): () => void {
    return this.#deps.clock.after(liveLimits.checkEvery, () => {
      this.#cancelCheck = this.#planCheck();
      const { board } = this;
      const isSettled = !this.#mustPoll && !this.#asking;
      if (board && isSettled) this.#listener.check({ seq: board.seq, hash: boardHash(board) });
    });
  }
}
