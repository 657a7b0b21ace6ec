// A board's log as a simulated world reads it after each COMMIT: every event is held against what people asked for,
// and the oracle is led one step further.
import { z } from 'zod';

import type { Entry, Ledger, Intent } from './ledger.ts';
import {
  type Accepted,
  fold,
  foldEcho,
  foldReveal,
  mayRevealToFinish,
  objection,
  type OracleBoard,
  phaseOrder,
  reveals,
} from './oracle.ts';

const Event = z.object({
  type: z.string(),
  data: z.object({ note_id: z.string().optional() }),
});

/** A row of `board_events`. */
export const LogRow = z.object({
  meeting_id: z.string(),
  seq: z.coerce.number(),
  /** Null for what the server does by itself. */
  actor_id: z.string().nullable(),
  event: Event,
});
export type LogRow = z.infer<typeof LogRow>;

export class Violation extends Error {
  override name = 'Violation';
}

/** Every text that a world writes carries one of these, so that it is found wherever it leaks. */
export const canary = /~k\d+~/g;

export class History {
  readonly board: string;
  readonly #ledger: Ledger;
  /** What the board was at each seq. */
  readonly states: OracleBoard[];
  /** At which seqs each note was deleted. */
  readonly #deleted = new Map<string, number[]>();
  readonly #authors = new Map<string, string>();
  /** Canaries that have lain open. */
  readonly #open = new Set<string>();
  #echo: Entry | null = null;
  /** Notes were turned over that only a finish turns over. */
  #finishes = false;

  constructor(start: OracleBoard, board: string, ledger: Ledger) {
    this.states = [];
    this.states[start.seq] = start;
    this.board = board;
    this.#ledger = ledger;
  }

  get now(): OracleBoard {
    const now = this.states.at(-1);
    if (!now) throw new Error('unreachable');
    return now;
  }

  /** Whether somebody may read a text with this canary by now. */
  mayRead(mark: string, viewer: string): boolean {
    return this.#open.has(mark) || this.#authors.get(mark) === viewer;
  }

  isDeletedAfter(note: string, seq: number): boolean {
    return (this.#deleted.get(note) ?? []).some((at) => at > seq);
  }

  /** Adds the next row of the log and the key of the change that wrote it. Throws where the row is not expected. */
  take(row: LogRow, key: string | null): void {
    const before = this.now;
    if (row.seq !== before.seq + 1) {
      throw new Violation(`seq ${row.seq} follows ${before.seq} in the log`);
    }
    this.states.push(this.#after(before, row, key));
    this.#remember(row.seq);
  }

  #after(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    const { type } = row.event;
    if (type === 'notes_revealed') {
      this.#finishes = !reveals(before);
      if (this.#finishes && !mayRevealToFinish(before)) {
        throw new Violation(`${row.seq}: nothing was to be revealed`);
      }
      return foldReveal(before);
    }
    if (reveals(before)) throw new Violation(`${row.seq}: ${type} before the reveal`);
    if (this.#echo) {
      const { intent } = this.#echo;
      this.#echo = null;
      const isEcho = type === 'note_updated' && intent.kind === 'edit';
      if (!isEcho) throw new Violation(`${row.seq}: ${type} instead of the edit's second event`);
      return foldEcho(before);
    }
    const [accepted, entry] = this.#match(before, row, key);
    const wrong = objection(before, accepted);
    if (wrong) throw new Violation(`${row.seq}: accepted: ${wrong}`);
    if (this.#finishes && accepted.kind !== 'finish') {
      throw new Violation(`${row.seq}: notes were revealed before ${type}, which ends nothing`);
    }
    this.#finishes = false;
    entry.seq = row.seq;
    return fold(before, accepted);
  }

  /** Finds who wanted this, once, and what they meant by it. */
  #match(before: OracleBoard, row: LogRow, key: string | null): [Accepted, Entry] {
    const { type, data } = row.event;
    const note = data.note_id ?? '';
    // What a superuser brings back comes without a key.
    const isRestored = type === 'note_created' && before.notes.get(note)?.gone === true;
    const fits = (intent: Intent): boolean =>
      isRestored
        ? intent.kind === 'restore' && intent.note === note
        : type === 'meeting_updated' && intent.kind === 'return';
    const unmatched = row.actor_id && this.#ledger.unmatched(this.board, row.actor_id, fits);
    const entry = key === null ? unmatched : this.#ledger.byKey(key);
    if (!entry) throw new Violation(`${row.seq}: ${type} that nobody asked for`);
    if (entry.seq !== null) throw new Violation(`${row.seq}: ${type} again, after ${entry.seq}`);
    const isTheirs = entry.by === row.actor_id && entry.board === this.board;
    const accepted = isTheirs ? meant(entry, row, before) : null;
    if (!accepted) {
      throw new Violation(`${row.seq}: ${type} came of ${JSON.stringify(entry.intent)}`);
    }
    if (type === 'note_moved' && accepted.kind === 'edit') this.#echo = entry;
    return [accepted, entry];
  }

  #remember(seq: number): void {
    for (const { note, by, text, hidden, gone } of this.now.notes.values()) {
      const wasThere = this.states[seq - 1]?.notes.get(note)?.gone === false;
      if (gone && wasThere) this.#deleted.set(note, [...(this.#deleted.get(note) ?? []), seq]);
      for (const mark of text.match(canary) ?? []) {
        this.#authors.set(mark, by);
        if (!hidden && !gone) this.#open.add(mark);
      }
    }
  }
}

/** The command that an intent became, or null where the logged event cannot be its result. */
function meant({ intent, by }: Entry, { event }: LogRow, before: OracleBoard): Accepted | null {
  const { type, data } = event;
  const note = data.note_id ?? '';
  switch (intent.kind) {
    case 'add':
      return type === 'note_created' && intent.note === note ? { ...intent, by } : null;
    case 'edit': {
      const isIt = (type === 'note_updated' || type === 'note_moved') && intent.note === note;
      const { column, ...rest } = intent;
      return isIt ? { ...rest, by, ...(column !== undefined && { column }) } : null;
    }
    case 'move':
      return type === 'note_moved' && intent.note === note ? { ...intent, by } : null;
    case 'remove':
      return type === 'note_deleted' && intent.note === note ? { ...intent, by } : null;
    case 'restore':
      return type === 'note_created' && intent.note === note ? intent : null;
    case 'next': {
      const phase = phaseOrder[phaseOrder.indexOf(before.phase) + 1];
      return type === 'phase_changed' && phase !== undefined ? { kind: 'phase', phase } : null;
    }
    case 'jump':
      return type === 'phase_changed' ? { kind: 'phase', phase: intent.phase } : null;
    case 'rename':
    case 'hide':
    case 'finish':
    case 'return':
      return type === 'meeting_updated' ? intent : null;
  }
}
