// The user's changes until the board includes them: shown immediately, sent in order, rolled back if refused.
import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import { limits } from '@wentwell/contract/limits';

import { sortableId } from '#web/api/random-ids';
import { UnreadableAnswerError } from '#web/api/request';
import type { BoardSnapshot } from '#web/board/board-snapshot';
import { withPending } from '#web/board/pending';

import type { BrowserState } from './browser-state.ts';
import { type Clock, withDeadline } from './clock.ts';
import type { CommandStore, StoredCommand } from './command-store.ts';
import type { QueuedCommand, Confirmation, DeserializeCommand } from './queued-command.ts';
import { classifyFailure, describeDelay, maxServerErrors, retryDelay } from './retry-rules.ts';

export interface QueueDeps {
  clock: Clock;
  page: Pick<BrowserState, 'isOnline'>;
  store: CommandStore;
  deserialize: DeserializeCommand;
}

export interface QueueCallbacks {
  /** The visible board or the number of waiting commands may have changed. */
  onChange(): void;
  onAcknowledged(): void;
  visibleBoard(): Board | null;
}

interface ConfirmedBoard {
  readonly seq: number;
  readonly board: Board | null;
}

interface Entry {
  key: string;
  command: QueuedCommand;
  /** In ms since 1970, by the server's clock. */
  madeAt: number;
  /** Made in an anonymous meeting, so it is never sent with a name. */
  isUnnamed: boolean;
  /** Lower bound of the waiting time, in ms. Counted by timers, because the clock may be corrected. */
  waitedMs: number;
  state: 'waiting' | 'sending' | 'acknowledged';
  serverErrors: number;
  isConfirmed: (confirmed: ConfirmedBoard) => boolean;
  outcome: Promise<boolean>;
  resolve: (isAcknowledged: boolean) => void;
}

/** More would take too long to send after a reconnect. */
const maxWaiting = 200;
const maxConcurrent = 6;
/** In ms. A longer wait marks the change; after `unansweredAfter` the connection counts as uncertain. */
const markedAfter = 1000;
const unansweredAfter = 5000;

const tooManyText =
  "Too many changes are waiting to be sent. Please wait until you're back online.";
const namedText =
  'This meeting is no longer anonymous. This was not sent, as it would show your name.';
const tooOldText = 'This change was made more than a day ago and never reached the server.';

export class CommandQueue {
  readonly #deps: QueueDeps;
  readonly #callbacks: QueueCallbacks;
  #entries = new Set<Entry>();
  // After an unanswered attempt, commands are sent one by one in creation order until the queue is empty.
  #isSequential = false;
  #failures = 0;
  // `isFirm`: the server set the delay, and `retryNow` does not shorten it.
  #retry: { cancel: () => void; isFirm: boolean } | null = null;
  #delayReason: string | null = null;
  #isStopped = true;
  #closeStore: () => void = () => {};

  constructor(deps: QueueDeps, callbacks: QueueCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
  }

