import type { Board } from '@wentwell/contract/board/snapshot';
import type { Timer } from '@wentwell/contract/discussion/timer';
import type { MissingMembers } from '@wentwell/contract/guests/spectators';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { isAway } from '@wentwell/contract/live/live';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import { phaseFacts } from '@wentwell/contract/phases';
import { createContext, Fragment, type ReactNode, use } from 'react';

import { statusNow } from '#web/api/server-time';
import { callsOn } from '#web/board/person-marks';
import { useSecondsLeft } from '#web/features/timer/time-left';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { clockText } from '#web/ui/formats';
import type { Person } from '#web/ui/identity/person';

export interface Stage {
  board: Board;
  isConnected: boolean | null;
  /** How many people write in each column; absent at 0. */
  typing: Readonly<Partial<Record<ColumnId, number>>>;
  /** Notes whose cards are turning over. */
  revealed: ReadonlySet<NoteId>;
  missing: MissingMembers;
  /** Null if nobody is named. */
  personOf: (id: UserId | null, importedName?: string) => Person | null;
}

export const StageContext = createContext<Stage | null>(null);

export function useStage(): Stage {
  const stage = use(StageContext);
  if (stage === null) throw new Error('There is no screen around this.');
  return stage;
}

export function StageHead(props: { phaseEnd?: ReactNode; children?: ReactNode }): ReactNode {
  const { board } = useStage();
  const { meeting, phase } = board;
  const isLive = statusNow(meeting) === 'live';
  return (
    <header className="watch-head">
      <div className="watch-name">
        <SmallPart>
          <h1 className="line-clamp-2" title={meeting.name}>
            {meeting.name}
          </h1>
        </SmallPart>
        <SmallPart>
          {isLive && (
            <p className="watch-phase text-soft">
              {phaseFacts[phase.phase].label}
              {props.phaseEnd}
            </p>
          )}
        </SmallPart>
      </div>
      <SmallPart>
        {isLive && <Signs />}
        {isLive && <Countdown timer={board.timer} />}
        {props.children}
      </SmallPart>
    </header>
  );
}

/** The people who call for attention, in order, and a lost connection. */
export function Signs(): ReactNode {
  const { isConnected } = useStage();
  return (
    <SmallPart>
      <Calls />
      {isConnected === false && (
        <p role="status" className="text-warning-text">
          Reconnecting…
        </p>
      )}
    </SmallPart>
  );
}

function Calls(): ReactNode {
  const { board, personOf } = useStage();
  const { Icon, title, labels } = callsOn(board);
  if (labels.size === 0) return null;
  return (
    <p>
      <Icon className="mr-1.5 inline size-[1em] align-[-0.1em]" />
      <span className="sr-only">{title}: </span>
      {[...labels.keys()].map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <bdi>{personOf(id)?.name ?? 'Participant'}</bdi>
          {isAway(id, board.presence) && ' (away)'}
        </Fragment>
      ))}
    </p>
  );
}

function Countdown({ timer }: { timer: Timer | null }): ReactNode {
  const seconds = useSecondsLeft(timer);
  if (seconds === null) return null;
  return (
    <p role="timer" translate="no" className="watch-timer leading-none font-bold tabular-nums">
      {seconds === 0 ? 'Time is up' : clockText(seconds)}
      {timer?.state === 'paused' && ' (paused)'}
    </p>
  );
}
