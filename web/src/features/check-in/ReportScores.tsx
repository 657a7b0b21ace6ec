import { type CheckIn, scoreTitles } from '@wentwell/contract/check-in';
import type { ReactNode } from 'react';

import { ScoreTotalsView } from './ScoreTotalsView.tsx';

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
