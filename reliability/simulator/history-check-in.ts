// What a history reads of scores, most of which are in no event, and of notes that come from another board.
import type { LogRow } from './accepted.ts';
import type { Intent, Ledger } from './ledger.ts';
import { type DueNote, foldCarried } from './oracle-carry-over.ts';
import {
  findScoreObjection,
  foldScore,
  foldTold,
  kindOf,
  type NewScore,
  newScores,
  scoresText,
  scoresTold,
  untold,
} from './oracle-scores.ts';
import { hidesNew, type OracleBoard } from './oracle.ts';
import { Violation } from './violation.ts';

/** By what is stored of an author key, and by kind. */
export type StoredScores = Readonly<Record<string, Readonly<Record<string, { score: number }>>>>;

interface Scored {
  ledger: Ledger;
  board: string;
  /** How many people are in the team now. */
  members: number;
}

/** The board with what a COMMIT has stored of scores; the same one where that is nothing new. */
export function acceptScore(
  before: OracleBoard,
  stored: StoredScores,
  scored: Scored,
): OracleBoard {
  const { ledger } = scored;
  const byAuthor = new Map(
    Object.entries(stored).map(([hash, own]) => {
      const author = ledger.scorers.get(hash);
      if (author === undefined) throw new Violation('a score that nobody gave');
      const given = Object.entries(own).map(([kind, { score }]) => [kind, score]);
      return [author, Object.fromEntries(given)];
    }),
  );
  const found = newScores(before, byAuthor);
  return found.reduce((after, each) => acceptOne(after, each, scored), before);
}

function acceptOne(
  before: OracleBoard,
  found: NewScore,
  { ledger, board, members }: Scored,
): OracleBoard {
  const { author, kind, score } = found;
  const fits = (intent: Intent) =>
    intent.kind === 'score' && intent.score === score && kindOf(before, intent) === kind;
  const entry = ledger.entries.find(
    (each) =>
      each.author === author &&
      each.board === board &&
      each.state !== 'refused' &&
      fits(each.intent),
  );
  if (entry?.intent.kind !== 'score') throw new Violation(`a ${kind} of ${score} nobody gave`);
  const wrong = findScoreObjection(before, entry.intent);
  if (wrong) throw new Violation(`accepted: ${wrong}`);
  if (!before.given.has(author) && before.given.size >= members) {
    throw new Violation(`more scores than ${members} members`);
  }
  entry.seq ??= before.seq;
  return foldScore(before, found);
}

/** Totals are told because enough are new or the meeting ends; null where somebody leads the round. */
export function tellScores(
  before: OracleBoard,
  { seq, event, actor_id }: LogRow,
  cause: Intent | undefined,
): OracleBoard | null {
  const isRound = cause?.kind === 'turn' || cause?.kind === 'ask';
  const isEnd = cause?.kind === 'finish';
  const kinds = isRound ? [] : untold(before, isEnd);
  if (!isRound && kinds.length === 0) throw new Violation(`${seq}: totals of scores too early`);
  if (!isRound && !isEnd && actor_id !== null) {
    throw new Violation(`${seq}: a total tells who gave the last score`);
  }
  const after = foldTold(before, kinds);
  const told = event.data.check_in ? scoresText(event.data.check_in) : 'none';
  if (told !== scoresTold(after)) {
    throw new Violation(`${seq}: scores are ${told} instead of ${scoresTold(after)}`);
  }
  return isRound ? null : after;
}

/** The event that brings the next note. */
export function carryNote(
  before: OracleBoard,
  { seq, event }: LogRow,
  due: DueNote | undefined,
): OracleBoard {
  const note = event.data.note_id;
  if (!due || event.type !== 'note_created' || note === undefined) {
    throw new Violation(`${seq}: ${event.type} before all notes have been carried`);
  }
  if (before.notes.has(note)) throw new Violation(`${seq}: a note is carried over another`);
  return foldCarried(before, note, { due, isHidden: hidesNew(before) });
}
