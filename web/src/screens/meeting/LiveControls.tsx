import { useQuery } from '@tanstack/react-query';
import type { Board } from '@wentwell/contract/board/snapshot';
import { refusalText } from '@wentwell/contract/errors';
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { nextPhase, type Phase, phaseFacts, phasesOf } from '@wentwell/contract/phases';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { ArrowRight, CornerDownRight, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import { useInvited } from '#web/features/members/board-names.queries';
import { boardMembersQuery } from '#web/features/members/members.queries';
import { nextLabel } from '#web/features/phases/PhaseRail.tsx';
import type { PhaseLead } from '#web/features/phases/phases.queries';
import { attendance, doneCount } from '#web/features/ready/ready-count';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { StepButton } from '#web/ui/buttons/StepButton.tsx';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Menu } from '#web/ui/overlays/Menu.tsx';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { FinishButton, finishCommand } from './FinishButton.tsx';
import { useMeetingParts } from './meeting-parts.ts';
import type { CommonMenu } from './MeetingMenu.tsx';
import { DoneButton } from './PaceControls.tsx';
import { useLeadControls } from './use-lead-controls.tsx';

// Loaded after the board, before the first press.
const MeetingMenuItems = lazyPart(() => import('./late-code.ts'), 'MeetingMenuItems');
const FinishDialog = lazyPart(() => import('./FinishDialog.tsx'), 'FinishDialog');

/** The next button's text once all are done. Other phases ask nobody. */
const allDoneLabels: Partial<Record<Phase, string>> = {
  writing: 'Write',
  revealing: 'Reveal',
  grouping: 'Group',
  voting: 'Vote',
  discussing: 'Discuss',
};

const words: Partial<Record<Phase, string>> = {
  joining: 'here',
  voting: 'have finished voting',
};

/** The next step at the end of the bar: next phase for leads, “I'm done” for others; and the menu. */
export function LiveControls(props: {
  lead: PhaseLead;
  leads: boolean;
  /** Undefined for leads who are online. */
  whyNotLead: string | undefined;
  /** Undefined online. */
  whyAway: string | undefined;
  isTimeUp: boolean;
  /** The status line has the solid button. */
  isAsked: boolean;
  menu: CommonMenu;
  isFinishing: boolean;
  onFinishing: (isFinishing: boolean) => void;
}): ReactNode {
  const { lead, leads, whyNotLead, whyAway, isTimeUp, isAsked, menu, isFinishing, onFinishing } =
    props;
  const { board, who } = useMeetingParts();
  const { meeting } = board;
  const { phase } = meeting;
  const isJoining = phase === 'joining';
  const { data: team } = useQuery({
    ...boardMembersQuery(meeting.team_id),
    enabled: isJoining && who.role !== null,
  });
  const invited = useInvited(meeting.team_id, isJoining && isInTeam(who));
  const members = team && attendance(board, team);
  const expected = members && { done: members.done, of: members.of + invited };
  const { items, dialogs } = useLeadControls();
  const whyNotFinish = refusalText(meetingPolicy.change(who, meeting));
  const isAway = leads && whyAway !== undefined;
  const count = !isJoining ? doneCount(board) : expected && expected.of > 1 ? expected : null;
  const isLastTopic = !isAway && hasNoTopicLeft(board);
  // Until the last topic, the key changes topics.
  const isNextKey = phase !== 'discussing' || isLastTopic;
  const phaseSteps =
    whyNotLead === undefined
      ? phaseCommands(meeting, lead, isNextKey)
      : explaining(meeting, whyNotLead);
  usePaletteCommands(leads && lead.isBusy ? [] : phaseSteps);
  usePhaseKeys({ meeting, lead, whyNotLead, isNextKey });
  const next = nextPhase(meeting);
  const group = leads && next === null ? ('Next step' as const) : ('Meeting' as const);
  const run = whyAway === undefined ? () => onFinishing(true) : saying(whyAway);
  const finish = { ...finishCommand, group, run };
  usePaletteCommands(whyNotFinish === undefined ? [finish] : []);
  const areAllDone = !isAway && count !== null && count.of > 0 && count.done === count.of;
  return (
    <SmallPart>
      <div className="meeting-step">
        <SmallPart>
          {who.role !== null && <DoneButton leads={leads} isAway={whyAway !== undefined} />}
          {leads && next !== null && (
            <StepButton
              label={nextLabel(meeting)}
              face={
                areAllDone ? (
                  <>
                    {`${isJoining ? 'All here' : 'All done'} `}
                    <ArrowRight className="size-4" />
                    {` ${allDoneLabels[next]}`}
                  </>
                ) : undefined
              }
              count={count}
              isSolid={!isAsked && (areAllDone || isLastTopic || isTimeUp)}
              isAway={isAway}
              disabledReason={whyAway}
              busy={lead.isBusy}
              onPress={whyAway === undefined ? lead.next : saying(whyAway)}
            />
          )}
          {leads && next === null && (
            <div className="last-step flex flex-1 justify-end gap-1">
              <Button size="sm" variant="ghost" disabled>
                {nextLabel(meeting)}
              </Button>
              <FinishButton isNext whyNot={whyAway} onPress={() => onFinishing(true)} />
            </div>
          )}
          <span role="status" className="sr-only">
            {leads && areAllDone && (isJoining ? 'Everyone is here.' : 'Everyone is done.')}
          </span>
          {count !== null && count.of > 0 && (
            <span className="sr-only">
              {count.done} of {count.of} {words[phase] ?? 'done'}
            </span>
          )}
        </SmallPart>
      </div>
      <div className="meeting-more">
        <Menu trigger={<IconButton label="Meeting menu" icon={<Ellipsis />} />}>
          <MeetingMenuItems
            {...menu}
            leadItems={items}
            whyNotFinish={whyNotFinish ?? whyAway}
            onFinish={() => onFinishing(true)}
          />
        </Menu>
      </div>
      {whyNotFinish === undefined && <FinishDialog open={isFinishing} onOpenChange={onFinishing} />}
      {dialogs}
    </SmallPart>
  );
}

