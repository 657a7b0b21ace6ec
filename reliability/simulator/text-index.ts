// Indexes a board's texts by their unique marks: who may read them, and which must be erased.
import type { TeamActions } from './oracle-actions.ts';
import { answersTo } from './oracle-questions.ts';
import { isShown } from './oracle-responses.ts';
import type { OracleBoard } from './oracle.ts';

/** Every text contains a unique mark, so that leaks are found anywhere. */
export const canary = /~k\d+~/g;

export class TextIndex {
  readonly #team: TeamActions;
  /** Seqs of events that erase a record from earlier changes, by id: deletions, signatures, notes leaving groups. */
  readonly #deletionSeqs = new Map<string, number[]>();
  /** Marks of all texts that a record ever had, by id. */
  readonly #marksOf = new Map<string, Set<string>>();
  readonly #authors = new Map<string, string>();
  /** Marks of texts that were ever public. */
  readonly #publicMarks = new Set<string>();
  #now: OracleBoard | null = null;

  constructor(team: TeamActions) {
    this.#team = team;
  }

  /** Whether the viewer may read the text with this mark now. */
  canRead(mark: string, viewer: string): boolean {
    return this.#publicMarks.has(mark) || this.#authors.get(mark) === viewer;
  }

  /** Whether a deletion after `seq` may have erased the record from earlier changes. */
  isDeletedAfter(id: string, seq: number): boolean {
    if (this.#team.wasDeleted(id) && seq < (this.#now?.seq ?? 0)) return true;
    return (this.#deletionSeqs.get(id) ?? []).some((at) => at > seq);
  }

  /** Marks of all texts of deleted records, except those carried over to existing ones. */
  erasedMarks(): string[] {
    const now = this.#now;
    if (!now) return [];
    const gone = [
      ...[...now.notes.values()].filter(({ isDeleted }) => isDeleted).map(({ note }) => note),
      ...[...now.comments.keys()].filter((comment) => !isShown(now, comment)),
      ...this.#team.all.filter(({ deletedBy }) => deletedBy !== null).map(({ action }) => action),
    ];
    const kept = new Set(
      [...this.#marksOf].flatMap(([id, marks]) => (gone.includes(id) ? [] : [...marks])),
    );
    return gone
      .flatMap((id) => [...(this.#marksOf.get(id) ?? [])])
      .filter((mark) => !kept.has(mark));
  }

  /** Call after each change. */
  index(before: OracleBoard, now: OracleBoard): void {
    this.#now = now;
    for (const { note, by, text, hidden, isSigned, isDeleted } of now.notes.values()) {
      const wasThere = before.notes.get(note)?.isDeleted === false;
      const isNewlySigned = isSigned && before.notes.get(note)?.isSigned === false;
      if ((isDeleted && wasThere) || isNewlySigned) this.#addDeletion(note, now.seq);
      for (const mark of this.#marks(note, text)) {
        this.#authors.set(mark, by);
        if (!hidden && !isDeleted) this.#publicMarks.add(mark);
      }
    }
    // The group's title may quote notes that left it.
    for (const [group, { notes }] of before.groups) {
      const left = now.groups.get(group)?.notes ?? [];
      if (notes.some((note) => !left.includes(note))) this.#addDeletion(group, now.seq);
    }
    for (const { comment, note, text } of now.comments.values()) {
      if (isShown(before, comment) && !isShown(now, comment)) {
        this.#addDeletion(comment, now.seq);
        this.#addDeletion(answersTo(note), now.seq);
      }
      for (const mark of this.#marks(comment, text)) this.#publicMarks.add(mark);
    }
    // When a board stops looking back, the items are erased from its history, as by a deletion.
    for (const id of before.lookedBack?.keys() ?? []) {
      if (!now.lookedBack?.has(id)) this.#addDeletion(id, now.seq);
    }
    for (const { action, text, reason } of this.#team.all) {
      for (const mark of this.#marks(action, text + (reason ?? ''))) this.#publicMarks.add(mark);
    }
  }

  #addDeletion(id: string, seq: number): void {
    this.#deletionSeqs.set(id, [...(this.#deletionSeqs.get(id) ?? []), seq]);
  }

  #marks(id: string, text: string): string[] {
    const marks = text.match(canary) ?? [];
    this.#marksOf.set(id, new Set([...(this.#marksOf.get(id) ?? []), ...marks]));
    return marks;
  }
}
