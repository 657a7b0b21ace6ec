// One board as one user sees it now: the server's state, the user's own pending changes, and who is present.
// Connects the parts: the connection delivers frames, the sync keeps the board current, the queue holds own changes.
import type { Board } from '@wentwell/contract/board';
import { mayChangeStatus, noteEditedBy, touchedNotes } from '@wentwell/contract/board-features';
import type { ColumnId } from '@wentwell/contract/columns';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { ClientFrame, DragTarget, EventFrame, ServerFrame } from '@wentwell/contract/live';

import type { BoardApi } from './board-api.ts';
import { BoardSync } from './board-sync.ts';
import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import { CommandQueue } from './command-queue.ts';
import type { CommandStore } from './command-store.ts';
import type { Command, DeserializeCommand } from './command.ts';
import type { ConnectionState } from './connection-state.ts';
import { LiveConnection } from './live-connection.ts';
import type { OpenSocket } from './live-socket.ts';
import { DraggingAnnouncer, EditingAnnouncer, MarkedNotes, type NoteMarks } from './note-marks.ts';

export interface BoardView {
  /** Null until it is loaded, and again when the user may no longer see it. */
  board: Board | null;
  /** Why there is no board. */
  error: unknown;
  connection: ConnectionState;
  /** How many of the user's own changes wait for the server to respond again. */
  waiting: number;
  /** Why they wait although the server responds. */
  delayReason: string | null;
  /** Who is editing which note, and who is dragging it. */
  editing: NoteMarks;
  dragging: NoteMarks;
  /** Add it to the browser's time to get the server's, in ms; 0 until the socket has told it. */
  clockOffset: number;
  /** How many screens show the board. */
  screens: number;
  /** How many others are writing a note, by column. */
  typing: Partial<Record<ColumnId, number>>;
}

/** What passes over a board and is stored nowhere. */
export type PassingSignal = Extract<ServerFrame, { type: 'floating_reaction' }>;
type OwnSignal = Extract<ClientFrame, { type: 'typing' | 'floating_reaction' }>;

/** `before` is the board as this page showed it before the events, with the user's own pending changes. */
type EventSubscriber = (events: readonly EventFrame[], before: Board | null) => void;

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

const notConnected: ConnectionState = { status: 'closed', problem: null, willReconnect: false };
/** Incoming changes are published together, at most once per animation frame. */
const frameMs = 16;

