// The check-up: one question at a time in joining, answered anonymously, and its results.
import { useMutation } from '@tanstack/react-query';
import { type CheckUpTotals, kindOfQuestion } from '@wentwell/contract/check-in/check-in';
import { CheckUpResults as ShownResults } from '@wentwell/contract/check-in/check-in-calls';
import { answersDiffer, spreadOf } from '@wentwell/contract/check-in/check-up';
import type { MeetingId } from '@wentwell/contract/ids';
import { ArrowLeftRight, Lock } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

import { request } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';

import { OneByOne, Steps } from './OneByOne.tsx';
import { ShownFrom } from './OnlyTotals.tsx';
import { scoreLabels, scoreText, totalsText } from './score-labels.ts';
import { ScoreCircles } from './ScoreCircles.tsx';
import { ScoreBars } from './ScoreTotalsView.tsx';
import { useOwnScore } from './use-own-score.ts';

export function CheckUp(): ReactNode {
  const { meeting, check_in: checkIn } = useShownBoard();
  const { check_up: questions } = meeting.settings;
  const [place, setPlace] = useState(0);
  const at = Math.min(place, questions.length);
  const { check_up: shown } = checkIn;
  return (
    <OneByOne
      title="Check-up"
      at={at}
      count={questions.length}
      onPlace={setPlace}
      question={(goTo) => <Question key={questions[at]} {...{ at, questions }} onPlace={goTo} />}
      thanks="Thanks! Everyone sees the answers once a lead shows them."
    >
      {shown.length > 0 && (
        <>
          <CheckUpResults questions={questions} shown={shown} />
          <ShownFrom />
        </>
      )}
    </OneByOne>
  );
}

function Question(props: {
  questions: readonly string[];
  at: number;
  onPlace: (at: number) => void;
}): ReactNode {
  const { questions, at, onPlace } = props;
  const id = useId();
  const question = questions[at] ?? '';
  const [chosen, choose] = useOwnScore(kindOfQuestion(question));
  return (
    <>
      <p id={id} className="text-xl font-bold wrap-anywhere">
        {question}
      </p>
      <div className="grid max-w-120 grid-cols-1 gap-2">
        <ScoreCircles labelledBy={id} isLarge chosen={chosen} onChoose={choose} />
        <p aria-hidden="true" className="flex justify-between text-xs text-soft">
          <span>{scoreLabels.worth[1]}</span>
          <span>{scoreLabels.worth[5]}</span>
        </p>
      </div>
      <Steps {...{ at, onPlace }} count={questions.length} isAnswered={chosen !== null} />
    </>
  );
}

export function useShowCheckUp(meetingId: MeetingId) {
  return useMutation({
    mutationFn: () =>
      request({
        path: `/api/v1/meetings/${meetingId}/check-up/results`,
        method: 'POST',
        schema: ShownResults,
      }),
    onError: toast.onError('The results were not shown', { id: 'check-up-refused' }),
  });
}

/** Widest spread first; each question can become a note. */
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
          <Part key={question}>
            {() => (
              <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
                <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-2">
                  <p className="font-semibold text-ink wrap-anywhere">{question}</p>
                  {answersDiffer(totals) && <Badge icon={<ArrowLeftRight />}>Answers differ</Badge>}
                </div>
                <span role="img" aria-label={totalsText(totals, 'worth')} className="min-w-0">
                  <ScoreBars totals={totals} kind="worth" />
                </span>
                <p aria-hidden="true" className="w-12 text-xl font-bold text-ink tabular-nums">
                  {scoreText(totals.mean)}
                </p>
                {discuss && <div className="w-28">{discuss(question, answersDiffer(totals))}</div>}
              </li>
            )}
          </Part>
        ))}
      {questions
        .filter((question) => !known.has(question))
        .map((question) => (
          <Part key={question}>
            <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
              <p className="min-w-0 flex-1 basis-56 font-semibold text-ink wrap-anywhere">
                {question}
              </p>
              <p className="flex items-center gap-2 text-soft">
                <Lock className="size-4 shrink-0" /> Not enough answers yet
              </p>
            </li>
          </Part>
        ))}
    </ul>
  );
}
