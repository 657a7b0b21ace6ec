// Parts of features in joining, a topic, the end of a meeting, the year, the team's page and the demo. Empty ones render
// nothing.
import type { BesideBoard } from '@wentwell/contract/exports/export-parts';
import type { YearReview } from '@wentwell/contract/health/year-review';
import type { ComponentProps, ReactNode } from 'react';

import {
  AgreementsMade,
  AgreementsOfTeam,
  AgreementsOfYear,
  MakeAgreement,
} from '#web/features/actions/Agreements.tsx';
import { NewBadges } from '#web/features/badges/Badges.tsx';
import { RevealedAdditions, useAdditionsHere } from '#web/features/catch-up/catch-up.tsx';
import { DidItHelp } from '#web/features/check-in/DidItHelp.tsx';
import type { DiscussedTopic } from '#web/features/discussion/discussion-queue';
import { ThanksAtEnd, ThanksOfYear, ThanksSection } from '#web/features/thanks/Thanks.tsx';
import { useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import type { Section } from '#web/ui/layout/TitledSection.tsx';

export {
  CatchUpLink as ReportLinks,
  demoCatchUp as demoAnswers,
  useLeftAdditions as useLookBackParts,
} from '#web/features/catch-up/catch-up.tsx';
export { differenceOfYear as sumOfYear } from '#web/features/check-in/DidItHelp.tsx';
export { TeamAgreements as TeamParts } from '#web/features/actions/Agreements.tsx';
export {
  demoThanks as demoCalls,
  ThanksOnScreen as ScreenParts,
} from '#web/features/thanks/Thanks.tsx';

export { AgreementsMade as AgreedParts } from '#web/features/actions/Agreements.tsx';

export function ClosingParts(props: ComponentProps<typeof ThanksSection>): ReactNode {
  const { Section } = props;
  const board = useShownBoard();
  return (
    <Part>
      <AgreementsMade board={board} Section={Section} isEditable />
      <ThanksSection {...props} />
    </Part>
  );
}

export function ReportParts(props: ComponentProps<typeof ThanksSection>): ReactNode {
  const { Section } = props;
  const board = useShownBoard();
  return (
    <Part>
      <AgreementsMade board={board} Section={Section} />
      <RevealedAdditions Section={Section} />
      <ThanksSection {...props} />
    </Part>
  );
}

/** The copied report's data beside the board. */
export function useBesideBoard(): { beside: BesideBoard; isLoading: boolean } {
  const { data, isLoading } = useAdditionsHere();
  return { beside: { additions: data?.revealed ?? [] }, isLoading };
}

export function LobbyParts(): ReactNode {
  const { agreements, did_it_help: asked } = useShownBoard();
  const mayChange = useViewer().role !== null;
  return (
    <Part>
      {agreements && <AgreementsOfTeam agreements={agreements} mayChange={mayChange} />}
      {asked && <DidItHelp actions={asked} />}
    </Part>
  );
}

export function TopicParts({ topic: { id, name } }: { topic: DiscussedTopic }): ReactNode {
  const { team_id: teamId } = useShownBoard().meeting;
  return <MakeAgreement teamId={teamId} text={name} from={{ kind: 'topic', id }} />;
}

export function EndParts({ className }: { className: string }): ReactNode {
  const { meeting, you } = useShownBoard();
  return (
    <>
      <ThanksAtEnd className={className} />
      {you.role !== 'guest' && (
        // Room for two, because they come later.
        <div className="w-full max-w-100" style={{ minHeight: 'min(6.75rem, 12vh)' }}>
          <NewBadges teamId={meeting.team_id} meetingId={meeting.id} className={className} />
        </div>
      )}
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
