// Keeps the local board equal to the server's. Independent of sockets and of the user's pending changes.
import { boardHash } from '@wentwell/contract/board/board-hash';
import { getMeeting } from '@wentwell/contract/board/meeting';
import type { Board } from '@wentwell/contract/board/snapshot';
import { liveLimits } from '@wentwell/contract/limits';
import type { BoardCheck, PresenceDelta } from '@wentwell/contract/live/live';
import type { ShownStatus } from '@wentwell/contract/meetings/meetings';

import { ApiError } from '#web/api/request';
import type { BoardChange, BoardSnapshot } from '#web/board/board-snapshot';
import type { ShownChange } from '#web/board/shown-change';

import type { BoardApi } from './board-api.ts';
import { BoardReplica } from './board-replica.ts';
import type { BrowserState } from './browser-state.ts';
import { type Clock, withDeadline } from './clock.ts';
import type { ConnectionStatus } from './live-connection.ts';

export interface SyncDeps {
  api: Pick<BoardApi, 'fetchBoard' | 'fetchChanges'>;
  clock: Clock;
  page: BrowserState;
}

export interface SyncCallbacks {
  /** The changes just applied, in order; empty for a snapshot. */
  onApplied(changes: readonly ShownChange[]): void;
  /** A refresh has ended; `isReached` is whether the server responded. */
  onRefreshed(isReached: boolean): void;
  /** Called before each request. Call the result once the board includes everything acknowledged until then. */
  captureAcknowledged(): () => void;
  /** The server has acknowledged a change that the board does not include yet. */
  hasUnconfirmed(): boolean;
  sendCheck(check: BoardCheck): void;
}

export class BoardSync {
  readonly #deps: SyncDeps;
  readonly #callbacks: SyncCallbacks;
  readonly #replica = new BoardReplica();
  #error: unknown = null;
  #isRunning = false;
  #isSocketOpen = false;
  // True once a socket is requested: from then on its presence differences apply to the presence known then.
  #ownsPresence = false;
  #refreshing: Promise<void> | null = null;
  // The epoch announced by the socket. It changes when the database loses changes.
  #announcedEpoch: string | undefined;
  // Incremented by each `#discard`: responses to earlier requests are outdated.
  #generation = 0;
  #unsubscribe: (() => void) | null = null;
  #cancelPoll: (() => void) | null = null;
  #cancelCheck: (() => void) | null = null;

  constructor(deps: SyncDeps, callbacks: SyncCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
  }

  get snapshot(): BoardSnapshot | null {
    return this.#replica.snapshot;
  }

  get board(): Board | null {
    return this.#replica.board;
  }

  get seq(): number {
    return this.#replica.seq;
  }

  get error(): unknown {
    return this.snapshot ? null : this.#error;
  }

  get isLive(): boolean {
    // The browser's clock may be wrong, so the server decides when the meeting has ended.
    return this.#status === 'live';
  }

