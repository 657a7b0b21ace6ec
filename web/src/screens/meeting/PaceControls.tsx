import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { phaseFacts } from '@wentwell/contract/phases';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import type { PersonMarks } from '#web/features/presence/participants';
import { readyCommands } from '#web/features/ready/ready-commands';
import { asksWhoIsDone, readyCount } from '#web/features/ready/ready-count';
import { ReadyButton, ReadyCount } from '#web/features/ready/ReadyButton.tsx';
import { FinishVoting } from '#web/features/votes/FinishVoting.tsx';
import { voteCommands } from '#web/features/votes/vote-commands';
import { VotesLeft } from '#web/features/votes/VotesLeft.tsx';
import { VotingProgress } from '#web/features/votes/VotingProgress.tsx';
import type { BoardClient } from '#web/live/board-client';
import { classNames } from '#web/ui/class-names';
import { toast } from '#web/ui/feedback/toast';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

/** Marks the participants who are done: with voting in that phase, otherwise with the phase. */
export function doneMarks({ phase, ready, votes }: Board): PersonMarks {
  const [users, label] =
    phase.phase === 'voting' ? [votes.voted, 'Finished voting'] : [ready, 'Done'];
  return { Icon: CircleCheck, labels: new Map(users.map((id) => [id, label])) };
}

/** The votes that the user has left, and by what those who are asked say that they are done. */
export function PaceControls(props: {
  client: BoardClient;
  board: Board;
  me: UserId;
  /** The user leads, and is not asked. */
  leads: boolean;
}): ReactNode {
  const { client, board, me, leads } = props;
  const { meeting, votes, ready } = board;
  const context = useMemo(() => ({ meetingId: meeting.id, userId: me }), [meeting.id, me]);
  const phase = board.phase.phase;
  const isReady = ready.includes(me);
  const isFinished = votes.voted.includes(me);

  function toggleReady(): void {
    void client.run(readyCommands(context).create({ ready: !isReady, phase }));
  }

  function toggleFinished(): void {
    void client.run(voteCommands(context).finish({ finished: !isFinished }));
  }

  useShortcuts((shortcut) => {
    if (shortcut !== 'd') return null;
    if (leads) return () => refuse('Who leads is not asked whether they are done.');
    if (phase === 'voting') return toggleFinished;
    if (asksWhoIsDone(phase)) return toggleReady;
    return () => refuse(`${phaseFacts[phase].label} does not ask who is done.`);
  });
  const toggle = phase === 'voting' ? toggleFinished : toggleReady;
  const isDone = phase === 'voting' ? isFinished : isReady;
  const isAsked = !leads && (phase === 'voting' || asksWhoIsDone(phase));
  useCommands(isAsked ? [doneCommand(isDone, toggle)] : []);
  return (
    <div className="pace-controls">
      {!leads && (
        <Place isShown={asksWhoIsDone(phase)}>
          <ReadyButton isReady={isReady} count={readyCount(board)} onToggle={toggleReady} />
        </Place>
      )}
      <Place isShown={phase === 'voting'}>
        <span className={leads ? 'flex max-xl:hidden' : 'flex'}>
          <VotesLeft left={votes.left} perPerson={meeting.settings.votes_per_person} />
        </span>
        {!leads && (
          <FinishVoting
            isFinished={isFinished}
            hasVotesLeft={votes.left > 0}
            count={votingCount(board)}
            onToggle={toggleFinished}
          />
        )}
      </Place>
    </div>
  );
}

function doneCommand(isDone: boolean, run: () => void): Command {
  return {
    id: 'done',
    group: 'Next step',
    label: isDone ? "I'm not done yet" : "I'm done",
    icon: <CircleCheck aria-hidden="true" />,
    shortcut: 'D',
    keywords: ['ready', 'finished', 'complete'],
    run,
  };
}

function refuse(title: string): void {
  toast.info({ id: 'key-refused', title });
}

/** How many of the members who are asked are done. */
export function PaceCount({ board, leads }: { board: Board; leads: boolean }): ReactNode {
  const { phase } = board.phase;
  const isVoting = phase === 'voting';
  if (!leads) {
    // On a phone, those who are asked read it on their own button.
    return (
      <span className="flex max-sm:hidden">
        {isVoting && <VotingProgress {...votingCount(board)} />}
      </span>
    );
  }
  return (
    // As wide in every phase, so that nothing beside it moves.
    <span className="flex min-w-46 justify-end max-md:min-w-28">
      {isVoting && <VotingProgress {...votingCount(board)} />}
      {asksWhoIsDone(phase) && <ReadyCount {...readyCount(board)} />}
    </span>
  );
}

/** The owner votes as well, but is not asked: they look at this to lead on (docs/retro.md R-84). */
function votingCount({ votes, presence, meeting }: Board): { done: number; of: number } {
  return readyCount({ ready: votes.voted, presence, meeting });
}

/** Kept where it does not show, so that nothing in the bar moves when the phase changes, and where there is room to keep. */
function Place({ isShown, children }: { isShown: boolean; children: ReactNode }): ReactNode {
  return (
    <div
      data-shown={isShown || undefined}
      className={classNames(
        'col-start-1 row-start-1 flex items-center justify-end gap-2',
        !isShown && 'invisible max-sm:hidden',
      )}
    >
      {children}
    </div>
  );
}
