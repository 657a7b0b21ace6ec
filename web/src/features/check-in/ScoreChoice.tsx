import { type ReactNode, useId } from 'react';

import { useShownBoard } from '#web/live/use-board';
import { faceRing } from '#web/ui/forms/face-ring';
import { Radio } from '#web/ui/forms/Radio.tsx';

import { scoreLabels, scores } from './score-labels.ts';
import { ScoreFace, ScoreTotalsView } from './ScoreTotalsView.tsx';
import { type MeetingScoreField, useOwnScore } from './use-own-score.ts';

/** Class of one answer, without its padding. */
export const scoreCard = `relative grid cursor-pointer rounded-md border border-control hover:bg-hover hover:text-ink has-checked:border-focus has-checked:bg-selected has-checked:font-semibold has-checked:text-ink has-checked:ring-1 has-checked:ring-focus ${faceRing}`;

/** Five scores to choose from, with the totals if visible. */
export function ScoreChoice(props: {
  question: string;
  field: MeetingScoreField;
  /** The meeting is over: its totals are shown elsewhere. */
  isLate?: boolean;
  /** False for viewers who may not answer: they see only the totals. */
  mayAnswer: boolean;
}): ReactNode {
  const { question, field, isLate = false, mayAnswer } = props;
  const { check_in: checkIn } = useShownBoard();
  const id = useId();
  const kind = field === 'worth' ? 'worth' : 'mood';
  const [chosen, choose] = useOwnScore(field);
  const totals = isLate ? null : checkIn[field];

  if (!mayAnswer && !totals) return null;
  return (
    <div className="grid gap-2.5">
      <p id={id} className="text-lg font-bold text-ink">
        {question}
      </p>
      {mayAnswer && (
        <div
          role="radiogroup"
          aria-labelledby={id}
          aria-describedby={isLate ? undefined : `${id}-hint`}
          className="grid max-w-120 grid-cols-5 gap-1.5 text-xs text-soft"
        >
          {scores.map((score) => (
            <label
              key={score}
              data-score={score}
              className={`${scoreCard} content-start px-0.5 pt-2.5 pb-2 text-center gap-1 justify-items-center`}
            >
              <Radio name={id} isChosen={score === chosen} onChoose={() => choose(score)} />
              <ScoreFace kind={kind} score={score} isLarge={!isLate} />
              <span className="max-w-full wrap-anywhere">{scoreLabels[kind][score]}</span>
            </label>
          ))}
        </div>
      )}
      {!isLate && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hintOf(checkIn.answers_min, { isShown: totals !== null, isGiven: chosen !== null })}
        </p>
      )}
      {/* The question of the day below does not move: the baseline waits for its bars. */}
      {(totals || field === 'mood') && <ScoreTotalsView totals={totals} kind={kind} />}
    </div>
  );
}

function hintOf(
  fewest: number,
  { isShown, isGiven }: Record<'isShown' | 'isGiven', boolean>,
): string {
  if (isShown) return `Shown in batches of ${fewest} to keep it anonymous.`;
  return `${isGiven ? 'Thanks!' : 'Anonymous.'} Everyone sees the result once ${fewest} members have answered.`;
}
