// The check-up in joining: one question at a time, answered anonymously.
import { kindOfQuestion } from '@wentwell/contract/check-in/check-in-kinds';
import { type ReactNode, useId, useState } from 'react';

import { useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Bar } from '#web/ui/layout/Bar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

import { CheckUpResults } from './CheckUpResults.tsx';
import { OnlyTotals } from './OnlyTotals.tsx';
import { scoreLabels } from './score-labels.ts';
import { ScoreCircles } from './ScoreCircles.tsx';
import { useOwnScore } from './use-own-score.ts';

export function CheckUp(): ReactNode {
  const { meeting, check_in: checkIn } = useShownBoard();
  const { check_up: questions } = meeting.settings;
  const [place, setPlace] = useState(0);
  const at = Math.min(place, questions.length);
  const question = questions[at];
  const { check_up: shown } = checkIn;
  return (
    <Card
      title="Check-up"
      actions={
        question !== undefined && (
          <span className="text-sm text-soft tabular-nums">
            {at + 1} of {questions.length}
          </span>
        )
      }
    >
      <div className="grid gap-4">
        <Bar aria-hidden="true" share={Math.min(at + 1, questions.length) / questions.length} />
        {question === undefined ? (
          <>
            <p>Thanks! Everyone sees the answers once a lead shows them.</p>
            <div className="flex justify-end">
              <Button variant="ghost" onClick={() => setPlace(at - 1)}>
                Back
              </Button>
            </div>
          </>
        ) : (
          <Question key={question} question={question} at={at} onPlace={setPlace} />
        )}
        {shown.length > 0 && <CheckUpResults questions={questions} shown={shown} />}
      </div>
    </Card>
  );
}

function Question(props: {
  question: string;
  at: number;
  onPlace: (at: number) => void;
}): ReactNode {
  const { question, at, onPlace } = props;
  const { meeting } = useShownBoard();
  const id = useId();
  const [chosen, choose] = useOwnScore(kindOfQuestion(question));
  const isLast = at + 1 === meeting.settings.check_up.length;
  return (
    <div className="grid gap-4">
      <p id={id} className="text-lg font-bold wrap-anywhere">
        {question}
      </p>
      <div className="grid max-w-120 gap-2">
        <ScoreCircles labelledBy={id} isLarge chosen={chosen} onChoose={choose} />
        <p aria-hidden="true" className="flex justify-between text-xs text-soft">
          <span>{scoreLabels.worth[1]}</span>
          <span>{scoreLabels.worth[5]}</span>
        </p>
      </div>
      <OnlyTotals />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" disabled={at === 0} onClick={() => onPlace(at - 1)}>
          Back
        </Button>
        <Button onClick={() => onPlace(at + 1)}>
          {chosen === null ? 'Skip' : isLast ? 'Done' : 'Next question'}
        </Button>
      </div>
    </div>
  );
}
