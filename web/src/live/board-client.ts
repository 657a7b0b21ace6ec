// One board as a user sees it: the live board with the user's pending changes.
import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { ClientFrame, DragTarget } from '@wentwell/contract/live/live';
import type { ColumnId } from '@wentwell/contract/notes/columns';

import { type BoardSnapshot, createPresenter } from '#web/board/board-snapshot';
import { notesNoLongerEdited, type ShownChange, touchedNotes } from '#web/board/shown-change';
import { Subscribers } from '#web/subscribers';

import { CommandQueue } from './command-queue.ts';
import type { CommandStore } from './command-store.ts';
import { LiveBoard, type LiveBoardDeps, type PassingFrame } from './live-board.ts';
import type { ConnectionState } from './live-connection.ts';
import { MarkedNotes, type NoteMarks } from './note-marks.ts';
import type { QueuedCommand, DeserializeCommand } from './queued-command.ts';

export interface BoardView {
  /** Null until loaded, and again once the user may no longer see it. */
  board: Board | null;
  snapshot: BoardSnapshot | null;
  error: unknown;
  connection: ConnectionState;
  /** How many of the user's changes wait to be sent, or for an answer for more than 5 s. */
  waiting: number;
  /** Ids of elements whose change has been pending for more than a second. */
  marked: ReadonlySet<string>;
  /** Why the server makes changes wait. */
  delayReason: string | null;
  editing: NoteMarks;
  dragging: NoteMarks;
  screens: number;
  /** How many others are writing a note, by column. */
  typing: Partial<Record<ColumnId, number>>;
}

export type PassingSignal = Extract<PassingFrame, { type: 'floating_reaction' | 'guests_changed' }>;
type OwnSignal = Extract<
  ClientFrame,
  { type: 'typing' | 'floating_reaction' | 'note_editing' | 'note_dragging' }
>;

/** `before` is the board as this page showed it before the changes, including pending ones. */
type Published = [changes: readonly ShownChange[], before: Board | null];

interface Publication {
  changes: readonly ShownChange[];
  before: Board | null;
  now: Board | null;
}

export interface BoardClientDeps extends LiveBoardDeps {
  me: { userId: UserId; userName: string };
  store: CommandStore;
  deserialize: DeserializeCommand;
}

/** Incoming changes are published together, at most once per frame. */
const frameMs = 16;
/** Bounded, because nobody drops them if the late code fails to load. */
const maxEarlier = 200;

export class BoardClient {
  readonly #deps: BoardClientDeps;
  readonly #live: LiveBoard;
  readonly #queue: CommandQueue;
  readonly #editing: MarkedNotes<[noteId: NoteId]>;
  readonly #dragging: MarkedNotes<[noteId: NoteId, over: DragTarget]>;
  readonly #views = new Subscribers();
  readonly #changes = new Subscribers<Published>();
  readonly #signals = new Subscribers<[signal: PassingSignal]>();
  #connectionState: ConnectionState = { status: 'closed', problem: null, willReconnect: false };
  #view: BoardView;
  #unpublishedChanges: ShownChange[] = [];
  #earlier: Publication[] | null = [];
  readonly #present = createPresenter();
  #screens = 0;
  #typing: BoardView['typing'] = {};
  #unsubscribe: (() => void) | null = null;
  #cancelFrame: (() => void) | null = null;
  #publishedAt = 0;

