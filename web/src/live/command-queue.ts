// A person's changes of a board, from the press of a button until the board itself has them: shown at once, sent in
// order, kept while nobody answers, taken back when refused. What a change is, its feature knows.
import type { Board } from '@wentwell/contract/board';
import { limits } from '@wentwell/contract/limits';
import { v7 as newKey } from 'uuid';

import { UnreadableAnswerError } from '#web/api/request';

import type { BrowserState } from './browser-state.ts';
import type { Clock } from './clock.ts';
import type { CommandStore, StoredCommand } from './command-store.ts';
import { withDeadline } from './deadline.ts';
import { classifyFailure, describeDelay, mostServerErrors, retryDelay } from './retry-rules.ts';

/** How a change looks on a board that does not have it yet. Pure. */
export type ChangeBoard = (board: Board) => Board;

/** What the server's answer says of a change. */
export interface Confirmation {
  /** Whether a board has the change. */
  isIn: (board: Board) => boolean;
  /** How it looks from now on, until the board has it. */
  shown?: ChangeBoard;
}

/** One change that a person wants. */
export interface Command {
  kind: string;
  /** Plain data, from which its feature can make it again after a reload. */
  input: unknown;
  /** What it changes: commands of one lane are sent one after another. */
  queueKey: string;
  /** It makes what its lane is about; were it refused, the later ones would be about nothing. */
  startsQueue: boolean;
  show: ChangeBoard;
  /** Every try carries the same key, so that the server does it once. */
  send(key: string, signal: AbortSignal): Promise<Confirmation>;
  /** It will not happen: tell the person, and keep their text. `shown` is the board as they see it until now. */
  refused(error: unknown, shown: Board | null): void;
}

/** Makes a stored command again, or null where this version does not know it. */
export type DeserializeCommand = (kind: string, input: unknown) => Command | null;

export interface QueueDeps {
  clock: Clock;
  page: Pick<BrowserState, 'isOnline'>;
  store: CommandStore;
  deserialize: DeserializeCommand;
}

export interface QueueListener {
  /** The board looks different now, or more or fewer are waiting. */
  changed(): void;
  /** The server has taken one. */
  taken(): void;
  /** The board as the person sees it. */
  shown(): Board | null;
}

interface Entry {
  key: string;
  command: Command;
  show: ChangeBoard;
  state: 'waiting' | 'sending' | 'taken';
  serverErrors: number;
  isIn: (board: Board) => boolean;
  outcome: Promise<boolean>;
  tell: (isTaken: boolean) => void;
}

/** More than this is no longer a lost connection but a lost afternoon. */
const mostWaiting = 200;
const mostAtOnce = 6;

const tooMany = 'Too many changes are waiting to be sent. Please wait for the connection.';
const tooOld = 'This change was made more than a day ago and never reached the server.';

export class CommandQueue {
  readonly #deps: QueueDeps;
  readonly #listener: QueueListener;
  // In the order in which they were made.
  #entries = new Set<Entry>();
  // After a try that nobody answered: one at a time and in the order they were made, until all are through.
  #isCautious = false;
  #failures = 0;
  // `isFirm` where the server itself asked to wait: no other sign that it answers shortens that.
  #retry: { cancel: () => void; isFirm: boolean } | null = null;
  #delayReason: string | null = null;
  #isLeft = true;
  #closeStore: () => void = () => {};

