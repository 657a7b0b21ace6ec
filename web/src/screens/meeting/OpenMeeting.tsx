import type { Board } from '@wentwell/contract/board';
import { describeError } from '@wentwell/contract/errors';
import type { UserId } from '@wentwell/contract/ids';
import { meetingAbilities, meetingPolicy } from '@wentwell/contract/meetings';
import { nextPhase } from '@wentwell/contract/phases';
import { teamContextOfViewer } from '@wentwell/contract/recorded-board';
import type { TeamContext } from '@wentwell/contract/teams';
import { Hand } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';

import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { meetingActions } from '#web/features/meetings/meeting-actions';
import { TeamColors } from '#web/features/members/TeamColors.tsx';
import { FocusKeeper } from '#web/features/notes/FocusKeeper.tsx';
import { PhaseRail } from '#web/features/phases/PhaseRail.tsx';
import { usePhaseLead } from '#web/features/phases/phases.queries';
import type { PersonMarks } from '#web/features/presence/participants';
import { TimerControl } from '#web/features/timer/TimerControl.tsx';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { useBoardView, ViewToggle } from './board-view.tsx';
import { BoardArea } from './BoardArea.tsx';
import { FinishButton } from './FinishMeeting.tsx';
import { LiveControls } from './LiveControls.tsx';
import { MeetingPartsContext } from './meeting-parts.ts';
import { MeetingBar } from './MeetingBar.tsx';
import { MeetingFrame, useDensity } from './MeetingFrame.tsx';
import { doneMarks } from './PaceControls.tsx';
import { usePeople } from './people.ts';
import { connectionWords, PeopleButton } from './PeopleButton.tsx';
import { PhaseState } from './PhaseState.tsx';
import { SidePanel, useSidePanel } from './SidePanel.tsx';
import { isLost, LostConnection, PhasePurpose, StatusLine } from './StatusLine.tsx';
import type { KeptEntry } from './stored-activity.ts';
import { useSettings } from './use-settings.ts';

// For planned meetings only.
const PlannedControls = lazyPart(() => import('./PlannedControls.tsx'), 'PlannedControls');
const StartMeetingDialog = lazyPart(
  () => import('#web/features/meetings/StartMeetingDialog.tsx'),
  'StartMeetingDialog',
);

// Loaded after the board.
const TimerPanel = lazyPart(() => import('./late-code.ts'), 'TimerPanel');
const ExportCommands = lazyPart(() => import('./late-code.ts'), 'ExportCommands');

const QuietLine = lazyPart(() => import('./late-code.ts'), 'QuietLine');
const CaughtUp = lazyPart(() => import('./late-code.ts'), 'CaughtUp');

const FloatingReactions = lazyPart(() => import('./late-code.ts'), 'FloatingReactions');

const HandsUp = lazyPart(() => import('./late-code.ts'), 'HandsUp');
const CoLeadCommands = lazyPart(() => import('./late-code.ts'), 'CoLeadCommands');
const GuestsAsking = lazyPart(() => import('./late-code.ts'), 'GuestsAsking');
const TellMore = lazyPart(() => import('./late-code.ts'), 'TellMore');
const RaiseHand = lazyPart(() => import('./late-code.ts'), 'RaiseHand');

function handMarks(hands: readonly UserId[]): PersonMarks {
  const labels = hands.map((id, index) => [id, `Hand is up, number ${index + 1}`] as const);
  return { Icon: Hand, labels: new Map(labels) };
}

