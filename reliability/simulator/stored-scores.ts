// Compares the scores that a COMMIT has stored with those that were requested: no receipt tells whose a score is.
import type { Ledger } from './ledger.ts';
import {
  findScoreObjection,
  foldScore,
  kindOf,
  type NewScore,
  newScores,
  type ScoredBoard,
} from './oracle-scores.ts';
import { Violation } from './violation.ts';

/** By what is stored of an author key, and by kind. */
export type StoredScores = Readonly<
  Record<string, Readonly<Record<string, { score: number; shown: number | null }>>>
>;

interface Scored {
  /** The board before and after each of the commands that share the COMMIT: scores came on any of them. */
  states: readonly ScoredBoard[];
  ledger: Ledger;
  board: string;
  /** How many people are in the team now. */
  members: number;
}

/** By author: what they gave, or what of it is told. */
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

/** The board with what a COMMIT has stored of scores; the same one where that is nothing new. */
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
  for (const entry of ledger.entries) {
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
