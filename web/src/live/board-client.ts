// One board as one person sees it now: the server's history, what is on its way to it, and who is here.
// It decides when to ask for what is missing; how a socket is kept is the connection's affair.
import type { Board } from '@wentwell/contract/board';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { EventFrame, ServerFrame } from '@wentwell/contract/live';
import { effectiveStatus } from '@wentwell/contract/meetings';

import { ApiError } from '#web/api/request';

import type { BoardApi } from './board-api.ts';
import { BoardReplica } from './board-replica.ts';
import type { Clock } from './clock.ts';
import { type EditingMarks, EditingNotes } from './editing-marks.ts';
import { type ConnectionState, LiveConnection } from './live-connection.ts';
import type { OpenSocket } from './live-socket.ts';
import type { PageSigns } from './page-signs.ts';
import { type ChangeBoard, type PendingChange, PendingChanges } from './pending-changes.ts';

export interface BoardView {
  /** Null until it has come, and again when it may no longer be seen. */
  board: Board | null;
  /** Why there is no board. */
  error: unknown;
  connection: ConnectionState;
  editing: EditingMarks;
}

export interface BoardClientDeps {
  api: BoardApi;
  clock: Clock;
  page: PageSigns;
  openSocket: OpenSocket;
  random: () => number;
  me: { userId: UserId; userName: string };
}

const notConnected: ConnectionState = { status: 'closed', problem: null, comesBack: false };
/** Others' changes reach the screen together, at most once a frame. */
const frameTime = 16;

export class BoardClient {
  readonly #deps: BoardClientDeps;
  readonly #replica = new BoardReplica();
  readonly #pending = new PendingChanges(() => this.#publish());
  readonly #editing: EditingNotes;
  readonly #connection: LiveConnection;
  readonly #subscribers = new Set<() => void>();
  readonly #followers = new Set<(events: readonly EventFrame[]) => void>();
  #view: BoardView = { board: null, error: null, connection: notConnected, editing: new Map() };
  #state: ConnectionState = notConnected;
  #error: unknown = null;
  #unread: EventFrame[] = [];
  #running = false;
  #outdated = false;
  #asking: Promise<void> | null = null;
  #stopWatching: (() => void) | null = null;
  #calloffPoll: (() => void) | null = null;
  #calloffFrame: (() => void) | null = null;

  constructor(deps: BoardClientDeps) {
    const { api, clock, page, openSocket, random, me } = deps;
    this.#deps = deps;
    this.#editing = new EditingNotes(clock, () => this.#publishSoon());
    const address = (): Promise<string | number> => api.address(this.#replica.board?.seq ?? 0);
    this.#connection = new LiveConnection(
      { clock, page, openSocket, random, address, me },
      {
        frame: (frame) => this.#receive(frame),
        changed: (state) => this.#onConnection(state),
        over: () => this.#onOver(),
      },
    );
  }

  readonly read = (): BoardView => this.#view;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Takes whom to tell what happened on the board, in order, after it is on show; gives the way to stop. */
  readonly follow = (follower: (events: readonly EventFrame[]) => void): (() => void) => {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  };

  /** Fetches, connects where the meeting is live, and keeps up; gives the way to stop. */
  readonly start = (): (() => void) => {
    this.#running = true;
    this.#stopWatching = this.#deps.page.subscribe(() => this.#onPage());
    void this.refresh();
    return () => this.#stop();
  };

  /** Shows a change of one's own at once; the caller tells what the server said of it. */
  readonly attempt = (show: ChangeBoard): PendingChange => this.#pending.add(show);