  constructor(deps: QueueDeps, listener: QueueListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  /** Takes up what earlier pages left behind, and what pages that are closed leave from now on, and sends. */
  start(): void {
    this.#isLeft = false;
    this.#closeStore = this.#deps.store.open((commands) => {
      this.#adopt(commands);
      this.#pump();
    });
    this.#pump();
  }

  /** The page is left: what is under way comes to its end, what the server does not take waits for the next visit. */
  stop(): void {
    this.#isLeft = true;
    this.#closeStore();
    this.#cancelRetry();
  }

  /** Takes a change; tells whether the server has taken it, which may be long from now. */
  run(command: Command): Promise<boolean> {
    const same = this.#sameAs(command);
    if (same) return same.outcome;
    const waiting = this.#unsent();
    if (waiting.length >= mostWaiting) {
      command.refused(new Error(tooMany), this.#listener.shown());
      return Promise.resolve(false);
    }
    const { outcome, key } = this.#enter(newKey(), command);
    const { kind, input } = command;
    this.#deps.store.add({ key, kind, input, madeAt: this.#deps.clock.now() });
    this.#pump();
    return outcome;
  }

  /** There is a sign that the server answers again. */
  wake(): void {
    if (!this.#retry?.isFirm) this.#cancelRetry();
    this.#pump();
  }

  /** How many wait because nobody answers; none while all goes well. */
  get waiting(): number {
    return this.#isCautious ? this.#unsent().length : 0;
  }

  /** Why changes wait although the server answers; null where it does not answer at all. */
  get delayReason(): string | null {
    return this.waiting > 0 ? this.#delayReason : null;
  }

  /** The server has taken something that the board does not show by itself yet. */
  get hasTaken(): boolean {
    return [...this.#entries].some(({ state }) => state === 'taken');
  }

  /** Takes the board as the server knows it; gives it as the person sees it. */
  over(board: Board): Board {
    let seen = board;
    for (const entry of this.#entries) seen = entry.show(seen);
    return seen;
  }

  /** Lifts off what the board has by now; to be asked after each event, for the next may undo it again. */
  settle(board: Board): void {
    for (const entry of this.#entries) {
      if (entry.state === 'taken' && entry.isIn(board)) this.#entries.delete(entry);
    }
  }

  /** Gives how to lift off what is taken by now: a board asked for later has it, even if it is gone again. */
  markAcknowledged(): () => void {
    const taken = [...this.#entries].filter(({ state }) => state === 'taken');
    return () => {
      for (const entry of taken) this.#entries.delete(entry);
    };
  }

  #adopt(commands: readonly StoredCommand[]): void {
    const known = new Set([...this.#entries].map(({ key }) => key));
    const oldest = this.#deps.clock.now() - limits.receiptMaxAge;
    for (const { key, kind, input, madeAt } of commands) {
      if (known.has(key)) continue;
      const command = this.#deps.deserialize(kind, input);
      if (command && madeAt >= oldest) {
        this.#isCautious = true;
        this.#enter(key, command);
      } else {
        this.#deps.store.remove(key);
        command?.refused(new Error(tooOld), null);
      }
    }
    // Keys sort by when they were made: what another page made before this one's changes goes before them.
    this.#entries = new Set([...this.#entries].toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  }

  #unsent(): Entry[] {
    return [...this.#entries].filter(({ state }) => state !== 'taken');
  }

  /** A second press of the same button is the same change. */
  #sameAs(command: Command): Entry | null {
    const last = this.#unsent().findLast((entry) => entry.command.queueKey === command.queueKey);
    if (last?.command.kind !== command.kind) return null;
    return JSON.stringify(last.command.input) === JSON.stringify(command.input) ? last : null;
  }

  #enter(key: string, command: Command): Entry {
    let tell: Entry['tell'] = () => {};
    const outcome = new Promise<boolean>((resolve) => {
      tell = resolve;
    });
    const { show } = command;
    const entry: Entry = {
      key,
      command,
      show,
      state: 'waiting',
      serverErrors: 0,
      isIn: () => false,
      outcome,
      tell,
    };
    this.#entries.add(entry);
    return entry;
  }

  /** Sends what may be sent now. */
  #pump(): void {
    const isStuck = !this.#deps.page.isOnline() || this.#retry !== null;
    if (isStuck) this.#isCautious = true;
    const unsent = this.#unsent();
    if (unsent.length === 0) {
      this.#isCautious = false;
    } else if (!isStuck && !(this.#isLeft && this.#isCautious)) {
      const busy = new Set<string>();
      let free = this.#isCautious ? 1 : mostAtOnce;
      free -= unsent.filter(({ state }) => state === 'sending').length;
      for (const entry of unsent) {
        if (free > 0 && entry.state === 'waiting' && !busy.has(entry.command.queueKey)) {
          free -= 1;
          this.#send(entry);
        }
        busy.add(entry.command.queueKey);
      }
    }
    this.#listener.changed();
  }

  #send(entry: Entry): void {
    entry.state = 'sending';
    void withDeadline(this.#deps.clock, (signal) => entry.command.send(entry.key, signal)).then(
      (confirmation) => this.#onTaken(entry, confirmation),
      (error: unknown) => this.#onFailure(entry, error),
    );
  }

  #onTaken(entry: Entry, { isIn, shown }: Confirmation): void {
    entry.state = 'taken';
    entry.isIn = isIn;
    if (shown) entry.show = shown;
    this.#failures = 0;
    this.#delayReason = null;
    this.#deps.store.remove(entry.key);
    entry.tell(true);
    this.#listener.taken();
    this.#pump();
  }

  #onFailure(entry: Entry, error: unknown): void {
    // It says yes in words that this version does not read.
    if (error instanceof UnreadableAnswerError) {
      this.#onTaken(entry, { isIn: () => true });
      return;
    }
    entry.state = 'waiting';
    const outcome = classifyFailure(error);
    if (outcome === 'failed') entry.serverErrors += 1;
    const isRefused = outcome === 'refused' || entry.serverErrors >= mostServerErrors;
    if (isRefused && !this.#isLeft) {
      this.#failures = 0;
      this.#delayReason = null;
      this.#refuse(entry, error);
    } else {
      this.#isCautious = true;
      if (outcome === 'unanswered' || outcome === 'failed') this.#retryLater(error);
    }
    if (outcome === 'signed-out') this.#listener.changed();
    else this.#pump();
  }

  #refuse(entry: Entry, error: unknown): void {
    const shown = this.#listener.shown();
    const gone = entry.command.startsQueue
      ? this.#unsent().filter(({ command }) => command.queueKey === entry.command.queueKey)
      : [entry];
    for (const each of gone) {
      this.#entries.delete(each);
      this.#deps.store.remove(each.key);
    }
    entry.command.refused(error, shown);
    for (const each of gone) each.tell(false);
  }

  #retryLater(error: unknown): void {
    this.#delayReason = describeDelay(error);
    if (this.#isLeft || this.#retry) return;
    const { delay, isFirm } = retryDelay(error, this.#failures);
    this.#failures += 1;
    const cancel = this.#deps.clock.after(delay, () => {
      this.#retry = null;
      this.#pump();
    });
    this.#retry = { cancel, isFirm };
  }

  #cancelRetry(): void {
    this.#retry?.cancel();
    this.#retry = null;
  }
}
