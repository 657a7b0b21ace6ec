import type { ReactNode } from 'react';

import { scoreLabels, scores, type ScoreValue } from './score-labels.ts';

import './check-in.css';

/** The numbers from 1 to 5 as one choice. `labelledBy` is the id of its question. */
export function ScoreCircles(props: {
  labelledBy: string;
  className: string;
  chosen: number | null;
  onChoose: (score: ScoreValue) => void;
}): ReactNode {
  const { labelledBy, className, chosen, onChoose } = props;
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      className={`score-circles flex ${className}`}
    >
      {scores.map((score) => (
        <label key={score} title={scoreLabels.worth[score]}>
          <input
            type="radio"
            name={labelledBy}
            value={score}
            aria-label={`${score}: ${scoreLabels.worth[score]}`}
            checked={score === chosen}
            onChange={() => onChoose(score)}
          />
          <span aria-hidden="true">{score}</span>
        </label>
      ))}
    </div>
  );
}