/** The last topic is current, or none remains. */
function hasNoTopicLeft({ phase, discussion }: Board): boolean {
  if (phase.phase !== 'discussing' || discussion === null) return false;
  const { order, current, parked, discussed } = discussion;
  return order.every((id) => id === current || parked.includes(id) || discussed[id] !== undefined);
}

const steps: Readonly<Record<string, number>> = { ']': 1, '[': -1 };

/**
 * The keys ] and [ change the phase, or say why they cannot. In Discussing they change the topic; after the last one ]
 * enters the next phase.
 */
function usePhaseKeys(keys: {
  meeting: Meeting;
  lead: Pick<PhaseLead, 'next' | 'jump'>;
  whyNotLead: string | undefined;
  isNextKey: boolean;
}): void {
  const { meeting, lead, whyNotLead, isNextKey } = keys;
  const { phase, settings } = meeting;
  useShortcuts((shortcut) => {
    const step = steps[shortcut];
    if (step === undefined || !(step > 0 ? isNextKey : phase !== 'discussing')) return null;
    const phases = phasesOf(settings);
    const to = phases[phases.indexOf(phase) + step];
    if (whyNotLead !== undefined || to === undefined) {
      const which = step > 0 ? 'last' : 'first';
      return saying(whyNotLead ?? `${phaseFacts[phase].label} is the ${which} phase.`);
    }
    return step > 0 ? lead.next : () => lead.jump(to);
  });
}

function saying(title: string): () => void {
  return () => sayWhyNot(title);
}

/** Members find these commands with the reason. */
function explaining(meeting: Meeting, title: string): PaletteCommand[] {
  return [
    ...(nextPhase(meeting) === null
      ? []
      : [{ id: 'phase-next', label: nextLabel(meeting), icon: <ArrowRight /> }]),
    { id: 'phase-jump', label: 'Jump to…', icon: <CornerDownRight /> },
  ].map((each) => ({
    ...each,
    group: 'Meeting',
    keywords: ['phase'],
    isSearchOnly: true,
    run: saying(title),
  }));
}

/** Palette commands for phase changes. */
function phaseCommands(
  meeting: Meeting,
  lead: Pick<PhaseLead, 'next' | 'jump'>,
  isNextKey: boolean,
): PaletteCommand[] {
  const { phase: current, settings } = meeting;
  const next = nextPhase(meeting);
  const others = phasesOf(settings).filter((phase) => phase !== current);
  return [
    ...(next
      ? [
          {
            id: 'phase-next',
            group: 'Next step' as const,
            label: nextLabel(meeting),
            icon: <ArrowRight />,
            keywords: ['phase', 'advance'],
            ...(isNextKey && { shortcut: ']' }),
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
