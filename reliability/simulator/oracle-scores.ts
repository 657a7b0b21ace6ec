// Scores in the oracle: what each key has given, of which no log tells, and what everybody is told of it.

const scoreKinds = ['mood', 'mood_after', 'worth'] as const;
export type ScoreKind = (typeof scoreKinds)[number];
type Given = Readonly<Partial<Record<ScoreKind, number>>>;

export interface OracleScores {
  /** By author. */
  given: ReadonlyMap<string, Given>;
  /** The scores in the totals that everybody was told last. */
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
  what: 'mood' | 'worth';
  score: number;
}

/** Whether it is asked how the meeting was. */
export function isLatePhase({ phase }: Pick<ScoredBoard, 'phase'>): boolean {
  return ['discussing', 'closing_ready'].includes(phase);
}

/** The kind that a score counts as in the present phase. */
export function kindOf(board: ScoredBoard, { what }: ScoreCommand): ScoreKind {
  return what === 'mood' && isLatePhase(board) ? 'mood_after' : what;
}

export interface NewScore {
  author: string;
  kind: ScoreKind;
  score: number;
}

/** The scores that are not as they were; one that is gone has become 0. */
export function newScores({ given }: OracleScores, stored: OracleScores['given']): NewScore[] {
  return [...new Set([...given.keys(), ...stored.keys()])].flatMap((author) =>
    scoreKinds.flatMap((kind) => {
      const score = stored.get(author)?.[kind] ?? 0;
      return score === (given.get(author)?.[kind] ?? 0) ? [] : { author, kind, score };
    }),
  );
}

/** Why an accepted score should have been refused, or null. */
export function findScoreObjection(board: ScoredBoard, command: ScoreCommand): string | null {
  if (command.what === 'worth') {
    const isAsked = board.isFinished || isLatePhase(board);
    return isAsked ? null : `worth in phase ${board.phase}`;
  }
  return board.isFinished ? 'a mood on a finished board' : null;
}

export function foldScore<Board extends ScoredBoard>(
  board: Board,
  { author, kind, score }: NewScore,
): Board {
  const own = board.given.get(author);
  return { ...board, given: new Map(board.given).set(author, { ...own, [kind]: score }) };
}

function countNew({ given, told }: OracleScores, kind: ScoreKind): number {
  return [...given].filter(([author, own]) => own[kind] !== told.get(author)?.[kind]).length;
}

/** Everybody is told as soon as enough is new, and nothing more where the meeting ends. */
export function tellScores<Board extends ScoredBoard>(board: Board): Board {
  const kinds = scoreKinds.filter((kind) => countNew(board, kind) >= fewestAnswers);
  if (kinds.length === 0) return board;
  const told = new Map(board.told);
  for (const [author, own] of board.given) {
    const now = { ...told.get(author) };
    for (const kind of kinds) if (own[kind] !== undefined) now[kind] = own[kind];
    told.set(author, now);
  }
  return { ...board, told };
}

type ShownTotals = { answers: number; mean: number; histogram: readonly number[] } | null;
export type ShownScores = Readonly<Record<ScoreKind, ShownTotals>>;

export function scoresText(shown: ShownScores): string {
  return scoreKinds
    .map((kind) => {
      const totals = shown[kind];
      const { answers, mean, histogram } = totals ?? { answers: 0, mean: 0, histogram: [] };
      return totals ? `${kind} ${answers} of ${mean}: ${histogram.join(' ')}` : `no ${kind}`;
    })
    .join(', ');
}

export function scoresTold({ told }: OracleScores): string {
  function totals(kind: ScoreKind): ShownTotals {
    const all = [...told.values()].flatMap((own) => own[kind] ?? []);
    if (all.length === 0) return null;
    const histogram = [0, 0, 0, 0, 0];
    for (const score of all) histogram[score - 1] = (histogram[score - 1] ?? 0) + 1;
    const sum = all.reduce((total, score) => total + score, 0);
    return { answers: all.length, mean: Math.round((sum * 100) / all.length) / 100, histogram };
  }
  return scoresText({
    mood: totals('mood'),
    mood_after: totals('mood_after'),
    worth: totals('worth'),
  });
}

/** A reader's own scores, as they are told. */
export function ownScoresText(own: Given | undefined): string {
  return scoreKinds.map((kind) => `${kind} ${own?.[kind] ?? 'none'}`).join(', ');
}
