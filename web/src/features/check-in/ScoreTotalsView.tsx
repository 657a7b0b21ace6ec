import { type CheckIn, scoreTitles, type ScoreTotals } from '@wentwell/contract/check-in/check-in';
import type { CSSProperties, ReactNode } from 'react';

import { Bar } from '#web/ui/layout/Bar.tsx';

import {
  scoreText,
  type ScoreKind,
  scoreLabels,
  scores,
  type ScoreValue,
  totalsText,
} from './score-labels.ts';

const mouths: Record<ScoreValue, string> = {
  1: 'M8 17.4q4-4.6 8 0',
  2: 'M8.4 16.6q3.6-2.2 7.2 0',
  3: 'M8.4 15.8h7.2',
  4: 'M8.4 15q3.6 2.6 7.2 0',
  5: 'M7.6 14.2q4.4 5.6 8.8 0z',
};

/** A face for moods, a number for other kinds. Hidden from screen readers: the name beside it says the same. */
export function ScoreFace(props: {
  kind: ScoreKind;
  score: ScoreValue;
  isLarge?: boolean;
}): ReactNode {
  const { kind, score, isLarge = false } = props;
  if (kind === 'worth') {
    return (
      <span aria-hidden="true" className={`font-bold tabular-nums ${isLarge ? 'text-xl' : ''}`}>
        {score}
      </span>
    );
  }
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={isLarge ? 'size-8 max-w-full' : 'size-5'}
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M8.6 9.2v.6M15.4 9.2v.6" />
      <path d={mouths[score]} fill={score === 5 ? 'currentColor' : undefined} />
    </svg>
  );
}

/** Without totals the empty baseline, for the eye only. */
export function ScoreTotalsView(props: {
  totals: ScoreTotals | null | undefined;
  kind: ScoreKind;
}): ReactNode {
  const { totals, kind } = props;
  return (
    <div className="flex max-w-120 flex-wrap items-end justify-between gap-x-5 gap-y-2">
      <p className="text-soft">
        {totals && (
          <>
            <b className="text-ink">{scoreText(totals.mean)}</b> of 5 · {totals.answers} answers
          </>
        )}
      </p>
      <span
        {...(totals ? { role: 'img', 'aria-label': totalsText(totals, kind) } : ariaHidden)}
        className="min-w-0"
      >
        <ScoreBars totals={totals ?? noAnswers} kind={kind} />
      </span>
    </div>
  );
}

const ariaHidden = { 'aria-hidden': true } as const;
const noAnswers = { histogram: [] };

/** A bar per score. The caller provides the accessible name. */
export function ScoreBars(props: {
  totals: Pick<ScoreTotals, 'histogram'>;
  kind: ScoreKind;
}): ReactNode {
  const { totals, kind } = props;
  const most = Math.max(1, ...totals.histogram);
  return (
    <span className="flex gap-2 text-xs text-soft">
      {scores.map((score) => {
        const count = totals.histogram[score - 1] ?? 0;
        return (
          <span
            key={score}
            className="grid min-h-20 w-6.5 min-w-0 content-end justify-items-center gap-0.5"
            data-score={score}
            title={
              totals.histogram.length > 0 ? `${scoreLabels[kind][score]}: ${count}` : undefined
            }
          >
            <span>{count > 0 ? count : ''}</span>
            <span
              className="score-bar box-content w-4.5 max-w-full rounded-t-sm border-b-2 border-line-strong bg-info-solid [print-color-adjust:exact]"
              style={barStyle(count / most)}
            />
            <ScoreFace kind={kind} score={score} />
          </span>
        );
      })}
    </span>
  );
}

function barStyle(share: number): CSSProperties {
  return { height: `${Math.round(share * 36)}px` };
}

const reported = ['mood', 'mood_after', 'worth'] as const;

/** Mean mood before and after, and worth. A text replaces figures with too few answers. */
export function ReportScores(props: {
  checkIn: CheckIn;
  /** Kinds that the meeting asked for. */
  asked: readonly (typeof reported)[number][];
}): ReactNode {
  const { checkIn, asked } = props;
  return (
    <dl>
      {reported.map((field) => {
        const totals = checkIn[field];
        if (!totals && !asked.includes(field)) return null;
        return (
          <div key={field} className="flex min-h-10 items-center gap-3.5 text-soft">
            <dt className="w-28 shrink-0">{scoreTitles[field]}</dt>
            {totals ? (
              <dd className="flex flex-1 items-center gap-3.5">
                <Bar
                  role="img"
                  aria-label={totalsText(totals, field === 'worth' ? 'worth' : 'mood')}
                  title={totalsText(totals, field === 'worth' ? 'worth' : 'mood')}
                  className="flex-1"
                  fill="bg-success-solid"
                  share={(totals.mean - 1) / 4}
                />
                <b className="min-w-9 text-right text-[1.25rem] font-bold text-ink tabular-nums">
                  {scoreText(totals.mean)}
                </b>
                {/* A finger finds no tooltip. */}
                <span className="text-xs not-print:pointer-fine:sr-only">
                  {totals.answers} answers
                </span>
              </dd>
            ) : (
              <dd className="flex-1">Too few answers</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
