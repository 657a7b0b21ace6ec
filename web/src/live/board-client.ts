// One board as one person sees it now: the server's history, what is on its way to it, and who is here.
// It puts the parts together: the connection brings frames, the sync keeps the board true, the queue has one's changes.
import type { Board } from '@wentwell/contract/board';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { EventFrame, ServerFrame } from '@wentwell/contract/live';

import type { BoardApi } from './board-api.ts';
import { BoardSync } from './board-sync.ts';
import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import { type Command, CommandQueue, type DeserializeCommand } from './command-queue.ts';
import type { CommandStore } from './command-store.ts';
import { EditingAnnouncer, type EditingMarks, EditingNotes } from './editing-marks.ts';
import { type ConnectionState, LiveConnection } from './live-connection.ts';
import type { OpenSocket } from './live-socket.ts';

export interface BoardView {
  /** Null until it has come, and again when it may no longer be seen. */
  board: Board | null;
  /** Why there is no board. */
  error: unknown;
  connection: ConnectionState;
  /** How many of one's own changes wait for the server to answer again. */
  waiting: number;
  /** Why they wait although the server answers. */
  delayReason: string | null;
  editing: EditingMarks;
}

export interface BoardClientDeps {
  api: BoardApi;
  clock: Clock;
  page: BrowserState;
  openSocket: OpenSocket;
  random: () => number;
  me: { userId: UserId; userName: string };
  store: CommandStore;
  deserialize: DeserializeCommand;
}

const notConnected: ConnectionState = { status: 'closed', problem: null, comesBack: false };
/** Others' changes reach the screen together, at most once a frame. */
const frameTime = 16;

