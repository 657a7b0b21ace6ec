import { type CheckIn, scoreTitles, type ScoreTotals } from '@wentwell/contract/check-in';
import type { CSSProperties, ReactNode } from 'react';

import {
  meanText,
  type ScoreKind,
  scoreLabels,
  scores,
  type ScoreValue,
  totalsText,
} from './score-labels.ts';

import './check-in.css';

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

/** The mean, and a bar for each score. */
export function ScoreTotalsView(props: {
  totals: ScoreTotals;
  kind: ScoreKind;
  title?: string;
}): ReactNode {
  const { totals, kind, title } = props;
  const most = Math.max(1, ...totals.histogram);
  return (
    <div className="flex max-w-120 flex-wrap items-end justify-between gap-x-5 gap-y-2">
      <div>
        {title !== undefined && <h4 className="font-semibold">{title}</h4>}
        <p className="text-soft">
          <b className="text-ink">{meanText(totals)}</b> of 5 ·{' '}
          {totals.answers === 1 ? '1 answer' : `${totals.answers} answers`}
        </p>
      </div>
      <div
        role="img"
        aria-label={totalsText(totals, kind)}
        className="score-bars flex gap-2 text-xs text-soft"
      >
        {scores.map((score) => {
          const count = totals.histogram[score - 1] ?? 0;
          return (
            <span
              key={score}
              className="grid min-h-20 w-6.5 content-end justify-items-center gap-0.5"
              data-score={score}
              title={`${scoreLabels[kind][score]}: ${count}`}
            >
              <span>{count > 0 ? count : ''}</span>
              <span className="score-bar" style={barStyle(count / most)} />
              <ScoreFace kind={kind} score={score} />
            </span>
          );
        })}
      </div>
    </div>
  );
}

function barStyle(share: number): CSSProperties {
  return { height: `${Math.round(share * 36)}px` };
}

/** How people felt before and after, and whether it was worth their time; what nobody answered is left out. */
export function ReportScores({ checkIn }: { checkIn: CheckIn }): ReactNode {
  const { mood, mood_after: after, worth } = checkIn;
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-5 *:flex-col *:items-start *:break-inside-avoid">
      {mood && <ScoreTotalsView title={scoreTitles.mood} totals={mood} kind="mood" />}
      {after && <ScoreTotalsView title={scoreTitles.mood_after} totals={after} kind="mood" />}
      {worth && <ScoreTotalsView title={scoreTitles.worth} totals={worth} kind="worth" />}
    </div>
  );
}
