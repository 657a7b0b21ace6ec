import type { ScoreTotals } from '@wentwell/contract/check-in';
import type { CSSProperties, ReactNode } from 'react';

import { meanText, type ScoreKind, scoreLabels, scores, totalsText } from './score-labels.ts';
import { ScoreFace } from './ScoreFace.tsx';

import './check-in.css';

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
