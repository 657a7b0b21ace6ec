// Scores and check-up answers in the oracle: given ones per author key, which are not in the log, and the published
// ones.
import { Violation } from './violation.ts';

const scoreKinds = ['mood', 'mood_after', 'worth'] as const;
const ofQuestion = 'question:';
/** A check-up question, by text. */
type QuestionKind = `question:${string}`;
export type ScoreKind = (typeof scoreKinds)[number] | QuestionKind;
type Given = Readonly<Record<string, number>>;

export interface OracleScores {
  /** By author. */
  given: ReadonlyMap<string, Given>;
  /** Scores in the last published totals. */
  told: ReadonlyMap<string, Given>;
}

export interface ScoredBoard extends OracleScores {
  phase: string;
  isFinished: boolean;
}

export const noScores: OracleScores = { given: new Map(), told: new Map() };

const fewestAnswers = 3;

export interface ScoreCommand {
  kind: 'score';
  what: 'mood' | 'worth' | QuestionKind;
  score: number;
}

/** Whether the phase asks for a rating of the meeting. */
export function isLatePhase({ phase }: Pick<ScoredBoard, 'phase'>): boolean {
  return ['discussing', 'closing_ready'].includes(phase);
}

/** The kind of a score in the current phase. */
export function kindOf(board: ScoredBoard, { what }: ScoreCommand): ScoreKind {
  return what === 'mood' && isLatePhase(board) ? 'mood_after' : what;
}

export interface NewScore {
  author: string;
  kind: string;
  score: number;
}

/** Changed scores. Removed ones have score 0. */
export function newScores({ given }: OracleScores, stored: OracleScores['given']): NewScore[] {
  return [...new Set([...given.keys(), ...stored.keys()])].flatMap((author) =>
    Object.keys({ ...given.get(author), ...stored.get(author) }).flatMap((kind) => {
      const score = stored.get(author)?.[kind] ?? 0;
      return score === (given.get(author)?.[kind] ?? 0) ? [] : { author, kind, score };
    }),
  );
}

/** Returns why an accepted score should have been refused, or null. */
export function findScoreObjection(board: ScoredBoard, command: ScoreCommand): string | null {
  if (command.what === 'worth') {
    const isAsked = board.isFinished || isLatePhase(board);
    return isAsked ? null : `worth in phase ${board.phase}`;
  }
  if (board.isFinished) return `${command.what} on a finished board`;
  const isAsked = command.what === 'mood' || board.phase === 'joining';
  return isAsked ? null : `${command.what} in phase ${board.phase}`;
}

export function foldScore<Board extends ScoredBoard>(
  board: Board,
  { author, kind, score }: NewScore,
): Board {
  const own = board.given.get(author);
  return { ...board, given: new Map(board.given).set(author, { ...own, [kind]: score }) };
}

function countNew({ given, told }: OracleScores, kind: string): number {
  return [...given].filter(([author, own]) => own[kind] !== told.get(author)?.[kind]).length;
}

/** Every order in which the scores may have arrived. */
function ordersOf(scores: readonly NewScore[]): NewScore[][] {
  if (scores.length === 0) return [[]];
  return scores.flatMap((first) =>
    ordersOf(scores.filter((each) => each !== first)).map((others) => [first, ...others]),
  );
}

/** Publishes totals of a kind once enough scores are new. The meeting's end publishes no more. */
function tellInOrder(before: OracleScores, kind: string, order: readonly NewScore[]): Told {
  const given = new Map([...before.given].map(([author, own]) => [author, own[kind]]));
  let told: Told = new Map([...before.told].map(([author, own]) => [author, own[kind]]));
  for (const { author, score } of order) {
    given.set(author, score);
    const fresh = [...given].filter(([each, last]) => last !== told.get(each));
    if (fresh.length >= fewestAnswers) told = new Map(given);
  }
  return told;
}
type Told = ReadonlyMap<string, number | undefined>;

/**
 * The order of a COMMIT's scores is unknown: of four the board publishes three, and the last one waits. Throws if no order
 * explains the published scores that are stored.
 */
