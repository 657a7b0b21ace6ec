// All requested changes of the simulation, and their responses. Invariants: no unrequested or duplicate changes, and
// every acknowledged change has happened.

import type { ActionCommand } from './oracle-actions.ts';
import type { CarryCommand } from './oracle-carry-over.ts';
import type { ScoreCommand } from './oracle-scores.ts';

export type Intent =
  | ActionCommand
  | CarryCommand
  | ScoreCommand
  | { kind: 'add'; note: string; text: string; column: string }
  | { kind: 'edit'; note: string; text: string; column?: string | undefined }
  | { kind: 'move'; note: string; column: string }
  | { kind: 'remove'; note: string }
  | { kind: 'restore'; note: string }
  | { kind: 'group'; group: string; notes: readonly string[] }
  | { kind: 'regroup'; group: string; add: readonly string[]; remove: readonly string[] }
  | { kind: 'part'; group: string }
  | { kind: 'next' }
  | { kind: 'jump'; phase: string; isTimed: boolean }
  | { kind: 'ready'; ready: boolean; phase: string }
  | { kind: 'hand'; whose: string; raised: boolean }
  | { kind: 'lowerHands' }
  | { kind: 'coLead'; whose: string; leads: boolean }
  /** A user leaves the team. Recorded per board. */
  | { kind: 'leave'; whose: string }
  | { kind: 'turn'; done: boolean }
  | { kind: 'ask' }
  | { kind: 'showCheckUp' }
  | { kind: 'timer'; action: string }
  | { kind: 'vote'; note: string; count: number }
  | { kind: 'voted'; finished: boolean }
  | { kind: 'comment'; comment: string; topic: string; text: string; isAnswer: boolean }
  | { kind: 'askMore'; note: string }
  | { kind: 'sign'; note: string }
  | { kind: 'editComment'; comment: string; text: string }
  | { kind: 'deleteComment'; comment: string }
  | { kind: 'restoreComment'; comment: string; topic: string }
  | { kind: 'choose'; topic: string | null }
  | { kind: 'arrange'; topics: readonly string[] }
  | { kind: 'park'; topics: readonly string[] }
  | { kind: 'extend'; more: boolean }
  | { kind: 'react'; note: string; emoji: string; reacts: boolean }
  | { kind: 'revealLeft' }
  | { kind: 'rename'; name: string }
  | { kind: 'hide'; hide: boolean }
  | { kind: 'finish' }
  /** Restores a deleted board. */
  | { kind: 'return' };

export interface Entry {
  intent: Intent;
  /** The user, even for anonymous changes. */
  by: string;
  /** The user, or the user at another browser (anonymity.ts). */
  author: string;
  board: string;
  /** The board's seq when the change was requested. */
  since: number;
  key: string | null;
  tries: number;
  state: 'open' | 'acknowledged' | 'refused' | 'forgotten';
  /** The board's seq after the accepting COMMIT. Null before. */
  seq: number | null;
  /** The board's seq when it was acknowledged. */
  until: number;
  /** Already checked for acceptance. */
  isChecked: boolean;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly #byKey = new Map<string, Entry>();
  readonly #keyOfHolder = new Map<string, string>();
  /** Scorers by their hash in the database. */
  readonly scorers = new Map<string, string>();

  add(
    intent: Intent,
    by: string,
    at: { board: string; since: number; author?: string | undefined },
  ): Entry {
    const { board, since, author = by } = at;
    const entry: Entry = {
      intent,
      by,
      author,
      board,
      since,
      key: null,
      tries: 0,
      state: 'open',
      seq: null,
      until: 0,
      isChecked: false,
    };
    this.entries.push(entry);
    return entry;
  }

  /** `holder`: the holder of an anonymous receipt. */
  assignKey(entry: Entry, key: string, holder: string | null): void {
    entry.key = key;
    this.#byKey.set(key, entry);
    if (holder !== null) this.#keyOfHolder.set(holder, key);
  }

  /** Holders of expected anonymous receipts. */
  unseenHolders(): string[] {
    return [...this.#keyOfHolder.keys()];
  }

  /** Returns the key of an anonymous receipt, once. */
  keyOfHolder(holder: string): string | undefined {
    const key = this.#keyOfHolder.get(holder);
    this.#keyOfHolder.delete(holder);
    return key;
  }

  byKey(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  /** Only a success acknowledges, and an acknowledgement is final. */
  onAnswer(key: string, status: number, head: (board: string) => number): void {
    const entry = this.#byKey.get(key);
    if (!entry || entry.state === 'acknowledged') return;
    entry.state = status < 300 ? 'acknowledged' : 'refused';
    entry.until = head(entry.board);
  }

  /** Finds a matching entry that was not accepted yet. `by` is null for anonymous log rows. */
  unmatched(
    board: string,
    by: string | null,
    fits: (intent: Intent) => boolean,
  ): Entry | undefined {
    return this.entries.find(
      (entry) =>
        entry.seq === null &&
        entry.board === board &&
        (by === null || entry.by === by) &&
        fits(entry.intent),
    );
  }
}
