// A board's log as a simulated world reads it after each COMMIT. Every event is compared with what users requested, and
// advances the oracle by one step.
import { z } from 'zod';

import type { Entry, Ledger, Intent } from './ledger.ts';
import { foldGroupStep, type GroupStep, groupSteps, leavesGroup } from './oracle-groups.ts';
import { countedTotals, showsTotals, votesText } from './oracle-votes.ts';
import {
  type Accepted,
  fold,
  foldSecondEvent,
  foldReveal,
  foldVotesEvent,
  mayRevealToFinish,
  findObjection,
  type OracleBoard,
  phaseOrder,
  mustReveal,
} from './oracle.ts';

const Event = z.object({
  type: z.string(),
  data: z.object({
    note_id: z.string().optional(),
    voted: z.array(z.string()).optional(),
    totals: z.record(z.string(), z.object({ votes: z.number(), voters: z.number() })).nullish(),
    group: z
      .object({ id: z.string(), column_id: z.string(), note_ids: z.array(z.string()) })
      .optional(),
    group_id: z.string().optional(),
  }),
});

/** A row of `board_events`. */
export const LogRow = z.object({
  meeting_id: z.string(),
  seq: z.coerce.number(),
  /** Null for a change that the server made by itself. */
  actor_id: z.string().nullable(),
  event: Event,
});
export type LogRow = z.infer<typeof LogRow>;

export class Violation extends Error {
  override name = 'Violation';
}

/** Every text of a world contains a unique mark, so that a leak is found wherever it occurs. */
export const canary = /~k\d+~/g;

export class History {
  readonly board: string;
  readonly #ledger: Ledger;
  /** The board at each seq. */
  readonly states: OracleBoard[];
  /** The seqs at which each note was deleted. */
  readonly #deletionSeqs = new Map<string, number[]>();
  readonly #authors = new Map<string, string>();
  /** The marks of texts that have been public. */
  readonly #publicMarks = new Set<string>();
  #editWithSecondEvent: Entry | null = null;
  /** The events about groups that must come before any other, and the request that caused them. */
  #regrouping: { entry: Entry; left: GroupStep[] } | null = null;
  /** Notes were revealed in a phase that hides them, so the next event must finish the meeting. */
  #mustFinish = false;
  /** The next event must tell the totals. */
  #mustTellTotals = false;

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

  /** Whether a user may read the text with this mark by now. */
  canRead(mark: string, viewer: string): boolean {
    return this.#publicMarks.has(mark) || this.#authors.get(mark) === viewer;
  }

  isDeletedAfter(note: string, seq: number): boolean {
    return (this.#deletionSeqs.get(note) ?? []).some((at) => at > seq);
  }

  /** Appends the next row of the log. `key` is that of the command that wrote it. Throws where the row is unexpected. */
  append(row: LogRow, key: string | null): void {
    const before = this.now;
    if (row.seq !== before.seq + 1) {
      throw new Violation(`seq ${row.seq} follows ${before.seq} in the log`);
    }
    this.states.push(this.#after(before, row, key));
    this.#indexTexts(row.seq);
  }

  #after(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    const { type } = row.event;
    if (type === 'notes_revealed') {
      this.#mustFinish = !mustReveal(before);
      if (this.#mustFinish && !mayRevealToFinish(before)) {
        throw new Violation(`${row.seq}: nothing was to be revealed`);
      }
      return foldReveal(before);
    }
    if (mustReveal(before)) throw new Violation(`${row.seq}: ${type} before the reveal`);
    if (type === 'votes_changed' && !this.#isOwnVote(key)) return this.#afterVotes(before, row);
    if (this.#mustTellTotals) throw new Violation(`${row.seq}: ${type} before the totals`);
    // The discussion follows topics and phases; people here change nothing of it themselves.
    if (type === 'discussion_changed' && !this.#editWithSecondEvent) return foldSecondEvent(before);
    if (this.#editWithSecondEvent) {
      const { intent } = this.#editWithSecondEvent;
      this.#editWithSecondEvent = null;
      const isEcho = type === 'note_updated' && intent.kind === 'edit';
      if (!isEcho) throw new Violation(`${row.seq}: ${type} instead of the edit's second event`);
      return foldSecondEvent(before);
    }
    if (type === 'group_changed') return this.#afterGroupStep(before, row, key);
    if (this.#regrouping && this.#regrouping.left.length > 0) {
      throw new Violation(`${row.seq}: ${type} before all groups have changed`);
    }
    const [accepted, entry] = this.#match(before, row, key);
    if (this.#regrouping && this.#regrouping.entry !== entry) {
      throw new Violation(`${row.seq}: ${type} though a note has just left its group`);
    }
    this.#regrouping = null;
    const wrong = findObjection(before, accepted);
    if (wrong) throw new Violation(`${row.seq}: accepted: ${wrong}`);
    if (this.#mustFinish && accepted.kind !== 'finish') {
      throw new Violation(`${row.seq}: notes were revealed before ${type}, which ends nothing`);
    }
    this.#mustFinish = false;
    entry.seq = row.seq;
    const after = fold(before, accepted);
    const isTold = showsTotals(before.phase) || !showsTotals(after.phase);
    this.#mustTellTotals = accepted.kind === 'phase' && !isTold && countedTotals(after).size > 0;
    return after;
  }

  /** Whether the command with this key is a vote, or a word on being done, that is not in the log yet. */
  #isOwnVote(key: string | null): boolean {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    const isVote = entry?.intent.kind === 'vote' || entry?.intent.kind === 'voted';
    return isVote && entry.seq === null;
  }

  /** The totals when voting is over, and votes told anew because their topics changed. */
  #afterVotes(before: OracleBoard, { seq, event }: LogRow): OracleBoard {
    const { totals } = event.data;
    if (!totals) {
      if (before.totals) throw new Violation(`${seq}: votes told anew without the totals`);
      return foldVotesEvent(before, false);
    }
    const wanted = votesText({ mine: [], left: 0, voted: [], totals: countedTotals(before) });
    const told = votesText({ mine: [], left: 0, voted: [], totals: Object.entries(totals) });
    if (told !== wanted) throw new Violation(`${seq}: totals ${told} instead of ${wanted}`);
    if (!before.totals) this.#mustFinish = true;
    this.#mustTellTotals = false;
    return foldVotesEvent(before, true);
  }

  #afterGroupStep(before: OracleBoard, row: LogRow, key: string | null): OracleBoard {
    const { group, group_id } = row.event.data;
    this.#regrouping ??= this.#beginRegrouping(before, row, key);
    const { entry, left } = this.#regrouping;
    const step = left.shift();
    const is = group ? { column: group.column_id, notes: group.note_ids } : null;
    const shown = { group: group?.id ?? group_id ?? '', is };
    if (JSON.stringify(step) !== JSON.stringify(shown)) {
      throw new Violation(`${row.seq}: ${JSON.stringify(shown)}, not ${JSON.stringify(step)}`);
    }
    // A note that leaves its group because it is deleted or moved has an event of its own after this.
    if (left.length === 0 && !('note' in entry.intent)) {
      entry.seq = row.seq;
      this.#regrouping = null;
    }
    return foldGroupStep(before, shown);
  }

  #beginRegrouping(before: OracleBoard, row: LogRow, key: string | null) {
    const entry = key === null ? undefined : this.#ledger.byKey(key);
    if (!entry) throw new Violation(`${row.seq}: groups changed that nobody requested to`);
    if (entry.seq !== null) throw new Violation(`${row.seq}: groups again, after ${entry.seq}`);
    if (entry.by !== row.actor_id || entry.board !== this.board) {
      throw new Violation(`${row.seq}: groups changed by somebody else`);
    }
    const { intent } = entry;
    switch (intent.kind) {
      case 'group':
      case 'regroup':
      case 'part': {
        const wrong = findObjection(before, intent);
        if (wrong) throw new Violation(`${row.seq}: accepted: ${wrong}`);
        return { entry, left: groupSteps(before, intent) };
      }
      case 'edit':
      case 'move':
      case 'remove':
        if (!leavesGroup(before, intent)) break;
        return { entry, left: groupSteps(before, { kind: 'leave', note: intent.note }) };
      default:
    }
    throw new Violation(`${row.seq}: groups changed because of ${JSON.stringify(intent)}`);
  }

