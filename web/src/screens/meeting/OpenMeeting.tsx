import { useMutation } from '@tanstack/react-query';
import { refusalText } from '@wentwell/contract/errors';
import {
  meetingAbilities,
  meetingPolicy,
  type Meeting,
} from '@wentwell/contract/meetings/meetings';
import { nextPhase, phaseFacts } from '@wentwell/contract/phases';
import { type ReactNode, useState } from 'react';

import { statusNow } from '#web/api/server-time';
import { useMe } from '#web/features/auth/session.tsx';
import { meetingActions } from '#web/features/meetings/meeting-actions';
import { settingsMutation, useOptimisticToggle } from '#web/features/meetings/settings.queries';
import { TeamColors } from '#web/features/members/TeamColors.tsx';
import { GoneField } from '#web/features/notes/GoneField.tsx';
import { PhaseRail } from '#web/features/phases/PhaseRail.tsx';
import { usePhaseLead } from '#web/features/phases/phases.queries';
import { useIsTimeUp } from '#web/features/timer/time-left';
import { TimerControl } from '#web/features/timer/TimerControl.tsx';
import { useBoard, useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { toast } from '#web/ui/feedback/toast';
import { PersonOfContext } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { useBoardView, ViewToggle } from './board-view.tsx';
import { BoardArea } from './BoardArea.tsx';
import { FinishButton } from './FinishButton.tsx';
import { LiveControls } from './LiveControls.tsx';
import { MeetingBar } from './MeetingBar.tsx';
import { MeetingFrame, useDensity } from './MeetingFrame.tsx';
import { usePeople } from './people.ts';
import { connectionWords, PeopleButton } from './PeopleButton.tsx';
import { SidePanel, useSidePanel } from './SidePanel.tsx';
import { isLost, LostConnection, PhasePurpose, StatusLine } from './StatusLine.tsx';
import type { StoredEntry } from './stored-activity.ts';

// For planned meetings only.
const PlannedControls = lazyPart(() => import('./PlannedControls.tsx'), 'PlannedControls');
const StartMeetingDialog = lazyPart(
  () => import('#web/features/meetings/MeetingConfirms.tsx'),
  'StartMeetingDialog',
);

// Loaded after the board.
const TimerPanel = lazyPart(() => import('./late-code.ts'), 'TimerPanel');

const PhaseState = lazyPart(() => import('./late-code.ts'), 'PhaseState');
const QuietLine = lazyPart(() => import('./late-code.ts'), 'QuietLine');
const CaughtUp = lazyPart(() => import('./late-code.ts'), 'CaughtUp');

const HandPalette = lazyPart(() => import('./late-code.ts'), 'HandPalette');
const HandsUp = lazyPart(() => import('./late-code.ts'), 'HandsUp');
const GuestsAsking = lazyPart(() => import('./late-code.ts'), 'GuestsAsking');
const LateParts = lazyPart(() => import('./late-code.ts'), 'LateParts');
const RaiseHand = lazyPart(() => import('./late-code.ts'), 'RaiseHand');

/** A loaded meeting: live, or read-only. */
export function OpenMeeting(): ReactNode {
  const board = useShownBoard();
  const { meeting, presence, hands } = board;
  const status = statusNow(meeting);
  const isLive = status === 'live';
  const me = useMe();
  const isOver = !isLive && status !== 'planned';
  const { people, teamSize, colors } = usePeople(board, { isOver, me });
  const who = useViewer();
  const isMuted = presence.some((entry) => entry.isMuted && entry.userId === me.id);
  const connection = useBoard((view) => view.connection);
  const [isStarting, setStarting] = useState(false);
  const [isFinishing, setFinishing] = useState(false);
  const [isAsked, setAsked] = useState(false);

  const lead = usePhaseLead();
  const whyNot = refusalText(meetingPolicy.lead(who, meeting));
  const leads = isLive && whyNot === undefined;
  // Online, calls work without a socket.
  const whyAway =
    isLost(connection) && !navigator.onLine
      ? "You're offline. You can continue once you're back online."
      : undefined;
  const whyNotLead = whyNot ?? whyAway;
  const { start } = meetingActions(meeting, meetingAbilities(who, meeting));
  const settings = useSettings(meeting);
  const view = useBoardView(board);
  const panel = useSidePanel();
  const [entries, onChange] = useState<readonly StoredEntry[]>([]);
  const activity = { entries, onChange };
  const [density, setDensity] = useDensity();
  const mayFinish = meetingPolicy.change(who, meeting) === 'allowed';
  const isLastPhase = nextPhase(meeting) === null;
  const { personOf } = people;
  const seesHands = leads && hands.length > 0 && !isLost(connection);
  // Topics have their own notice, and Ready to Close has no *Next*.
  const mayMoveOn = leads && whyAway === undefined && !phaseFacts[meeting.phase].agreesActions;
  const isTimeUp = useIsTimeUp(board.timer) && mayMoveOn && !meeting.settings.auto_advance;
  const purpose = <PhasePurpose {...{ meeting, leads, isTimeUp }} />;
  const quiet = <QuietLine status={status} />;
  const line = seesHands ? <HandsUp fallback={purpose} /> : purpose;
  return (
    <PersonOfContext value={personOf}>
      <TeamColors
        teamId={meeting.team_id}
        others={presence.map(({ userId }) => userId)}
        given={colors}
      >
        <MeetingFrame
          isFolded={isLive}
          isOver={isOver}
          density={density}
          bar={
            <MeetingBar meeting={meeting}>
              {isLive && (
                <>
                  <PhaseRail meeting={meeting} disabledReason={whyNotLead} onJump={lead.jump} />
                  <TimerControl
                    Panel={TimerPanel}
                    leads={leads}
                    autoAdvance={settings.autoAdvance}
                  />
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
              {isLive && <PeopleButton onPress={panel.toggle} />}
            </MeetingBar>
          }
          controls={
            isLive ? (
              <LiveControls
                lead={lead}
                leads={leads}
                whyNotLead={whyNotLead}
                whyAway={whyAway}
                isTimeUp={isTimeUp}
                isAsked={isAsked}
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
              isLost={isLive && isLost(connection)}
              isUrgent={isLive && (isLost(connection) || isMuted || seesHands || isAsked)}
              leadsTopics={leads && view.name === 'Discussion'}
              end={
                !seesHands &&
                !isAsked && (
                  <>
                    <RaiseHand />
                    {view.name !== null ? (
                      // A new button per phase: a changed width would shift it visibly.
                      <ViewToggle key={view.name} {...view} name={view.name} />
                    ) : (
                      isLive && <PhaseState leads={leads} onLimits={settings.save} />
                    )}
                    {isLive && mayFinish && !(leads && isLastPhase) && (
                      <FinishButton
                        key={`finish ${view.name}`}
                        whyNot={whyAway}
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
                <LostConnection />
              ) : isMuted ? (
                quiet
              ) : mayFinish && meeting.settings.guests ? (
                <GuestsAsking fallback={line} onAsked={setAsked}>
                  {line}
                </GuestsAsking>
              ) : (
                line
              )}
            </StatusLine>
          }
          panel={isLive && <SidePanel state={panel} teamSize={teamSize} activity={activity} />}
        >
          <BoardArea shown={view.isShown ? view.name : null} />
        </MeetingFrame>
        <CaughtUp activity={isLive ? activity : null} />
        <HandPalette />
        <GoneField />
        <LateParts isLive={isLive} me={personOf(me.id)} />
        <StartMeetingDialog meeting={meeting} open={isStarting} onOpenChange={setStarting} />
      </TeamColors>
    </PersonOfContext>
  );
}

function useSettings(meeting: Meeting) {
  const { mutateAsync } = useMutation(settingsMutation(meeting.id));
  const { version, settings } = meeting;
  const { isOn, choose } = useOptimisticToggle(
    { isOn: settings.auto_advance, version },
    (auto_advance) => mutateAsync({ auto_advance }),
  );

  const sayRefused = toast.onError('Failed to change the settings', { id: 'settings-refused' });
  return {
    autoAdvance: { isOn, onSet: (next: boolean) => void choose(next).catch(sayRefused) },
    /** Rejects if the server refuses. */
    save: mutateAsync,
  };
}
