import type { Board } from '@wentwell/contract/board';
import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import type { PresenceEntry } from '@wentwell/contract/live';
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { nextPhase, type Phase, phaseFacts, phases } from '@wentwell/contract/phases';
import type { TeamContext } from '@wentwell/contract/teams';
import { ArrowRight, CornerDownRight, Flag } from 'lucide-react';
import type { ReactNode } from 'react';

import { PhaseControls } from '#web/features/phases/PhaseControls.tsx';
import type { PhaseLead } from '#web/features/phases/phases.queries';
import { toast } from '#web/ui/feedback/toast';
import type { PersonOf } from '#web/ui/identity/person-of';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { FinishMeeting } from './FinishMeeting.tsx';
import { useLeadControls } from './use-lead-controls.tsx';

/** Controls of a live meeting: buttons for leads; for others a menu that explains why they cannot use them. */
export function LiveControls(props: {
  meeting: Meeting;
  board: Board;
  who: TeamContext;
  lead: PhaseLead;
  notes: readonly Note[];
  presence: readonly PresenceEntry[];
  personOf: PersonOf;
  /** Controls that participants use at their own pace. */
  pace: ReactNode;
  /** The discussion has topics to go on to. */
  hasTopicsLeft: boolean;
  onMoved: () => void;
}): ReactNode {
  const { meeting, board, who, lead, personOf, pace, hasTopicsLeft, onMoved } = props;
  const { items, dialogs } = useLeadControls(props);
  const whyNotLead = reasonOf(meetingPolicy.lead(who, meeting));
  const whyNotFinish = reasonOf(meetingPolicy.change(who, meeting));
  const leads = whyNotLead === undefined;
  useCommands(leads && !lead.isBusy ? phaseCommands(meeting.phase, lead) : []);
  usePhaseKeys(meeting.phase, lead, whyNotLead);
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
          board={board}
          who={who}
          personOf={personOf}
          isNext={leads && nextPhase(meeting.phase) === null}
          onFinished={onMoved}
        />
      )}
      {dialogs}
    </>
  );
}

const steps: Readonly<Record<string, number>> = { ']': 1, '[': -1 };

/** The keys ] and [ lead to the next and to the previous phase, or say why they cannot. In a discussion they are its topics'. */
function usePhaseKeys(
  phase: Phase,
  lead: Pick<PhaseLead, 'next' | 'jump'>,
  whyNotLead: string | undefined,
): void {
  useShortcuts((shortcut) => {
    const step = steps[shortcut];
    if (step === undefined || phase === 'discussing') return null;
    const to = phases[phases.indexOf(phase) + step];
    if (whyNotLead !== undefined || to === undefined) {
      const title =
        whyNotLead ?? `${phaseFacts[phase].label} is the ${step > 0 ? 'last' : 'first'} phase.`;
      return () => void toast.info({ id: 'key-refused', title });
    }
    return step > 0 ? lead.next : () => lead.jump(to);
  });
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
            group: 'Next step' as const,
            label: `Next: ${phaseFacts[next].label}`,
            icon: <ArrowRight />,
            keywords: ['phase', 'advance'],
            // In a discussion the key is its topics'.
            ...(current !== 'discussing' && { shortcut: ']' }),
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
