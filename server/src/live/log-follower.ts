// Follows one board's log strictly by seq: takes changes from the bus, and missing ones from the log.
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { Logger } from 'pino';

import type { ChangeOfEpoch } from './bus-messages.ts';
import type { ChangeLog, Head } from './change-log.ts';
import type { LoggedChange } from './stored-changes.ts';

export interface LogFollowerCallbacks {
  /** Called once for each change, in order. */
  onChange(logged: LoggedChange): void;
  /** The board has another history than before, or changes up to its head were erased before they could be read. */
  onReset(): void;
}

export class LogFollower {
  readonly #meetingId: MeetingId;
  readonly #deps: { log: ChangeLog; logger: Logger };
  readonly #callbacks: LogFollowerCallbacks;
  #head: Head = { seq: 0, epoch: '' };
  /**
   * Seqs read from the log that the bus has not delivered yet. `#overdue`: those already awaited at the last
   * `takeLate`.
   */
  #awaited = new Set<number>();
  #overdue: number[] = [];
  // All reads for this board run one after another, which keeps the order of the changes.
  #lastTask: Promise<void> = Promise.resolve();

  constructor(
    meetingId: MeetingId,
    deps: { log: ChangeLog; logger: Logger },
    callbacks: LogFollowerCallbacks,
  ) {
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.#callbacks = callbacks;
  }

  async open(): Promise<void> {
    this.#head = await this.#deps.log.head(this.#meetingId);
  }

  get head(): Head {
    return this.#head;
  }

  /** Returns the number of changes that the bus still has not delivered since the last call. Each counts once. */
  takeLate(): number {
    const late = this.#overdue.filter((seq) => this.#awaited.delete(seq));
    this.#overdue = [...this.#awaited];
    return late.length;
  }

  /** Receives changes from the bus, which may be repeated, reordered or incomplete. */
  receive({ change, epoch }: ChangeOfEpoch): void {
    void this.runExclusive(async () => {
      // The next poll finds the new epoch.
      if (epoch !== this.#head.epoch) return;
      // The bus has lost a change. The log has the missing ones and this one.
      if (change.seq > this.#head.seq + 1) await this.#readLog();
      else if (change.seq === this.#head.seq + 1) this.#deliver(change);
      this.#awaited.delete(change.seq);
    });
  }

  /** Catches up with the board's head in the database, of this epoch or a new one. */
  async advanceTo(head: Head): Promise<void> {
    if (head.epoch !== this.#head.epoch) {
      await this.runExclusive(async () => {
        this.#head = head;
        this.#awaited.clear();
        this.#callbacks.onReset();
      });
    } else if (head.seq > this.#head.seq) {
      await this.catchUp();
    }
  }

  /** Whether the database has lost changes: its head is behind this node's, in the same epoch. */
  async isAheadOfDatabase(): Promise<boolean> {
    let isAhead = false;
    // Runs between two changes, so that it reads the head after the last of them was committed.
    await this.runExclusive(async () => {
      const { seq, epoch } = this.#head;
      const stored = await this.#deps.log.head(this.#meetingId);
      isAhead = stored.epoch === epoch && stored.seq < seq;
    });
    return isAhead;
  }

  /** Resolves when everything committed before has been delivered, as far as it could be read. */
  catchUp(): Promise<void> {
    return this.runExclusive(() => this.#readLog());
  }

  /** Runs a task between two changes. Never rejects. */
  runExclusive(task: () => Promise<void>): Promise<void> {
    this.#lastTask = this.#lastTask.then(task).catch((error: unknown) => {
      // The next change, heartbeat or poll finds what could not be read now.
      this.#deps.logger.warn({ err: error, meetingId: this.#meetingId }, 'room delivery delayed');
    });
    return this.#lastTask;
  }

  async #readLog(): Promise<void> {
    for (;;) {
      const { seq: since, epoch } = this.#head;
      const range = { epoch, since, limit: liveLimits.resumeMax };
      const changes = await this.#deps.log.after(this.#meetingId, range);
      const [first] = changes;
      if (first && first.seq > since + 1) {
        this.#head = { seq: first.seq - 1, epoch };
        this.#callbacks.onReset();
      }
      for (const change of changes) {
        this.#awaited.add(change.seq);
        this.#deliver(change);
      }
      if (changes.length < liveLimits.resumeMax) return;
    }
  }

  #deliver(change: LoggedChange): void {
    this.#head = { ...this.#head, seq: change.seq };
    this.#callbacks.onChange(change);
  }
}
