import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { nextPhase, type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams';
import { ArrowRight, CornerDownRight, Flag } from 'lucide-react';
import type { ReactNode } from 'react';

import { PhaseControls } from '#web/features/phases/PhaseControls.tsx';
import type { PhaseLead } from '#web/features/phases/phases.queries';
import type { Person } from '#web/ui/identity/Avatar.tsx';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';

import { FinishMeeting } from './FinishMeeting.tsx';
import { useLeadControls } from './use-lead-controls.tsx';

/** Controls of a live meeting: buttons for leads; for others a menu that explains why they cannot use them. */
export function LiveControls(props: {
  meeting: Meeting;
  who: TeamContext;
  lead: PhaseLead;
  notes: readonly Note[];
  presence: readonly PresenceEntry[];
  personOf: (userId: UserId) => Person;
  /** Controls that participants use at their own pace. */
  pace: ReactNode;
  /** The discussion has topics to go on to. */
  hasTopicsLeft: boolean;
  onMoved: () => void;
}): ReactNode {
  const { meeting, who, lead, notes, pace, hasTopicsLeft, onMoved } = props;
  const { items, dialogs } = useLeadControls(props);
  const whyNotLead = reasonOf(meetingPolicy.lead(who, meeting));
  const whyNotFinish = reasonOf(meetingPolicy.change(who, meeting));
  const leads = whyNotLead === undefined;
  useCommands(leads && !lead.isBusy ? phaseCommands(meeting.phase, lead) : []);
  const moreItems = (items !== null || whyNotFinish !== undefined) && (
    <>
      {items}
      {whyNotFinish !== undefined && (
        <MenuItem
          icon={<Flag aria-hidden="true" className="size-4" />}
          disabledReason={whyNotFinish}
        >
          Finish
        </MenuItem>
      )}
    </>
  );
  return (
    <>
      {pace}
      <PhaseControls
        phase={meeting.phase}
        busy={lead.isBusy}
        isNotYet={hasTopicsLeft}
        disabledReason={whyNotLead}
        onNext={lead.next}
        onJump={lead.jump}
        leadItems={moreItems || null}
      />
      {whyNotFinish === undefined && (
        <FinishMeeting
          meeting={meeting}
          faceDown={notes.filter(({ hidden }) => hidden).length}
          isNext={leads && nextPhase(meeting.phase) === null}
          onFinished={onMoved}
        />
      )}
      {dialogs}
    </>
  );
}

/** Leading on, for the command palette. */
function phaseCommands(current: Phase, lead: Pick<PhaseLead, 'next' | 'jump'>): Command[] {
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
