// Compares the scores stored by a COMMIT with the requested ones, because receipts do not reveal a score's author.
import type { Entry, Ledger } from './ledger.ts';
import {
  findScoreObjection,
  foldScore,
  kindOf,
  type NewScore,
  newScores,
  type ScoredBoard,
} from './oracle-scores.ts';
import { Violation } from './violation.ts';

/** By stored author key hash and kind. */
export type StoredScores = Readonly<
  Record<string, Readonly<Record<string, { score: number; shown: number | null }>>>
>;

interface Scored {
  /** The board before and after each command of the COMMIT. A score may apply to any of these states. */
  states: readonly ScoredBoard[];
  ledger: Ledger;
  board: string;
  /** Number of team members. */
  members: number;
}

/** Maps authors to their given scores or published ones. */
export function storedOf(
  stored: readonly StoredScores[],
  { scorers }: Ledger,
  which: 'score' | 'shown',
): Map<string, Record<string, number>> {
  const found = new Map<string, Record<string, number>>();
  for (const [hash, own] of stored.flatMap((each) => Object.entries(each))) {
    const author = scorers.get(hash);
    if (author === undefined) throw new Violation('a score that nobody gave');
    const scores = { ...found.get(author) };
    for (const [kind, { [which]: score }] of Object.entries(own)) {
      if (score !== null) scores[kind] = score;
    }
    found.set(author, scores);
  }
  return found;
}

/** Applies the stored scores of a COMMIT. Returns the same object if nothing changed. */
export function acceptScores<Board extends ScoredBoard & { seq: number }>(
  board: Board,
  stored: readonly StoredScores[],
  scored: Scored,
): Board {
  const byAuthor = storedOf(stored, scored.ledger, 'score');
  return newScores(board, byAuthor).reduce((after, each) => acceptOne(after, each, scored), board);
}

function acceptOne<Board extends ScoredBoard & { seq: number }>(
  after: Board,
  found: NewScore,
  { states, ledger, board, members }: Scored,
): Board {
  const { author, kind, score } = found;
  // A repeated request may be accepted again, but first look for one that was not accepted yet.
  const wasAccepted = ({ seq }: Entry) => Number(seq !== null);
  for (const entry of ledger.entries.toSorted((a, b) => wasAccepted(a) - wasAccepted(b))) {
    const { intent } = entry;
    if (entry.author !== author || entry.board !== board || entry.state === 'refused') continue;
    if (intent.kind !== 'score' || intent.score !== score) continue;
    const objections = states
      .filter((each) => kindOf(each, intent) === kind)
      .map((each) => findScoreObjection(each, intent));
    if (objections.length === 0) continue;
    if (!objections.includes(null)) throw new Violation(`accepted: ${objections.join(', ')}`);
    if (!after.given.has(author) && after.given.size >= members) {
      throw new Violation(`more scores than ${members} members`);
    }
    entry.seq ??= after.seq;
    return foldScore(after, found);
  }
  throw new Violation(`a ${kind} of ${score} nobody gave`);
}