export function tellScores<Board extends ScoredBoard>(
  board: Board,
  stored: OracleScores['told'],
  before: OracleScores,
): Board {
  const told = new Map(board.told);
  const fresh = newScores(before, board.given);
  for (const kind of scoreKinds) {
    const orders = ordersOf(fresh.filter((each) => each.kind === kind));
    const tells = orders.map((order) => tellInOrder(before, kind, order));
    const isStored = (shown: Told) =>
      [...board.given.keys()].every((author) => shown.get(author) === stored.get(author)?.[kind]);
    const shown = tells.find(isStored);
    if (!shown) throw new Violation(`no order of scores publishes this ${kind}`);
    for (const [author, score] of shown) {
      if (score !== undefined) told.set(author, { ...told.get(author), [kind]: score });
    }
  }
  return { ...board, told };
}

/**
 * Adopts the stored published answers. A lead or the meeting's end publishes them: all answers of each question with
 * enough new ones. Throws if anything else was published.
 */
export function tellAnswers<Board extends ScoredBoard>(
  board: Board,
  stored: OracleScores['told'],
  { before, isShowing }: { before: ScoredBoard; isShowing: boolean },
): Board {
  const told = new Map(board.told);
  const all = [...board.given].flatMap(([, own]) => Object.keys(own));
  for (const kind of new Set(all.filter((each) => each.startsWith(ofQuestion)))) {
    const fresh = countNew({ given: stored, told: board.told }, kind);
    const owed = Math.min(countNew(before, kind), countNew(board, kind));
    if (fresh === 0 && isShowing && owed >= fewestAnswers) {
      throw new Violation(`${owed} answers are not shown`);
    }
    if (fresh === 0) continue;
    if (!isShowing || fresh < fewestAnswers) throw new Violation(`${fresh} answers are shown`);
    const isLeftOut = [...board.given].some(([author, own]) => {
      const [shown, first] = [stored, before.given].map((each) => each.get(author)?.[kind]);
      // The order of changes within a COMMIT is not defined.
      return shown !== own[kind] && (own[kind] === first || shown !== first);
    });
    if (isLeftOut) throw new Violation('an answer is left out');
    for (const [author, shown] of stored) {
      const score = shown[kind];
      if (score !== undefined) told.set(author, { ...told.get(author), [kind]: score });
    }
  }
  return { ...board, told };
}

type ShownTotals = { answers: number; mean: number; histogram: readonly number[] } | null;
export type ShownScores = Readonly<
  Record<(typeof scoreKinds)[number], ShownTotals> & {
    check_up: readonly { question: string; totals: ShownTotals }[];
  }
>;

function totalsText(name: string, totals: ShownTotals): string {
  const { answers, mean, histogram } = totals ?? { answers: 0, mean: 0, histogram: [] };
  return totals ? `${name} ${answers} of ${mean}: ${histogram.join(' ')}` : `no ${name}`;
}

export function scoresText(shown: ShownScores): string {
  return [
    ...scoreKinds.map((kind) => totalsText(kind, shown[kind])),
    ...shown.check_up.map(({ question, totals }) => totalsText(question, totals)),
  ].join(', ');
}

export function scoresTold({ told }: OracleScores): string {
  function totals(kind: string): ShownTotals {
    const all = [...told.values()].flatMap((own) => own[kind] ?? []);
    if (all.length === 0) return null;
    const histogram = [0, 0, 0, 0, 0];
    for (const score of all) histogram[score - 1] = (histogram[score - 1] ?? 0) + 1;
    const sum = all.reduce((total, score) => total + score, 0);
    return { answers: all.length, mean: Math.round((sum * 100) / all.length) / 100, histogram };
  }
  const kinds = new Set([...told.values()].flatMap((own) => Object.keys(own)));
  const questions = [...kinds].filter((kind) => kind.startsWith(ofQuestion)).toSorted();
  return scoresText({
    mood: totals('mood'),
    mood_after: totals('mood_after'),
    worth: totals('worth'),
    check_up: questions.map((kind) => ({
      question: kind.slice(ofQuestion.length),
      totals: totals(kind),
    })),
  });
}

/** Formats the viewer's own scores. */
export function ownScoresText(own: Given | undefined): string {
  return scoreKinds.map((kind) => `${kind} ${own?.[kind] ?? 'none'}`).join(', ');
}
