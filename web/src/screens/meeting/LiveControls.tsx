import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings';
import { nextPhase, type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import type { TeamContext, TeamMember } from '@wentwell/contract/teams';
import { ArrowRight, CornerDownRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { PhaseControls } from '#web/features/phases/PhaseControls.tsx';
import { usePhaseLead } from '#web/features/phases/phases.queries';
import type { Person } from '#web/ui/identity/Avatar.tsx';
import { type Command, useCommands } from '#web/ui/overlays/commands';

import { FinishMeeting } from './FinishMeeting.tsx';
import { useLeadControls } from './use-lead-controls.tsx';

/** What leads a live meeting on; everybody sees it, who may not is told why. */
export function LiveControls(props: {
  meeting: Meeting;
  who: TeamContext;
  /** How many notes lie face down. */
  faceDown: number;
  members: readonly TeamMember[] | undefined;
  presence: readonly PresenceEntry[];
  personOf: (userId: UserId) => Person;
  onMoved: () => void;
}): ReactNode {
  const { meeting, who, faceDown, onMoved } = props;
  const { items, dialogs } = useLeadControls(props);
  const lead = usePhaseLead(meeting, onMoved);
  const leads = meetingPolicy.lead(who, meeting) === 'allowed' && !lead.isBusy;
  useCommands(leads ? phaseCommands(meeting.phase, lead) : []);
  return (
    <>
      <PhaseControls
        phase={meeting.phase}
        busy={lead.isBusy}
        disabledReason={reasonOf(meetingPolicy.lead(who, meeting))}
        onNext={lead.next}
        onJump={lead.jump}
        leadItems={items}
      />
      <FinishMeeting
        meeting={meeting}
        faceDown={faceDown}
        disabledReason={reasonOf(meetingPolicy.change(who, meeting))}
        onFinished={onMoved}
      />
      {dialogs}
    </>
  );
}

/** Leading on, for the command palette. */
function phaseCommands(
  current: Phase,
  lead: Pick<ReturnType<typeof usePhaseLead>, 'next' | 'jump'>,
): Command[] {
  const next = nextPhase(current);
  const others = phases.filter((phase) => phase !== current);
  return [
    ...(next
      ? [
          {
            id: 'phase-next',
            group: 'Meeting' as const,
            label: `Next: ${phaseFacts[next].label}`,
            icon: <ArrowRight />,
            keywords: ['phase', 'advance'],
            run: lead.next,
          },
        ]
      : []),
    ...others.map((phase) => ({
      id: `phase-${phase}`,
      group: 'Meeting' as const,
      label: `Jump to ${phaseFacts[phase].label}`,
      icon: <CornerDownRight />,
      keywords: ['phase'],
      run: () => lead.jump(phase),
    })),
  ];
}

function reasonOf(verdict: PolicyResult): string | undefined {
  return verdict === 'allowed' ? undefined : describeError(verdict).detail;
}
