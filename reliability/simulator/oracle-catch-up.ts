// Catch-up in the oracle (docs/retro.md ): additions of absent members to one ended retro.
import { createHash } from 'node:crypto';

import type { MeetingId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { userOf } from './anonymity.ts';
import { canary } from './text-index.ts';
import { Violation } from './violation.ts';

/** A table row. */
export const StoredAddition = z.object({
  id: z.string(),
  user_id: z.string().nullable(),
  author_hash: z.string().nullable(),
  kind: z.string(),
  about: z.string().nullable(),
  text: z.string(),
  revealed_in: z.string().nullable(),
});
export type StoredAddition = z.infer<typeof StoredAddition>;

export interface AskedAddition {
  author: string;
  /** Hash of the author key in an anonymous retro. */
  hash: string | null;
  kind: 'note' | 'me_too' | 'objection';
  about: string | null;
  text: string;
}

/** Context of a COMMIT. */
interface Committed {
  members: ReadonlySet<string>;
  /** Boards on which a lead revealed additions. */
  revealing: ReadonlySet<string>;
  /** Whether a board exists. Reveals on deleted boards do not count. */
  isThere: (board: string) => boolean;
}

export interface MissedRetro {
  id: MeetingId;
  owner: string;
  /** The author of its only note, which is its topic. */
  writer: string;
  topic: string;
  action: string;
  /** The retro and all later ones. */
  isAnonymous: boolean;
}

const mostOfOne = 20;

/** The author hash, computed independently by docs/security.md. */
export function authorHashOf(key: string, meeting: MeetingId): string {
  const hash = createHash('sha256').update(meeting);
  return hash.update(Buffer.from(key, 'base64url')).digest('base64url');
}

export class CatchUps {
  readonly retro: MissedRetro;
  /** The two days after its end have passed. */
  isOver = false;
  readonly #asked: AskedAddition[] = [];
  readonly #takenBack = new Map<string, Set<string>>();
  #rows: readonly StoredAddition[] = [];
  readonly #authors = new Map<string, string>();
  readonly #stored = new Set<string>();
  readonly #readable = new Set<string>();

  constructor(retro: MissedRetro) {
    this.retro = retro;
  }

  get rows(): readonly StoredAddition[] {
    return this.#rows;
  }

  ask(addition: AskedAddition): void {
    this.#asked.push(addition);
  }

  takeBack(id: string, by: string): void {
    this.#takenBack.set(id, (this.#takenBack.get(id) ?? new Set()).add(by));
  }

  /** Whether a user may read the text with this mark by now. */
  canRead(mark: string, viewer: string): boolean {
    const author = this.#asked.find(({ text }) => text.includes(mark))?.author;
    return author === viewer || this.#readable.has(mark);
  }

  wasStored(mark: string): boolean {
    return this.#stored.has(mark);
  }

  get marks(): string[] {
    return this.#asked.flatMap(({ text }) => text.match(canary) ?? []);
  }

  /** Anonymous additions wait for the end of the two days. */
  get #mayShow(): boolean {
    return this.isOver || !this.retro.isAnonymous;
  }

  /** Number of additions that a reveal would show now. */
  waiting(isThere: (board: string) => boolean): number {
    return this.#mayShow ? this.#rows.filter((row) => liesFaceDown(row, isThere)).length : 0;
  }

  /** Processes a COMMIT. Throws if the changes are unexpected. */
  commit(rows: readonly StoredAddition[], committed: Committed): void {
    const before = new Map(this.#rows.map((row) => [row.id, row]));
    for (const row of rows) if (!before.has(row.id)) this.#accept(row, rows, committed);
    for (const { id, text, ...was } of this.#rows) {
      const row = rows.find((each) => each.id === id);
      if (!row) this.#checkTakenBack(id, liesFaceDown(was, committed.isThere));
      else if (row.revealed_in !== was.revealed_in) this.#checkRevealed(row, was, committed);
      if (row && row.text !== text) throw new Violation(`an addition became ${row.text}`);
    }
    const isHalf = rows.some((row) => liesFaceDown(row, committed.isThere));
    if (this.#mayShow && committed.revealing.size > 0 && isHalf) {
      throw new Violation('a reveal left additions face down');
    }
    this.#rows = rows;
  }

  #accept(
    { id, user_id, author_hash, kind, about, text, revealed_in }: StoredAddition,
    rows: readonly StoredAddition[],
    { members }: Committed,
  ): void {
    const asked = this.#asked.find(
      (each) =>
        each.kind === kind &&
        each.about === about &&
        each.text === text &&
        each.hash === author_hash &&
        (each.hash === null ? each.author : null) === user_id,
    );
    if (!asked) throw new Violation(`an addition that nobody asked for: ${kind} ${text}`);
    const { author } = asked;
    const isOwn = (each: StoredAddition) =>
      each.user_id === user_id && each.author_hash === author_hash;
    const own = rows.filter((each) => isOwn(each));
    const alike = own.filter((each) => each.kind === kind && each.about === about);
    const isTwice = alike.filter((each) => kind === 'me_too' || each.text === text).length > 1;
    if (isTwice) throw new Violation(`an addition twice: ${kind} ${text}`);
    if (this.isOver) throw new Violation('an addition after the two days');
    if (author === this.retro.writer || userOf(author) === this.retro.owner) {
      throw new Violation('an addition of somebody who took part');
    }
    if (!members.has(userOf(author))) throw new Violation('an addition of no member');
    if (own.length > mostOfOne) throw new Violation(`${own.length} additions of one person`);
    if (revealed_in !== null) throw new Violation('an addition that lies open from the start');
    this.#authors.set(id, author);
    for (const mark of text.match(canary) ?? []) this.#stored.add(mark);
  }

  #checkTakenBack(id: string, wasFaceDown: boolean): void {
    if (!wasFaceDown) throw new Violation('an addition that lay open is gone');
    const by = this.#takenBack.get(id);
    if (!by?.has(this.#authors.get(id) ?? '')) throw new Violation('an addition is gone');
  }

  #checkRevealed(
    { revealed_in: board, text }: StoredAddition,
    was: Pick<StoredAddition, 'revealed_in'>,
    { revealing, isThere }: Committed,
  ): void {
    if (!liesFaceDown(was, isThere)) throw new Violation('an addition was revealed again');
    if (!this.#mayShow) throw new Violation('an addition was revealed within the two days');
    if (board === null || !revealing.has(board)) throw new Violation('a reveal that nobody led');
    for (const mark of text.match(canary) ?? []) this.#readable.add(mark);
  }
}

function liesFaceDown(
  { revealed_in: board }: Pick<StoredAddition, 'revealed_in'>,
  isThere: (board: string) => boolean,
): boolean {
  return board === null || !isThere(board);
}

/** View lines of a board about revealed additions. */
export function* additionLines(revealed: number) {
  if (revealed > 0) yield { ids: [], text: `${revealed} left by people who were away` };
}