export class BoardClient {
  readonly #deps: BoardClientDeps;
  readonly #sync: BoardSync;
  readonly #queue: CommandQueue;
  readonly #editing: MarkedNotes;
  readonly #dragging: MarkedNotes;
  readonly #editingAnnouncer: EditingAnnouncer;
  readonly #draggingAnnouncer: DraggingAnnouncer;
  readonly #connection: LiveConnection;
  readonly #subscribers = new Set<() => void>();
  readonly #eventSubscribers = new Set<EventSubscriber>();
  readonly #signalSubscribers = new Set<(signal: PassingSignal) => void>();
  #connectionState: ConnectionState = notConnected;
  #view: BoardView = {
    board: null,
    error: null,
    connection: notConnected,
    waiting: 0,
    delayReason: null,
    editing: new Map(),
    dragging: new Map(),
    clockOffset: 0,
    screens: 0,
    typing: {},
  };
  #unpublishedEvents: EventFrame[] = [];
  #clockOffset = 0;
  #screens = 0;
  #typing: BoardView['typing'] = {};
  #isRunning = false;
  #unsubscribe: (() => void) | null = null;
  #cancelFrame: (() => void) | null = null;
  #cancelRejoin: (() => void) | null = null;

  constructor(deps: BoardClientDeps) {
    const { api, clock, page, openSocket, random, me } = deps;
    this.#deps = deps;
    const onChange = (): void => this.#schedulePublish();
    this.#editing = new MarkedNotes(clock, {
      maxAge: liveLimits.noteEditingMaxAge,
      endedBy: (event) => [noteEditedBy(event)].filter((id) => id !== null),
      onChange,
    });
    this.#dragging = new MarkedNotes(clock, {
      maxAge: liveLimits.noteDraggingMaxAge,
      endedBy: (event) => touchedNotes(event).map(({ id }) => id),
      onChange,
    });
    this.#queue = new CommandQueue(deps, {
      onChange: () => this.#publish(),
      onAcknowledged: () => this.#onAcknowledged(),
      visibleBoard: () => this.#view.board,
    });
    const requestAddress = (): Promise<string | number> =>
      api.requestSocketAddress(this.#sync.board?.seq ?? 0);
    this.#connection = new LiveConnection(
      { clock, page, openSocket, random, requestAddress, me },
      {
        onFrame: (frame) => this.#onFrame(frame),
        onUnreadableEvent: (seq) => this.#sync.onUnreadableEvent(seq),
        onStateChange: (state) => this.#onConnectionState(state),
        onNotLive: () => this.#onNotLive(),
      },
    );
    this.#sync = new BoardSync(
      { api, clock, page },
      {
        onApplied: (events) => this.#onApplied(events),
        onRefreshed: (isReached) => this.#onRefreshed(isReached),
        onRequest: () => this.#queue.captureAcknowledged(),
        hasUnconfirmed: () => this.#queue.hasAcknowledged,
        sendCheck: (check) => this.#connection.send({ type: 'check', data: check }),
      },
    );
    this.#editingAnnouncer = new EditingAnnouncer(clock, (noteId) => {
      this.#connection.send({ type: 'note_editing', data: { note_id: noteId } });
    });
    this.#draggingAnnouncer = new DraggingAnnouncer(clock, (noteId, over) => {
      this.#connection.send({ type: 'note_dragging', data: { note_id: noteId, over } });
    });
  }

  readonly getSnapshot = (): BoardView => this.#view;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Delivers the board's events in order, after their effect is published. Returns a function that unsubscribes. */
  readonly subscribeToEvents = (subscriber: EventSubscriber): (() => void) => {
    this.#eventSubscribers.add(subscriber);
    return () => this.#eventSubscribers.delete(subscriber);
  };

  readonly subscribeToSignals = (subscriber: (signal: PassingSignal) => void): (() => void) => {
    this.#signalSubscribers.add(subscriber);
    return () => this.#signalSubscribers.delete(subscriber);
  };

  /** Dropped while there is no socket. */
  readonly sendSignal = (signal: OwnSignal): void => this.#connection.send(signal);

  /** Loads the board and keeps it up to date, with a socket while the meeting is live. Returns a function that stops. */
  readonly start = (): (() => void) => {
    this.#isRunning = true;
    this.#unsubscribe = this.#deps.page.subscribe(() => this.#queue.retryNow());
    this.#sync.start();
    this.#queue.start();
    return () => this.#stop();
  };

  /**
   * Shows the change at once, sends it, and keeps it while the server is unreachable. Resolves to whether the server
   * acknowledged it; where it did not, the command has reported that to the user.
   */
  readonly run = (command: Command): Promise<boolean> => this.#queue.run(command);

  /** Fetches what is missing now, without waiting for the next event or poll. */
  readonly refresh = (): Promise<void> => this.#sync.refresh();

  readonly reconnect = (): void => {
    this.#connection.retry();
    this.#queue.retryNow();
    void this.refresh();
  };

  /** Call at every keystroke in a note; announcements are throttled. */
  readonly announceEditing = (noteId: NoteId): void => this.#editingAnnouncer.onKeystroke(noteId);

  /** Call at every move of a note in the hand, and once a second while it is held still; announcements are throttled. */
  readonly announceDragging = (noteId: NoteId, over: DragTarget): void =>
    this.#draggingAnnouncer.onMove(noteId, over);

  #stop(): void {
    this.#isRunning = false;
    this.#unsubscribe?.();
    this.#queue.stop();
    this.#sync.stop();
    this.#connection.stop();
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#cancelRejoin?.();
    this.#editing.clear();
    this.#dragging.clear();
  }

  #onApplied(events: readonly EventFrame[]): void {
    const { board } = this.#sync;
    if (board) this.#queue.completeConfirmed(board);
    for (const event of events) {
      this.#editing.onEvent(event);
      this.#dragging.onEvent(event);
    }
    this.#unpublishedEvents.push(...events);
    if (events.some(mayChangeStatus)) this.#connectAsNeeded();
    this.#schedulePublish();
  }

  #onRefreshed(isReached: boolean): void {
    this.#connectAsNeeded();
    this.#connection.reportResponse(isReached);
    if (isReached && this.#queue.waiting > 0) this.#queue.retryNow();
    this.#publish();
  }

  #connectAsNeeded(): void {
    if (!this.#isRunning) return;
    if (this.#sync.isLive) this.#connection.start();
    else this.#connection.stop();
  }

  #onAcknowledged(): void {
    const { board } = this.#sync;
    if (board) this.#queue.completeConfirmed(board);
    // Without a socket, the event of the acknowledged command has to be fetched.
    if (this.#connectionState.status === 'open') this.#sync.schedulePoll();
    else void this.refresh();
  }

  #onConnectionState(state: ConnectionState): void {
    const isRefused = state.status === 'closed' && !state.willReconnect && state.problem !== null;
    const hasOpened = state.status === 'open' && this.#connectionState.status !== 'open';
    this.#connectionState = state;
    this.#sync.setSocketOpen(state.status === 'open');
    // An HTTP call finds out whether the user still has access.
    if (isRefused && this.#isRunning) void this.refresh();
    if (hasOpened) this.#queue.retryNow();
    this.#publish();
  }

  #onNotLive(): void {
    this.#sync.invalidate();
    void this.refresh().then(() => {
      // The socket was closed as if the meeting were over, but it is live: a proxy closed it.
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
      case 'note_editing':
        if (frame.userId) this.#editing.mark(frame.data.note_id, frame.userId);
        return;
      case 'note_dragging':
        this.#dragging.mark(frame.data.note_id, frame.userId);
        return;
      case 'typing':
        this.#typing = frame.data.counts;
        break;
      case 'floating_reaction':
        for (const subscriber of this.#signalSubscribers) subscriber(frame);
        return;
      case 'screens':
        this.#screens = frame.data.count;
        break;
      case 'error':
      case 'ping':
      case 'pong':
        return;
      default:
        this.#sync.onEvent(frame);
        return;
    }
    this.#schedulePublish();
  }

  #schedulePublish(): void {
    this.#cancelFrame ??= this.#deps.clock.setTimer(frameMs, () => this.#publish());
  }

  #publish(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    const { board, error } = this.#sync;
    const before = this.#view.board;
    this.#view = {
      board: board && this.#queue.applyPending(board),
      error,
      connection: this.#connectionState,
      waiting: this.#queue.waiting,
      delayReason: this.#queue.delayReason,
      editing: this.#editing.marks,
      dragging: this.#dragging.marks,
      clockOffset: this.#clockOffset,
      screens: this.#screens,
      typing: this.#typing,
    };
    for (const subscriber of this.#subscribers) subscriber();
    const events = this.#unpublishedEvents.splice(0);
    if (events.length === 0) return;
    for (const subscriber of this.#eventSubscribers) subscriber(events, before);
  }
}
