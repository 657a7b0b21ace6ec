import type { ReactNode } from 'react';

import type { ScoreKind, ScoreValue } from './score-labels.ts';

const mouths: Record<ScoreValue, string> = {
  1: 'M8 17.4q4-4.6 8 0',
  2: 'M8.4 16.6q3.6-2.2 7.2 0',
  3: 'M8.4 15.8h7.2',
  4: 'M8.4 15q3.6 2.6 7.2 0',
  5: 'M7.6 14.2q4.4 5.6 8.8 0z',
};

/** A mood as a face, everything else as its number. Hidden from screen readers: its name stands beside it. */
export function ScoreFace({ kind, score }: { kind: ScoreKind; score: ScoreValue }): ReactNode {
  if (kind === 'worth') {
    return (
      <span aria-hidden="true" className="score-number">
        {score}
      </span>
    );
  }
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="score-face">
      <circle cx="12" cy="12" r="10" />
      <path d="M8.6 9.2v.6M15.4 9.2v.6" />
      <path d={mouths[score]} className={score === 5 ? 'score-mouth' : undefined} />
    </svg>
  );
}