  /** Gets what is missing now, rather than with the next event or poll. */
  readonly refresh = (): Promise<void> => {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
      this.#settle();
    });
    return this.#asking;
  };

  readonly reconnect = (): void => {
    this.#connection.retry();
    void this.refresh();
  };

  /** Tells the others that one is at work on a note. */
  readonly announceEditing = (noteId: NoteId): void => {
    this.#connection.send({ type: 'note_editing', data: { note_id: noteId } });
  };

  #stop(): void {
    this.#running = false;
    this.#stopWatching?.();
    this.#connection.stop();
    this.#calloffPoll?.();
    this.#calloffPoll = null;
    this.#calloffFrame?.();
    this.#calloffFrame = null;
    this.#editing.clear();
  }

  async #ask(): Promise<void> {
    try {
      for (;;) {
        const before = this.#replica.board;
        if (!before || this.#outdated || !this.#isLive) {
          await this.#fetchSnapshot();
        } else {
          const page = await this.#deps.api.events(before.seq);
          const sameHistory = page.epoch === this.#replica.board?.epoch;
          if (page.resync || !sameHistory) {
            this.#distrust();
          } else {
            this.#replica.heard(page.seq);
            for (const event of page.events) this.#take(event);
          }
        }
        this.#error = null;
        const moved = this.#replica.board?.seq !== before?.seq;
        if (!this.#outdated && !(this.#replica.isBehind && moved)) return;
      }
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #fetchSnapshot(): Promise<void> {
    const liftConfirmed = this.#pending.markConfirmed();
    const snapshot = await this.#deps.api.board();
    this.#outdated = false;
    liftConfirmed();
    this.#onApplied(this.#replica.replace(snapshot));
  }

  #onFailure(error: unknown): void {
    const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
    if (isGone) this.#replica.clear();
    // A board that is on show stays there: the next try may well succeed.
    if (!this.#replica.board) this.#error = error;
  }

  /** After every answer: connect or part as the meeting's status says, ask again later where that is needed. */
  #settle(): void {
    if (!this.#running) return;
    if (this.#isLive) this.#connection.start();
    else this.#connection.stop();
    this.#planPoll();
    this.#publish();
  }

  get #isLive(): boolean {
    const { board } = this.#replica;
    return board !== null && effectiveStatus(board.meeting) === 'live';
  }

  get #mustPoll(): boolean {
    if (!this.#replica.board) return !(this.#error instanceof ApiError && this.#error.status < 500);
    if (!this.#isLive) return this.#outdated;
    return this.#state.status !== 'open' || this.#replica.isBehind || this.#outdated;
  }

  #planPoll(): void {
    if (!this.#running || !this.#mustPoll) {
      this.#calloffPoll?.();
      this.#calloffPoll = null;
      return;
    }
    this.#calloffPoll ??= this.#deps.clock.after(liveLimits.pollEvery, () => {
      this.#calloffPoll = null;
      // Nobody looks, or nobody answers: coming back asks at once.
      if (this.#deps.page.isHidden() || !this.#deps.page.isOnline()) this.#planPoll();
      else void this.refresh();
    });
  }

  #onPage(): void {
    if (this.#deps.page.isHidden() || !this.#deps.page.isOnline()) return;
    if (this.#state.status !== 'open') void this.refresh();
  }

  #onConnection(state: ConnectionState): void {
    const refused = state.status === 'closed' && !state.comesBack && state.problem !== null;
    this.#state = state;
    // Whether the person is still let in at all is told by an ordinary call.
    if (refused && this.#running) void this.refresh();
    this.#planPoll();
    this.#publish();
  }

  #onOver(): void {
    this.#outdated = true;
    void this.refresh().then(() => {
      // Closed as if finished, yet live: somebody between us and the server hung up.
      if (this.#isLive)
        this.#deps.clock.after(liveLimits.pollEvery, () => this.#connection.retry());
    });
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
      case 'resync':
        if (frame.type === 'resync' || frame.data.epoch !== this.#replica.board?.epoch) {
          this.#distrust();
          void this.refresh();
        }
        return;
      case 'head':
        this.#replica.heard(frame.data.seq);
        if (this.#replica.isBehind) void this.refresh();
        return;
      case 'presence_update':
        this.#replica.meet(frame.data);
        break;
      case 'user_joined':
      case 'user_left':
        this.#replica.meetOne(frame.data);
        break;
      case 'note_editing':
        if (frame.userId) this.#editing.mark(frame.data.note_id, frame.userId);
        return;
      case 'error':
      case 'ping':
      case 'pong':
        return;
      default:
        this.#take(frame);
        if (this.#replica.isBehind) void this.refresh();
    }
    this.#publishSoon();
  }

  #distrust(): void {
    this.#outdated = true;
    this.#replica.distrust();
  }

  #take(event: EventFrame): void {
    this.#onApplied(this.#replica.take(event));
  }

  #onApplied(events: readonly EventFrame[]): void {
    const { board } = this.#replica;
    if (board) this.#pending.settle(board);
    for (const event of events) this.#editing.follow(event);
    this.#unread.push(...events);
    if (events.some((event) => event.type === 'meeting_updated') && !this.#asking) this.#settle();
    this.#publishSoon();
  }

  #publishSoon(): void {
    this.#calloffFrame ??= this.#deps.clock.after(frameTime, () => this.#publish());
  }

  #publish(): void {
    this.#calloffFrame?.();
    this.#calloffFrame = null;
    const { board } = this.#replica;
    this.#view = {
      board: board && this.#pending.over(board),
      error: board ? null : this.#error,
      connection: this.#state,
      editing: this.#editing.marks,
    };
    for (const subscriber of this.#subscribers) subscriber();
    const unread = this.#unread.splice(0);
    if (unread.length === 0) return;
    for (const follower of this.#followers) follower(unread);
  }
}