  start(): void {
    this.#isRunning = true;
    this.#unsubscribe = this.#deps.page.subscribe(() => {
      if (this.#canFetch && !this.#isSocketOpen) void this.refresh();
    });
    void this.refresh();
  }

  stop(): void {
    this.#isRunning = false;
    this.#unsubscribe?.();
    this.#stopPolling();
    this.setSocket('closed');
  }

  setSocket(status: ConnectionStatus): void {
    const isOpen = status === 'open';
    this.#ownsPresence = status !== 'closed';
    if (isOpen !== this.#isSocketOpen) {
      this.#isSocketOpen = isOpen;
      this.#announcedEpoch = undefined;
      this.#cancelCheck?.();
      this.#cancelCheck = isOpen ? this.#scheduleCheck() : null;
    }
    this.schedulePoll();
  }

  /** Fetches what is missing now, without waiting for the next change or poll. */
  refresh(): Promise<void> {
    if (this.#isKept) return Promise.resolve();
    this.#refreshing ??= this.#fetchMissing().then((isReached) => {
      this.#refreshing = null;
      if (!this.#isRunning) return;
      // The polling interval of a planned meeting is too long for one that has just started.
      this.#stopPolling();
      this.#callbacks.onRefreshed(isReached);
      this.schedulePoll();
    });
    return this.#refreshing;
  }

  /** Fetches a change that a call has just made: a fetch under way may have read before it. */
  async refreshAfterCall(): Promise<void> {
    await this.#refreshing;
    await this.refresh();
  }

  /** This copy cannot be updated by changes; fetches a snapshot. */
  invalidate(): void {
    this.#discard();
    void this.refresh();
  }

  #discard(): void {
    this.#generation += 1;
    this.#replica.invalidate();
  }

  onWelcome({ epoch, seq }: { epoch: string; seq: number }): void {
    this.#announcedEpoch = epoch;
    if (this.#isOtherEpoch) {
      this.invalidate();
      return;
    }
    // The socket delivers the changes in between. If it fails to, the poll fetches them.
    this.#replica.advanceHead(seq);
    this.schedulePoll();
  }

  onResync(epoch: string): void {
    this.#announcedEpoch = epoch;
    this.invalidate();
  }

  onChange(change: BoardChange): void {
    const epoch = this.#announcedEpoch ?? this.snapshot?.epoch;
    this.#callbacks.onApplied(this.#replica.receive(change, epoch));
    if (this.#replica.isBehind) void this.refresh();
  }

  onHead(seq: number): void {
    if (this.#isOtherEpoch) return;
    this.#replica.advanceHead(seq);
    if (this.#replica.isBehind) void this.refresh();
  }

  /** A newer server sent a change that this version cannot parse; only a snapshot shows its effect. */
  onUnreadableChange(seq: number): void {
    if (this.snapshot && seq > this.#replica.seq && !this.#isOtherEpoch) this.invalidate();
  }

  changePresence(delta: PresenceDelta, at: string): void {
    this.#replica.changePresence(delta, at);
  }

  schedulePoll(): void {
    if (!this.#needsPolling) {
      this.#stopPolling();
      return;
    }
    const isPlanned = this.#status === 'planned';
    const delay = isPlanned ? liveLimits.plannedPollEvery : liveLimits.pollEvery;
    this.#cancelPoll ??= this.#deps.clock.setTimer(delay, () => {
      this.#cancelPoll = null;
      // A hidden or offline page does not poll; it refreshes once visible and online.
      if (this.#needsPolling && this.#canFetch) void this.refresh();
      else this.schedulePoll();
    });
  }

  #stopPolling(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = null;
  }

  /** Returns whether the server responded. */
  async #fetchMissing(): Promise<boolean> {
    try {
      for (;;) {
        const { snapshot: before, seq } = this.#replica;
        const dropAcknowledged = this.#callbacks.captureAcknowledged();
        if (!before || this.#replica.isInvalidated || !this.isLive)
          await this.#fetchSnapshot(dropAcknowledged);
        else await this.#catchUp(seq, dropAcknowledged);
        this.#error = null;
        const { isInvalidated, isBehind } = this.#replica;
        const moved = this.#replica.seq !== seq;
        if (!isInvalidated && !(isBehind && moved)) return true;
      }
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (isGone && !this.#isKept) this.#replica.clear();
      // A visible board stays visible, because the next refresh may succeed.
      this.#error = error;
      return false;
    }
  }

  async #fetchSnapshot(dropAcknowledged: () => void): Promise<void> {
    const generation = this.#generation;
    const snapshot = await withDeadline(this.#deps.clock, (signal) =>
      this.#deps.api.fetchBoard(signal),
    );
    if (generation !== this.#generation) return;
    dropAcknowledged();
    const { presence, presence_version } = (this.#ownsPresence && this.snapshot) || snapshot;
    this.#callbacks.onApplied(
      this.#replica.loadSnapshot({ ...snapshot, presence, presence_version }),
    );
  }

  async #catchUp(since: number, dropAcknowledged: () => void): Promise<void> {
    const generation = this.#generation;
    const page = await withDeadline(this.#deps.clock, (signal) =>
      this.#deps.api.fetchChanges(since, signal),
    );
    if (generation !== this.#generation) return;
    if (page.resync || page.epoch !== this.snapshot?.epoch) {
      this.#discard();
      return;
    }
    this.#replica.advanceHead(page.seq);
    for (const change of page.changes)
      this.#callbacks.onApplied(this.#replica.receive(change, page.epoch));
    if (!this.#replica.isBehind) dropAcknowledged();
  }

  get #status(): ShownStatus | null {
    return this.snapshot && getMeeting(this.snapshot.state).status;
  }

  /** A guest keeps the board as it was at the end: afterwards the server shows it to members only (docs/retro.md R-325). */
  get #isKept(): boolean {
    return this.snapshot?.you.role === 'guest' && this.#status === 'closed';
  }

  get #isOtherEpoch(): boolean {
    return this.#announcedEpoch !== undefined && this.#announcedEpoch !== this.snapshot?.epoch;
  }

  get #canFetch(): boolean {
    return !this.#deps.page.isHidden() && this.#deps.page.isOnline();
  }

  get #needsPolling(): boolean {
    if (!this.#isRunning || this.#isKept) return false;
    if (!this.snapshot) return !isFinal(this.#error);
    const { isInvalidated, isBehind } = this.#replica;
    // People who came early have no socket that would report the start.
    if (this.#status === 'planned') return true;
    if (!this.isLive) return isInvalidated;
    const hasNoSocket = !this.#isSocketOpen || this.#isOtherEpoch;
    return hasNoSocket || isBehind || isInvalidated || this.#callbacks.hasUnconfirmed();
  }

  #scheduleCheck(): () => void {
    return this.#deps.clock.setTimer(liveLimits.checkEvery, () => {
      this.#cancelCheck = this.#scheduleCheck();
      const { state } = this.#replica.snapshot ?? {};
      const isSettled = !this.#needsPolling && !this.#refreshing;
      if (!state || !isSettled) return;
      this.#callbacks.sendCheck({ seq: state.seq, hash: boardHash(state.records()) });
    });
  }
}

/** Whether retrying is useless. A request that came too early is worth a retry. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