  /** Adopts and sends the commands of closed pages, now and whenever another page closes. */
  start(): void {
    this.#isStopped = false;
    this.#closeStore = this.#deps.store.open((commands) => {
      this.#adopt(commands);
      this.#sendWaiting();
    });
    this.#sendWaiting();
  }

  /** Requests in flight complete. Unacknowledged commands wait for the next visit. */
  stop(): void {
    this.#isStopped = true;
    this.#closeStore();
    this.#cancelRetry();
  }

  /** Resolves to whether the server acknowledged the command; may take long while the server is unreachable. */
  run(command: QueuedCommand): Promise<boolean> {
    const duplicate = this.#findDuplicate(command);
    if (duplicate) return duplicate.outcome;
    const waiting = this.#unsent();
    if (waiting.length >= maxWaiting) {
      command.onRefused(new Error(tooManyText), this.#callbacks.visibleBoard());
      return Promise.resolve(false);
    }
    const isUnnamed = this.#callbacks.visibleBoard()?.meeting.settings.anonymous === true;
    const madeAt = this.#deps.clock.now();
    const { outcome, key } = this.#add({ key: sortableId(), command, isUnnamed }, madeAt);
    const { kind, input } = command;
    this.#deps.store.add({ key, kind, input, isUnnamed, madeAt });
    this.#sendWaiting();
    return outcome;
  }

  /** Call on any sign that the server responds again. */
  retryNow(): void {
    if (!this.#retry?.isFirm) this.#cancelRetry();
    this.#sendWaiting();
  }

  /** How many commands wait: all of a sequential queue, otherwise those without an answer for 5 s. */
  get waiting(): number {
    return this.#isSequential ? this.#unsent().length : this.#olderThan(unansweredAfter).length;
  }

  /** Ids of elements whose change has been pending for more than a second. */
  get marked(): ReadonlySet<string> {
    const late = this.#olderThan(markedAfter);
    return new Set(late.map(({ command }) => command.shownOn ?? command.queueKey));
  }

  /** The server may be out of reach, although nothing has failed yet. */
  get isUnanswered(): boolean {
    return this.#olderThan(unansweredAfter).length > 0;
  }

  /** Why the server makes commands wait; null if it does not respond, or nothing waits. */
  get delayReason(): string | null {
    return this.waiting > 0 ? this.#delayReason : null;
  }

  /** The server has acknowledged a command that the board does not include yet. */
  get hasAcknowledged(): boolean {
    return [...this.#entries].some(({ state }) => state === 'acknowledged');
  }

  /** The board with the effect of each pending board command that is still allowed. */
  decidePending(snapshot: BoardSnapshot): BoardSnapshot {
    const pending = [...this.#entries].flatMap(({ madeAt, command: { boardCommand } }) =>
      boardCommand ? [{ madeAt, boardCommand }] : [],
    );
    return withPending(snapshot, pending);
  }

  boardCommandOf(key: string): Command | undefined {
    return [...this.#entries].find((entry) => entry.key === key)?.command.boardCommand;
  }

  /** Removes the commands that the board includes. Call after each change, because the next one may undo it. */
  completeConfirmed(confirmed: ConfirmedBoard): void {
    for (const entry of this.#entries) {
      if (entry.state === 'acknowledged' && entry.isConfirmed(confirmed))
        this.#entries.delete(entry);
    }
  }

  /** Returns a function that removes the commands acknowledged by now: a board fetched later includes them. */
  captureAcknowledged(): () => void {
    const acknowledged = [...this.#entries].filter(({ state }) => state === 'acknowledged');
    return () => {
      for (const entry of acknowledged) this.#entries.delete(entry);
    };
  }

  #adopt(commands: readonly StoredCommand[]): void {
    const known = new Set([...this.#entries].map(({ key }) => key));
    const oldest = this.#deps.clock.now() - limits.receiptMaxAge;
    for (const { key, kind, input, madeAt, isUnnamed } of commands) {
      if (known.has(key)) continue;
      const command = this.#deps.deserialize(kind, input);
      if (command && madeAt >= oldest) {
        this.#isSequential = true;
        this.#add({ key, command, isUnnamed: isUnnamed === true }, madeAt);
      } else {
        this.#deps.store.remove(key);
        command?.onRefused(new Error(tooOldText), null);
      }
    }
    // Keys sort by creation time, so the older commands of another page are sent first.
    this.#entries = new Set([...this.#entries].toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  }

  #unsent(): Entry[] {
    return [...this.#entries].filter(({ state }) => state !== 'acknowledged');
  }

  /** A second click on the same button. Commands set values, so a duplicate changes nothing. */
  #findDuplicate(command: QueuedCommand): Entry | null {
    const last = this.#unsent().findLast((entry) => entry.command.queueKey === command.queueKey);
    if (last?.command.kind !== command.kind) return null;
    return JSON.stringify(last.command.input) === JSON.stringify(command.input) ? last : null;
  }

  #olderThan(age: number): Entry[] {
    return this.#unsent().filter(({ waitedMs }) => waitedMs >= age);
  }

  /** `madeAt` is in ms since 1970. */
  #add(made: Pick<Entry, 'key' | 'command' | 'isUnnamed'>, madeAt: number): Entry {
    const { promise: outcome, resolve } = Promise.withResolvers<boolean>();
    const entry: Entry = {
      ...made,
      madeAt,
      waitedMs: 0,
      state: 'waiting',
      serverErrors: 0,
      isConfirmed: () => false,
      outcome,
      resolve,
    };
    this.#entries.add(entry);
    const { clock } = this.#deps;
    for (const age of [markedAfter, unansweredAfter]) {
      const left = Math.min(age, madeAt + age - clock.now());
      clock.setTimer(Math.max(0, left), () => {
        entry.waitedMs = age;
        const isWaiting = this.#entries.has(entry) && entry.state !== 'acknowledged';
        if (isWaiting && !this.#isStopped) this.#callbacks.onChange();
      });
    }
    return entry;
  }

  #sendWaiting(): void {
    const mustWait = !this.#deps.page.isOnline() || this.#retry !== null;
    if (mustWait) this.#isSequential = true;
    if (this.#unsent().length === 0) this.#isSequential = false;
    if (!mustWait && !(this.#isStopped && this.#isSequential)) {
      for (let next = this.#nextToSend(); next; next = this.#nextToSend()) this.#send(next);
    }
    this.#callbacks.onChange();
  }

  /** The first waiting command that follows no unsent one, if one more may be sent now. */
  #nextToSend(): Entry | undefined {
    const unsent = this.#unsent();
    const sending = unsent.filter(({ state }) => state === 'sending').length;
    if (sending >= (this.#isSequential ? 1 : maxConcurrent)) return undefined;
    const busy = new Set<string>();
    return unsent.find(({ state, command: { queueKey, alsoQueues = [] } }) => {
      const keys = [queueKey, ...alsoQueues];
      const mustFollow = keys.some((key) => busy.has(key));
      for (const key of keys) busy.add(key);
      return state === 'waiting' && !mustFollow;
    });
  }

  /** Marks the command as sending, or removes it. */
  #send(entry: Entry): void {
    const settings = this.#callbacks.visibleBoard()?.meeting.settings;
    // Names are enabled only before the first note, so nothing else depended on an unnamed note.
    if (entry.isUnnamed && entry.command.startsQueue && settings?.anonymous === false) {
      this.#refuse(entry, new Error(namedText));
      return;
    }
    entry.state = 'sending';
    void withDeadline(this.#deps.clock, (signal) => entry.command.send(entry.key, signal)).then(
      (confirmation) => this.#onAcknowledged(entry, confirmation),
      (error: unknown) => this.#onFailure(entry, error),
    );
  }

  #onAcknowledged(entry: Entry, confirmation: Confirmation): void {
    entry.state = 'acknowledged';
    entry.isConfirmed = ({ seq, board }) =>
      'seq' in confirmation
        ? seq >= confirmation.seq
        : board !== null && confirmation.isConfirmed(board);
    this.#failures = 0;
    this.#delayReason = null;
    this.#deps.store.remove(entry.key);
    entry.resolve(true);
    this.#callbacks.onAcknowledged();
    this.#sendWaiting();
  }

  #onFailure(entry: Entry, error: unknown): void {
    // A success with an unreadable body is still a success.
    if (error instanceof UnreadableAnswerError) {
      this.#onAcknowledged(entry, { isConfirmed: () => true });
      return;
    }
    entry.state = 'waiting';
    const outcome = classifyFailure(error);
    if (outcome === 'failed') entry.serverErrors += 1;
    const isRefused = outcome === 'refused' || entry.serverErrors >= maxServerErrors;
    if (isRefused && !this.#isStopped) {
      this.#failures = 0;
      this.#delayReason = null;
      this.#refuse(entry, error);
    } else {
      this.#isSequential = true;
      if (outcome === 'unanswered' || outcome === 'failed') this.#retryLater(error);
    }
    if (outcome === 'signed-out') this.#callbacks.onChange();
    else this.#sendWaiting();
  }

  #refuse(entry: Entry, error: unknown): void {
    const board = this.#callbacks.visibleBoard();
    const refused = entry.command.startsQueue
      ? this.#unsent().filter(({ command }) => command.queueKey === entry.command.queueKey)
      : [entry];
    for (const each of refused) {
      this.#entries.delete(each);
      this.#deps.store.remove(each.key);
    }
    const later = refused.filter((each) => each !== entry).map(({ command }) => command.input);
    entry.command.onRefused(error, board, later);
    for (const each of refused) each.resolve(false);
  }

  #retryLater(error: unknown): void {
    this.#delayReason = describeDelay(error);
    if (this.#isStopped || this.#retry) return;
    const { delay, isFirm } = retryDelay(error, this.#failures);
    this.#failures += 1;
    const cancel = this.#deps.clock.setTimer(delay, () => {
      this.#retry = null;
      this.#sendWaiting();
    });
    this.#retry = { cancel, isFirm };
  }

  #cancelRetry(): void {
    this.#retry?.cancel();
    this.#retry = null;
  }
}
