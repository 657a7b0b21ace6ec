// The board of one user: the board that the server has confirmed, and the commands that still wait for their change.
// Each is decided again whenever the board changes, so that the shown board follows the changes of others too.
import type { BoardState } from '@wentwell/contract/board/board';
import { apply, type Change, type Patch } from '@wentwell/contract/board/change';
import type { BoardRules, Command } from '@wentwell/contract/board/command';
import { type Context, isRejected, type Rejection } from '@wentwell/contract/board/context';

export interface PendingCommand {
  /** The Idempotency-Key of every attempt. */
  key: string;
  command: Command;
  context: Context;
  /** The seq of the command's change; null until the server has told it. */
  seq: number | null;
}

export class BoardQueue {
  readonly #rules: BoardRules;
  #confirmed: BoardState;
  #pending: readonly PendingCommand[] = [];
  /** Changes that came ahead of their turn, by seq. */
  readonly #early = new Map<number, Patch>();

  constructor(rules: BoardRules, snapshot: BoardState) {
    this.#rules = rules;
    this.#confirmed = snapshot;
  }

  get confirmed(): BoardState {
    return this.#confirmed;
  }

  get pending(): readonly PendingCommand[] {
    return this.#pending;
  }

  /** The confirmed board with the effect of each pending command that is still allowed. */
  get shown(): BoardState {
    return this.#pending.reduce((board, { command, context }) => {
      const decision = this.#rules.decide(board, command, context);
      return decision === null || isRejected(decision) ? board : apply(board, decision);
    }, this.#confirmed);
  }

  /** Returns the predicted change. A rejected command is not queued. */
  add(key: string, command: Command, context: Context): Change | Rejection | null {
    const decision = this.#rules.decide(this.shown, command, context);
    if (!isRejected(decision)) {
      this.#pending = [...this.#pending, { key, command, context, seq: null }];
    }
    return decision;
  }

  /** The server has carried out the command. It stays pending until the board has come to `seq`. */
  confirm(key: string, seq: number): void {
    this.#pending = this.#pending.map((each) => (each.key === key ? { ...each, seq } : each));
    this.#dropConfirmed();
  }

  /** The server has refused the command. */
  reject(key: string): void {
    this.#pending = this.#pending.filter((each) => each.key !== key);
  }

  /**
   * Applies each change once, in the order of `seq`, however they arrive. The key is that of the command which made the
   * change: without it a command whose change comes before its answer would be shown twice.
   */
  receive(seq: number, patch: Patch, key?: string): void {
    if (key !== undefined) this.confirm(key, seq);
    if (seq > this.#confirmed.seq) this.#early.set(seq, patch);
    for (;;) {
      const next = this.#confirmed.seq + 1;
      const found = this.#early.get(next);
      if (!found) break;
      this.#confirmed = apply(this.#confirmed, found, next);
      this.#early.delete(next);
    }
    this.#dropConfirmed();
  }

  #dropConfirmed(): void {
    const isOpen = ({ seq }: PendingCommand) => seq === null || seq > this.#confirmed.seq;
    if (!this.#pending.every(isOpen)) this.#pending = this.#pending.filter(isOpen);
  }
}
