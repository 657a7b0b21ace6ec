import { describeError, type Verdict } from '@wentwell/contract/errors';
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings';
import type { Standing } from '@wentwell/contract/teams';
import type { ReactNode } from 'react';

import { PhaseControls } from '#web/features/phases/PhaseControls.tsx';
import { usePhaseLead } from '#web/features/phases/phases.queries';

import { FinishMeeting } from './FinishMeeting.tsx';

/** What leads a live meeting on; everybody sees it, who may not is told why. */
export function LiveControls(props: {
  meeting: Meeting;
  who: Standing;
  onMoved: () => void;
}): ReactNode {
  const { meeting, who, onMoved } = props;
  const lead = usePhaseLead(meeting.id, meeting.phase, onMoved);
  return (
    <>
      <PhaseControls
        phase={meeting.phase}
        busy={lead.isBusy}
        disabledReason={reasonOf(meetingPolicy.lead(who, meeting))}
        onNext={lead.next}
        onJump={lead.jump}
      />
      <FinishMeeting
        meeting={meeting}
        disabledReason={reasonOf(meetingPolicy.change(who, meeting))}
        onFinished={onMoved}
      />
    </>
  );
}

function reasonOf(verdict: Verdict): string | undefined {
  return verdict === 'allowed' ? undefined : describeError(verdict).detail;
}
