import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { faceRing } from '#web/ui/forms/face-ring';
import { Radio } from '#web/ui/forms/Radio.tsx';

import { scoreLabels, scores, type ScoreValue } from './score-labels.ts';

/** A choice of 1 to 5. `labelledBy` is the id of the question. */
export function ScoreCircles(props: {
  labelledBy: string;
  /** Touch-sized, with a ring around the chosen one. */
  isLarge?: boolean;
  chosen: number | null;
  onChoose: (score: ScoreValue) => void;
}): ReactNode {
  const { labelledBy, isLarge = false, chosen, onChoose } = props;
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      className={classNames('flex', isLarge ? 'justify-between gap-1' : 'flex-wrap')}
    >
      {scores.map((score) => (
        <label
          key={score}
          title={scoreLabels.worth[score]}
          className={classNames(
            'relative grid place-items-center rounded-full',
            faceRing,
            isLarge ? 'aspect-square max-w-15 min-w-0 flex-1' : 'size-11',
          )}
        >
          <Radio
            name={labelledBy}
            aria-label={`${score}: ${scoreLabels.worth[score]}`}
            isChosen={score === chosen}
            onChoose={() => onChoose(score)}
          />
          <span
            aria-hidden="true"
            className={classNames(
              'grid place-items-center rounded-full border font-semibold',
              isLarge ? 'h-full w-full text-lg' : 'size-9 text-base',
              score !== chosen
                ? 'border-control peer-hover:bg-hover'
                : isLarge
                  ? 'border-primary bg-selected ring-2 ring-primary'
                  : 'border-primary bg-primary text-on-primary',
            )}
          >
            {score}
          </span>
        </label>
      ))}
    </div>
  );
}