  constructor(deps: BoardClientDeps) {
    const { clock } = deps;
    this.#deps = deps;
    const onChange = (): void => this.#schedulePublish();
    this.#editing = new MarkedNotes(clock, {
      maxAge: liveLimits.noteEditingMaxAge,
      // Shorter than the mark's lifetime, so that it does not flicker for others.
      repeatMs: 2000,
      changeMs: 0,
      endedBy: notesNoLongerEdited,
      onChange,
      send: (noteId) => this.sendSignal({ type: 'note_editing', data: { note_id: noteId } }),
    });
    this.#dragging = new MarkedNotes(clock, {
      maxAge: liveLimits.noteDraggingMaxAge,
      // The server drops more frequent messages (docs/live-protocol.md S-30).
      repeatMs: 1000,
      changeMs: 100,
      endedBy: (change) => touchedNotes(change).map(({ id }) => id),
      onChange,
      send: (note_id, over) => this.sendSignal({ type: 'note_dragging', data: { note_id, over } }),
    });
    this.#queue = new CommandQueue(deps, {
      onChange: () => this.#publish(),
      onAcknowledged: () => this.#onAcknowledged(),
      visibleBoard: () => this.#view.board,
    });
    this.#live = new LiveBoard(deps, {
      onApplied: (changes) => this.#onApplied(changes),
      onRefreshed: (isReached) => this.#onRefreshed(isReached),
      captureAcknowledged: () => this.#queue.captureAcknowledged(),
      hasUnconfirmed: () => this.#queue.hasAcknowledged,
      sendCheck: (check) => this.#live.connection.send({ type: 'check', data: check }),
      onConnectionState: (state) => this.#onConnectionState(state),
      onPassingFrame: (frame) => this.#onPassingFrame(frame),
      onChange,
    });
    this.#view = this.#currentView();
  }

  readonly getSnapshot = (): BoardView => this.#view;

  get confirmed(): Board | null {
    return this.#live.sync.board;
  }

  readonly subscribe = this.#views.subscribe;

  /** Delivers changes in order, once the view includes them. Returns a function that unsubscribes. */
  readonly subscribeToChanges = this.#changes.subscribe;

  /** Publications before the late code loaded; empty after `dropEarlierPublications`. */
  get earlierPublications(): readonly Publication[] {
    return this.#earlier ?? [];
  }

  dropEarlierPublications(): void {
    this.#earlier = null;
  }

  /** For late code: like `subscribeToChanges`, but first delivers the earlier publications. */
  readonly subscribeToAllChanges = (
    subscriber: (...published: Published) => void,
  ): (() => void) => {
    for (const { changes, before } of this.earlierPublications) {
      if (changes.length > 0) subscriber(changes, before);
    }
    return this.subscribeToChanges(subscriber);
  };

  readonly subscribeToSignals = this.#signals.subscribe;

  /** Dropped while there is no socket. */
  readonly sendSignal = (signal: OwnSignal): void => this.#live.connection.send(signal);

  /** Loads the board and keeps it current, with a socket while the meeting is live. Returns a function that stops. */
  readonly start = (): (() => void) => {
    this.#unsubscribe = this.#deps.page.subscribe(() => this.#queue.retryNow());
    this.#live.start();
    this.#queue.start();
    return () => this.#stop();
  };

  /** Shows the change and sends it until the server responds. Resolves to whether it was acknowledged. */
  readonly run = (command: QueuedCommand): Promise<boolean> => this.#queue.run(command);

  /** The board command of a pending command; the demo carries it out itself. */
  readonly boardCommandOf = (key: string): Command | undefined => this.#queue.boardCommandOf(key);

  /** Fetches what is missing now, without waiting for the next change or poll. */
  readonly refresh = (): Promise<void> => this.#live.sync.refresh();

  /** Shows a change that a call of this page has made. With a socket it arrives by itself. */
  readonly fetchOwnChange = (): void => {
    if (this.#connectionState.status === 'open') this.#live.sync.schedulePoll();
    else void this.#live.sync.refreshAfterCall();
  };

  readonly reconnect = (): void => {
    this.#live.connection.retry();
    this.#queue.retryNow();
    void this.refresh();
  };

  /** Call at every keystroke in a note; announcements are throttled. */
  readonly announceEditing = (noteId: NoteId): void => this.#editing.announce(noteId);

  /** Call on every move of a dragged note, and once a second while it rests; announcements are throttled. */
  readonly announceDragging = (noteId: NoteId, over: DragTarget): void =>
    this.#dragging.announce(noteId, over);

  #stop(): void {
    this.#unsubscribe?.();
    this.#queue.stop();
    this.#live.stop();
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#editing.clear();
    this.#dragging.clear();
  }

  #onApplied(changes: readonly ShownChange[]): void {
    this.#queue.completeConfirmed(this.#live.sync);
    for (const change of changes) {
      this.#editing.onChange(change);
      this.#dragging.onChange(change);
    }
    this.#unpublishedChanges.push(...changes);
    this.#schedulePublish();
  }

  #onRefreshed(isReached: boolean): void {
    if (isReached && this.#queue.waiting > 0) this.#queue.retryNow();
    this.#publish();
  }

  #onAcknowledged(): void {
    this.#queue.completeConfirmed(this.#live.sync);
    this.fetchOwnChange();
  }

  #onConnectionState(state: ConnectionState): void {
    const isRefused = state.status === 'closed' && !state.willReconnect && state.problem !== null;
    const hasOpened = state.status === 'open' && this.#connectionState.status !== 'open';
    this.#connectionState = state;
    // An HTTP call finds out whether the user still has access.
    if (isRefused && this.#live.isRunning) void this.refresh();
    if (hasOpened) this.#queue.retryNow();
    this.#publish();
  }

  /** A socket may look open long after the network is lost: unanswered changes reveal it earlier. */
  #visibleConnection(): ConnectionState {
    const state = this.#connectionState;
    return state.status === 'open' && this.#queue.isUnanswered
      ? { status: 'closed', problem: null, willReconnect: true }
      : state;
  }

  #onPassingFrame(frame: PassingFrame): void {
    switch (frame.type) {
      case 'note_editing':
        if (frame.userId) this.#editing.mark(frame.data.note_id, frame.userId);
        return;
      case 'note_dragging':
        this.#dragging.mark(frame.data.note_id, frame.userId);
        return;
      case 'floating_reaction':
      case 'guests_changed':
        this.#signals.call(frame);
        return;
      case 'typing':
        this.#typing = frame.data.counts;
        break;
      case 'screens':
        this.#screens = frame.data.count;
        break;
    }
    this.#schedulePublish();
  }

  /** Publishes a single change immediately; changes within one frame wait for its end. */
  #schedulePublish(): void {
    if (this.#cancelFrame) return;
    const { clock } = this.#deps;
    const sincePublished = clock.now() - this.#publishedAt;
    // Negative where the clock was set back.
    const wait = sincePublished < 0 ? frameMs : Math.max(0, frameMs - sincePublished);
    this.#cancelFrame = clock.setTimer(wait, () => this.#publish());
  }

  #publish(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#publishedAt = this.#deps.clock.now();
    const before = this.#view.board;
    this.#view = this.#currentView();
    this.#views.call();
    const changes = this.#unpublishedChanges.splice(0);
    this.#keepEarlier({ changes, before, now: this.#view.board });
    // A new subscriber has received this publication among the earlier ones.
    if (changes.length > 0) this.#changes.call(changes, before);
  }

  #currentView(): BoardView {
    const { snapshot: confirmed, error } = this.#live.sync;
    const snapshot = confirmed && this.#queue.decidePending(confirmed);
    return {
      board: snapshot && this.#present(snapshot),
      snapshot,
      error,
      connection: this.#visibleConnection(),
      waiting: this.#queue.waiting,
      marked: this.#queue.marked,
      delayReason: this.#queue.delayReason,
      editing: this.#editing.marks,
      dragging: this.#dragging.marks,
      screens: this.#screens,
      typing: this.#typing,
    };
  }

  #keepEarlier(publication: Publication): void {
    const { changes, before, now } = publication;
    if (!this.#earlier || (changes.length === 0 && before === now)) return;
    this.#earlier.push(publication);
    if (this.#earlier.length > maxEarlier) this.#earlier.shift();
  }
}