export class BoardClient {
  readonly #deps: BoardClientDeps;
  readonly #sync: BoardSync;
  readonly #queue: CommandQueue;
  readonly #editing: EditingNotes;
  readonly #announcer: EditingAnnouncer;
  readonly #connection: LiveConnection;
  readonly #subscribers = new Set<() => void>();
  readonly #followers = new Set<(events: readonly EventFrame[]) => void>();
  #state: ConnectionState = notConnected;
  #view: BoardView = {
    board: null,
    error: null,
    connection: notConnected,
    waiting: 0,
    delayReason: null,
    editing: new Map(),
  };
  #unread: EventFrame[] = [];
  #isRunning = false;
  #stopWatching: (() => void) | null = null;
  #cancelFrame: (() => void) | null = null;
  #cancelRejoin: (() => void) | null = null;

  constructor(deps: BoardClientDeps) {
    const { api, clock, page, openSocket, random, me } = deps;
    this.#deps = deps;
    this.#editing = new EditingNotes(clock, () => this.#publishSoon());
    this.#queue = new CommandQueue(deps, {
      changed: () => this.#publish(),
      taken: () => this.#onTaken(),
      shown: () => this.#view.board,
    });
    const address = (): Promise<string | number> => api.address(this.#sync.board?.seq ?? 0);
    this.#connection = new LiveConnection(
      { clock, page, openSocket, random, address, me },
      {
        frame: (frame) => this.#receive(frame),
        unread: (seq) => this.#sync.takeUnread(seq),
        changed: (state) => this.#onConnection(state),
        over: () => this.#onOver(),
      },
    );
    this.#sync = new BoardSync(
      { api, clock, page },
      {
        applied: (events) => this.#onApplied(events),
        answered: (isReached) => this.#onAnswered(isReached),
        asking: () => this.#queue.markAcknowledged(),
        isWaiting: () => this.#queue.hasTaken,
        check: (check) => this.#connection.send({ type: 'check', data: check }),
      },
    );
    this.#announcer = new EditingAnnouncer(clock, (noteId) => {
      this.#connection.send({ type: 'note_editing', data: { note_id: noteId } });
    });
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
    this.#isRunning = true;
    this.#stopWatching = this.#deps.page.subscribe(() => this.#queue.wake());
    this.#sync.start();
    this.#queue.start();
    return () => this.#stop();
  };

  /**
   * Takes a change: shows it at once, sends it, and keeps it while nobody answers. Tells in the end whether the server
   * took it; where it did not, the command has told the person.
   */
  readonly run = (command: Command): Promise<boolean> => this.#queue.run(command);

  /** Gets what is missing now, rather than with the next event or poll. */
  readonly refresh = (): Promise<void> => this.#sync.refresh();

  readonly reconnect = (): void => {
    this.#connection.retry();
    this.#queue.wake();
    void this.refresh();
  };

  /** To be called at every keystroke: tells the others that one is at work on a note. */
  readonly announceEditing = (noteId: NoteId): void => this.#announcer.typed(noteId);

  #stop(): void {
    this.#isRunning = false;
    this.#stopWatching?.();
    this.#queue.stop();
    this.#sync.stop();
    this.#connection.stop();
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#cancelRejoin?.();
    this.#editing.clear();
  }

  #onApplied(events: readonly EventFrame[]): void {
    const { board } = this.#sync;
    if (board) this.#queue.settle(board);
    for (const event of events) this.#editing.follow(event);
    this.#unread.push(...events);
    if (events.some((event) => event.type === 'meeting_updated')) this.#connectAsNeeded();
    this.#publishSoon();
  }

  /** After every answer: connect or part as the meeting's status says. */
  #onAnswered(isReached: boolean): void {
    this.#connectAsNeeded();
    this.#connection.reportCall(isReached);
    if (isReached && this.#queue.waiting > 0) this.#queue.wake();
    this.#publish();
  }

  #connectAsNeeded(): void {
    if (!this.#isRunning) return;
    if (this.#sync.isLive) this.#connection.start();
    else this.#connection.stop();
  }

  #onTaken(): void {
    const { board } = this.#sync;
    if (board) this.#queue.settle(board);
    // The socket, being down, does not bring what the answer began.
    if (this.#state.status === 'open') this.#sync.planPoll();
    else void this.refresh();
  }

  #onConnection(state: ConnectionState): void {
    const isRefused = state.status === 'closed' && !state.comesBack && state.problem !== null;
    const opens = state.status === 'open' && this.#state.status !== 'open';
    this.#state = state;
    this.#sync.watch(state.status === 'open');
    // Whether the person is still let in at all is told by an ordinary call.
    if (isRefused && this.#isRunning) void this.refresh();
    if (opens) this.#queue.wake();
    this.#publish();
  }

  #onOver(): void {
    this.#sync.invalidate();
    void this.refresh().then(() => {
      // Closed as if finished, yet live: somebody between us and the server hung up.
      if (!this.#sync.isLive) return;
      const rejoin = (): void => this.#connection.retry();
      this.#cancelRejoin = this.#deps.clock.after(liveLimits.pollEvery, rejoin);
    });
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.#sync.welcome(frame.data);
        return;
      case 'resync':
        this.#sync.resync(frame.data.epoch);
        return;
      case 'head':
        this.#sync.heard(frame.data.seq);
        return;
      case 'presence_update':
        this.#sync.meet(frame.data);
        break;
      case 'user_joined':
      case 'user_left':
        this.#sync.meetOne(frame.data);
        break;
      case 'note_editing':
        if (frame.userId) this.#editing.mark(frame.data.note_id, frame.userId);
        return;
      case 'error':
      case 'ping':
      case 'pong':
        return;
      default:
        this.#sync.take(frame);
        return;
    }
    this.#publishSoon();
  }

  #publishSoon(): void {
    this.#cancelFrame ??= this.#deps.clock.after(frameTime, () => this.#publish());
  }

  #publish(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    const { board, error } = this.#sync;
    this.#view = {
      board: board && this.#queue.over(board),
      error,
      connection: this.#state,
      waiting: this.#queue.waiting,
      delayReason: this.#queue.delayReason,
      editing: this.#editing.marks,
    };
    for (const subscriber of this.#subscribers) subscriber();
    const unread = this.#unread.splice(0);
    if (unread.length === 0) return;
    for (const follower of this.#followers) follower(unread);
  }
}
