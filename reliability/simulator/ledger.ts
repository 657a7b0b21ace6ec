// Who wanted what: every change that somebody in a simulated world asked for, and what they were told of it. The log
// is held against it: nothing in the log that nobody wanted, nothing twice, nothing missing that was acknowledged.

export type Intent =
  | { kind: 'add'; note: string; text: string; column: string }
  | { kind: 'edit'; note: string; text: string; column?: string | undefined }
  | { kind: 'move'; note: string; column: string }
  | { kind: 'remove'; note: string }
  | { kind: 'restore'; note: string }
  | { kind: 'next' }
  | { kind: 'jump'; phase: string }
  | { kind: 'rename'; name: string }
  | { kind: 'hide'; hide: boolean }
  | { kind: 'finish' }
  /** Of a deleted board. */
  | { kind: 'return' };

export interface Entry {
  intent: Intent;
  by: string;
  board: string;
  /** Where the board's log stood when it was wanted. */
  since: number;
  key: string | null;
  tries: number;
  state: 'open' | 'acknowledged' | 'refused' | 'forgotten';
  /** At which seq the log has it. */
  seq: number | null;
  /** Where the log stood when it was acknowledged. */
  until: number;
  /** Found in the log, or found to need no place in it. */
  isChecked: boolean;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly #byKey = new Map<string, Entry>();

  want(intent: Intent, by: string, at: { board: string; since: number }): Entry {
    const entry: Entry = {
      intent,
      by,
      ...at,
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

  keyed(entry: Entry, key: string): void {
    entry.key = key;
    this.#byKey.set(key, entry);
  }

  byKey(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  /** An answer has reached who asked: only a yes acknowledges, and what was taken by then stays so. */
  answered(key: string, status: number, head: (board: string) => number): void {
    const entry = this.#byKey.get(key);
    if (!entry || entry.state === 'acknowledged') return;
    entry.state = status < 300 ? 'acknowledged' : 'refused';
    entry.until = head(entry.board);
  }

  /** One that no key tells from its like, which the log does not have yet. */
  unmatched(board: string, by: string, fits: (intent: Intent) => boolean): Entry | undefined {
    return this.entries.find(
      (entry) =>
        entry.seq === null && entry.board === board && entry.by === by && fits(entry.intent),
    );
  }
}
