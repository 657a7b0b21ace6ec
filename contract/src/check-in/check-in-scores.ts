// Anonymous scores (docs/retro.md ). Totals need at least `answersMin` answers, and only change when that
// many scores are new.
import { z } from 'zod';

import { AuthorHash } from '../notes/author-keys.ts';
import {
  type CheckIn,
  isQuestion,
  type OpenCheckIn,
  type QuestionKind,
  questionOf,
  type ScoreKind,
  scoreKinds,
  type ScoreTotals,
} from './check-in.ts';

/** `shown` is the score that the published totals include. */
const Given = z.object({ score: z.number().int(), shown: z.number().int().nullable() });
type AnyKind = ScoreKind | QuestionKind;

/** All scores of a meeting. Keys have no order and no times, so that nothing reveals when a score was given. */
export const Scores = z.record(AuthorHash, z.record(z.string(), Given));
export type Scores = z.infer<typeof Scores>;

export function withScore(
  scores: Scores,
  { by, kind, score }: { by: AuthorHash; kind: AnyKind; score: number },
): Scores {
  const own = scores[by];
  return { ...scores, [by]: { ...own, [kind]: { score, shown: own?.[kind]?.shown ?? null } } };
}

function givenOf(scores: Scores, kind: AnyKind) {
  return Object.values(scores).flatMap((own) => own[kind] ?? []);
}

function withShown(scores: Scores, kind: AnyKind): Scores {
  const shown = Object.entries(scores).map(([by, own]) => {
    const given = own[kind];
    return [by, given ? { ...own, [kind]: { ...given, shown: given.score } } : own];
  });
  return Scores.parse(Object.fromEntries(shown));
}

function countNew(scores: Scores, kind: AnyKind): number {
  return givenOf(scores, kind).filter(({ score, shown }) => score !== shown).length;
}

/** Publishes all scores of the kind if enough are new. Otherwise returns the same object. */
export function publishScores(
  scores: Scores,
  { kind, answersMin }: { kind: AnyKind; answersMin: number },
): Scores {
  return countNew(scores, kind) >= answersMin ? withShown(scores, kind) : scores;
}

export function questionsOf(scores: Scores): QuestionKind[] {
  return [...new Set(Object.values(scores).flatMap(Object.keys))].filter(isQuestion).toSorted();
}

/** The same for every kind. */
export function showNew(scores: Scores, answersMin: number): Scores {
  const kinds = [...scoreKinds, ...questionsOf(scores)];
  return kinds.reduce((all, kind) => publishScores(all, { kind, answersMin }), scores);
}

function totalsOf(
  scores: Scores,
  { kind, answersMin }: { kind: AnyKind; answersMin: number },
): ScoreTotals | null {
  const shown = givenOf(scores, kind).flatMap((given) => given.shown ?? []);
  // Version 0.3 or a lower ANSWERS_MIN may have published fewer.
  if (shown.length < answersMin) return null;
  const sum = shown.reduce((total, score) => total + score, 0);
  const histogram = [1, 2, 3, 4, 5].map((each) => shown.filter((score) => score === each).length);
  return {
    answers: shown.length,
    mean: Math.round((100 * sum) / shown.length) / 100,
    histogram,
  };
}

/** The published totals. Null if there are too few answers. */
export function allTotals(
  scores: Scores,
  answersMin: number,
): Pick<OpenCheckIn, ScoreKind | 'check_up'> {
  return {
    mood: totalsOf(scores, { kind: 'mood', answersMin }),
    mood_after: totalsOf(scores, { kind: 'mood_after', answersMin }),
    worth: totalsOf(scores, { kind: 'worth', answersMin }),
    check_up: questionsOf(scores).flatMap((kind) => {
      const totals = totalsOf(scores, { kind, answersMin });
      return totals ? { question: questionOf(kind), totals } : [];
    }),
  };
}

export function ownScores(
  scores: Scores,
  by: AuthorHash | null,
): Pick<CheckIn, 'mood_mine' | 'mood_after_mine' | 'worth_mine'> {
  const own = by === null ? undefined : scores[by];
  return {
    mood_mine: own?.['mood']?.score ?? null,
    mood_after_mine: own?.['mood_after']?.score ?? null,
    worth_mine: own?.['worth']?.score ?? null,
  };
}
