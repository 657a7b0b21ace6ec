// What features add to the end of a meeting and to the year. A part without content renders nothing.
import type { YearReview } from '@wentwell/contract/health/year-review';
import type { ReactNode } from 'react';

import { AgreementsOfYear } from '#web/features/actions/Agreements.tsx';
import { NewBadges } from '#web/features/badges/Badges.tsx';
import { ThanksAtEnd, ThanksOfYear } from '#web/features/thanks/Thanks.tsx';
import { useShownBoard } from '#web/live/use-board';
import type { Section } from '#web/ui/layout/TitledSection.tsx';

export {
  demoThanks as demoCallsOfEnd,
  ThanksOnScreen as ScreenParts,
  ThanksSection as ClosingParts,
  ThanksSection as ReportParts,
} from '#web/features/thanks/Thanks.tsx';

export function EndParts({ className }: { className: string }): ReactNode {
  const { meeting, you } = useShownBoard();
  return (
    <>
      {you.role !== 'guest' && (
        <NewBadges teamId={meeting.team_id} meetingId={meeting.id} className={className} />
      )}
      <ThanksAtEnd className={className} />
    </>
  );
}

export function hasYearParts({ agreements, thanks }: YearReview): boolean {
  return agreements.length + thanks.length > 0;
}

export function YearParts(props: { review: YearReview; Section: Section }): ReactNode {
  const { review, Section } = props;
  return (
    <>
      <AgreementsOfYear agreements={review.agreements} Section={Section} />
      <ThanksOfYear thanks={review.thanks} Section={Section} />
    </>
  );
}
