import type { CheckIn } from '@wentwell/contract/check-in/check-in';
import { type ReactNode, useId } from 'react';

import { useShownBoard } from '#web/live/use-board';

import { ScoreCircles } from './ScoreCircles.tsx';
import { useOwnScore } from './use-own-score.ts';

/** The "worth our time" question in one line, with the number of answers if visible. */
export function WorthLine(): ReactNode {
  const { check_in: checkIn, presence } = useShownBoard();
  const id = useId();
  const [chosen, choose] = useOwnScore('worth');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p>
        <span id={id} className="font-semibold">
          Worth our time?
        </span>{' '}
        <span role="status" className="text-soft tabular-nums">
          {ratedText(checkIn, presence.filter(({ isOnline }) => isOnline).length)}
        </span>
      </p>
      <ScoreCircles labelledBy={id} chosen={chosen} onChoose={choose} />
    </div>
  );
}

/** Totals grow by several answers at once; until then no count is shown. */
function ratedText({ worth, answers_min: fewest }: CheckIn, people: number): string {
  if (worth === null) return `Fewer than ${fewest} ratings so far`;
  return `At least ${worth.answers} of ${Math.max(worth.answers, people)} have rated`;
}