  /** Finds the one request that caused this row, and the command that it became. */
  #match(before: OracleBoard, row: LogRow, key: string | null): [Accepted, Entry] {
    const { type, data } = row.event;
    const note = data.note_id ?? '';
    // A superuser's restore has no key.
    const isRestored = type === 'note_created' && before.notes.get(note)?.isDeleted === true;
    const fits = (intent: Intent): boolean =>
      isRestored
        ? intent.kind === 'restore' && intent.note === note
        : type === 'meeting_updated' && intent.kind === 'return';
    const unmatched = row.actor_id && this.#ledger.unmatched(this.board, row.actor_id, fits);
    const entry = key === null ? unmatched : this.#ledger.byKey(key);
    if (!entry) throw new Violation(`${row.seq}: ${type} that nobody requested`);
    if (entry.seq !== null) throw new Violation(`${row.seq}: ${type} again, after ${entry.seq}`);
    // Who votes is stored with the votes alone.
    const actor = entry.intent.kind === 'vote' ? null : entry.by;
    const isTheirs = row.actor_id === actor && entry.board === this.board;
    const accepted = isTheirs ? acceptedCommand(entry, row, before) : null;
    if (!accepted) {
      throw new Violation(`${row.seq}: ${type} came of ${JSON.stringify(entry.intent)}`);
    }
    if (type === 'note_moved' && accepted.kind === 'edit') this.#editWithSecondEvent = entry;
    return [accepted, entry];
  }

  #indexTexts(seq: number): void {
    for (const { note, by, text, hidden, isDeleted } of this.now.notes.values()) {
      const wasThere = this.states[seq - 1]?.notes.get(note)?.isDeleted === false;
      if (isDeleted && wasThere)
        this.#deletionSeqs.set(note, [...(this.#deletionSeqs.get(note) ?? []), seq]);
      for (const mark of text.match(canary) ?? []) {
        this.#authors.set(mark, by);
        if (!hidden && !isDeleted) this.#publicMarks.add(mark);
      }
    }
  }
}

/** The command that an intent became, or null where the logged event cannot be its result. */
function acceptedCommand(
  { intent, by }: Entry,
  { event }: LogRow,
  before: OracleBoard,
): Accepted | null {
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
      return type === 'phase_changed' && phase !== undefined
        ? { kind: 'phase', phase, isTimed: false }
        : null;
    }
    case 'jump':
      return type === 'phase_changed' ? { ...intent, kind: 'phase' } : null;
    case 'ready':
      return type === 'ready_changed' ? { ...intent, by } : null;
    case 'vote':
      return type === 'votes_changed' ? { ...intent, by } : null;
    case 'voted': {
      const isSaid = data.voted?.includes(by) === intent.finished;
      return type === 'votes_changed' && isSaid ? { ...intent, by } : null;
    }
    case 'timer':
      return type === 'timer_changed' ? intent : null;
    // Their events are matched one by one.
    case 'group':
    case 'regroup':
    case 'part':
      return null;
    case 'rename':
    case 'hide':
    case 'finish':
    case 'return':
      return type === 'meeting_updated' ? intent : null;
  }
}