/** A loaded meeting: live, or read-only. */
export function OpenMeeting({ client, board }: { client: BoardClient; board: Board }): ReactNode {
  const { meeting, presence, hands } = board;
  const status = statusNow(meeting);
  const isLive = status === 'live';
  const me = useMe();
  const isOver = !isLive && status !== 'planned';
  const { people, teamSize, colors } = usePeople(board, { isOver, me });
  const isMuted = presence.some((entry) => entry.isMuted && entry.userId === me.id);
  const who = useMemo((): TeamContext => {
    const viewer = teamContextOfViewer(board.you);
    return isMuted ? { ...viewer, role: null } : viewer;
  }, [board.you, isMuted]);
  const connection = useBoard(client, (view) => view.connection);
  const waiting = useBoard(client, (view) => view.waiting);
  const delayReason = useBoard(client, (view) => view.delayReason);
  const [isStarting, setStarting] = useState(false);
  const [isFinishing, setFinishing] = useState(false);
  const [isAsked, setAsked] = useState(false);

  const onMoved = (): void => void client.refresh();
  const lead = usePhaseLead(meeting, onMoved);
  const leadResult = meetingPolicy.lead(who, meeting);
  const whyNotLead = leadResult === 'allowed' ? undefined : describeError(leadResult).detail;
  const leads = isLive && whyNotLead === undefined;
  const { start } = meetingActions(meeting, meetingAbilities(who, meeting));
  const settings = useSettings(meeting, onMoved);
  const view = useBoardView(board);
  const panel = useSidePanel();
  const [entries, onChange] = useState<readonly KeptEntry[]>([]);
  const activity = { entries, onChange };
  const [density, setDensity] = useDensity();
  const mayFinish = meetingPolicy.change(who, meeting) === 'allowed';
  const isLastPhase = nextPhase(meeting) === null;
  const { personOf } = people;
  const parts = useMemo(() => ({ client, board, who, personOf }), [client, board, who, personOf]);
  const hand = handMarks(hands);
  const raiseHand = isLive && who.role !== null && (!leads || hand.labels.has(me.id)) && (
    <RaiseHand client={client} board={board} label={hand.labels.get(me.id)} />
  );
  const seesHands = leads && hands.length > 0 && !isLost(connection);
  const purpose = <PhasePurpose meeting={meeting} />;
  const quiet = <QuietLine status={status} />;
  const line = seesHands ? (
    <HandsUp fallback={purpose} client={client} board={board} personOf={personOf}>
      {raiseHand}
    </HandsUp>
  ) : (
    purpose
  );
  return (
    <MeetingPartsContext value={parts}>
      <TeamColors
        teamId={meeting.team_id}
        others={presence.map(({ userId }) => userId)}
        given={colors}
      >
        <MeetingFrame
          isFolded={isLive}
          density={density}
          bar={
            <MeetingBar meeting={meeting}>
              {isLive && (
                <>
                  <PhaseRail meeting={meeting} disabledReason={whyNotLead} onJump={lead.jump} />
                  <SmallPart>
                    <TimerControl
                      Panel={TimerPanel}
                      meeting={meeting}
                      timer={board.timer}
                      leads={leads}
                      autoAdvance={settings.autoAdvance}
                      onChanged={onMoved}
                    />
                  </SmallPart>
                </>
              )}
              {/* The badge already says that a meeting is closed. */}
              {status !== 'closed' && (
                <span
                  role="status"
                  className={isLive ? 'sr-only' : 'shrink-0 text-xs font-semibold text-soft'}
                >
                  {connectionWords[connection.status]}
                </span>
              )}
              {isLive && (
                <PeopleButton hands={hand} connection={connection.status} onPress={panel.toggle} />
              )}
            </MeetingBar>
          }
          controls={
            isLive ? (
              <LiveControls
                lead={lead}
                whyNotLead={whyNotLead}
                menu={{
                  autoAdvance: leads ? settings.autoAdvance : undefined,
                  density,
                  onDensity: setDensity,
                  onPeople: panel.toggle,
                }}
                isFinishing={isFinishing}
                onFinishing={setFinishing}
              />
            ) : (
              status === 'planned' && (
                <PlannedControls start={start} onStart={() => setStarting(true)} />
              )
            )
          }
          status={
            <StatusLine
              waiting={waiting}
              delayReason={delayReason}
              isLost={isLive && isLost(connection)}
              leadsTopics={leads && view.name === 'Discussion'}
              end={
                !seesHands &&
                !isAsked && (
                  <>
                    {raiseHand}
                    {view.name !== null ? (
                      // A new button per phase: a changed width would shift it visibly.
                      <ViewToggle key={view.name} {...view} name={view.name} />
                    ) : (
                      isLive && <PhaseState leads={leads} onLimits={settings.save} />
                    )}
                    {isLive && mayFinish && !(leads && isLastPhase) && (
                      <FinishButton
                        key={`finish ${view.name}`}
                        onPress={() => setFinishing(true)}
                      />
                    )}
                  </>
                )
              }
            >
              {status !== 'live' ? (
                quiet
              ) : isLost(connection) ? (
                <LostConnection connection={connection} onRetry={client.reconnect} />
              ) : isMuted ? (
                quiet
              ) : mayFinish && meeting.settings.guests ? (
                <GuestsAsking
                  fallback={line}
                  client={client}
                  meetingId={meeting.id}
                  onAsked={setAsked}
                >
                  {line}
                </GuestsAsking>
              ) : (
                line
              )}
            </StatusLine>
          }
          panel={
            isLive && (
              <SidePanel
                state={panel}
                marks={[hand, doneMarks(board)]}
                isLive={connection.status === 'open'}
                teamSize={teamSize}
                activity={activity}
              />
            )
          }
        >
          <BoardArea shown={view.isShown ? view.name : null} />
        </MeetingFrame>
        <CaughtUp activity={isLive ? activity : null} />
        {isLive && <FloatingReactions client={client} />}
        <FocusKeeper />
        {board.you.role !== 'guest' && <ExportCommands meeting={meeting} />}
        {isLive && <CoLeadCommands board={board} />}
        {isLive && meeting.settings.anonymous && <TellMore board={board} me={personOf(me.id)} />}
        <StartMeetingDialog
          meeting={meeting}
          open={isStarting}
          onOpenChange={(open) => {
            setStarting(open);
            // The board tells whether the meeting was started.
            if (!open) void client.refresh();
          }}
          onOpenMeeting={() => void client.refresh()}
        />
      </TeamColors>
    </MeetingPartsContext>
  );
}
