// Results of the check-up, widest spread first; each question can become a note.
import type { CheckUpTotals } from '@wentwell/contract/check-in/check-in';
import { answersDiffer, spreadOf } from '@wentwell/contract/check-in/check-up';
import { ArrowLeftRight, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge } from '#web/ui/feedback/Badge.tsx';

import { scoreText, totalsText } from './score-labels.ts';
import { ScoreBars } from './ScoreTotalsView.tsx';

export function CheckUpResults(props: {
  /** In the meeting's order. */
  questions: readonly string[];
  shown: readonly CheckUpTotals[];
  /** Rendered beside each question if notes can be made of questions. */
  discuss?: (question: string, differs: boolean) => ReactNode;
}): ReactNode {
  const { questions, shown, discuss } = props;
  const known = new Set(shown.map(({ question }) => question));
  return (
    <ul aria-label="Widest spread first" className="divide-y divide-line">
      {shown
        .toSorted((a, b) => spreadOf(b.totals) - spreadOf(a.totals))
        .map(({ question, totals }) => (
          <li key={question} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
            <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-2">
              <p className="font-semibold text-ink wrap-anywhere">{question}</p>
              {answersDiffer(totals) && (
                <Badge icon={<ArrowLeftRight aria-hidden="true" />}>Answers differ</Badge>
              )}
            </div>
            <span role="img" aria-label={totalsText(totals, 'worth')}>
              <ScoreBars totals={totals} kind="worth" />
            </span>
            <p aria-hidden="true" className="w-12 text-xl font-bold text-ink tabular-nums">
              {scoreText(totals.mean)}
            </p>
            {discuss && <div className="w-28">{discuss(question, answersDiffer(totals))}</div>}
          </li>
        ))}
      {questions
        .filter((question) => !known.has(question))
        .map((question) => (
          <li key={question} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
            <p className="min-w-0 flex-1 basis-56 font-semibold text-ink wrap-anywhere">
              {question}
            </p>
            <p className="flex items-center gap-2 text-soft">
              <Lock aria-hidden="true" className="size-4 shrink-0" /> Not enough answers yet
            </p>
          </li>
        ))}
    </ul>
  );
}
