import type { Board } from '@wentwell/contract/board/snapshot';
import { phaseFacts } from '@wentwell/contract/phases';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';

import type { PersonMarks } from '#web/board/person-marks';
import { readyCommands } from '#web/features/ready/ready-commands';
import { doneCount, doneUsers } from '#web/features/ready/ready-count';
import { voteCommands } from '#web/features/votes/vote-commands';
import { StepButton } from '#web/ui/buttons/StepButton.tsx';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { useMeetingParts } from './meeting-parts.ts';

/** Their marks in the panel. */
export function doneMarks(board: Board): PersonMarks {
  const label = board.phase.phase === 'voting' ? 'Finished voting' : 'Done';
  return { labels: new Map(doneUsers(board).map((id) => [id, label])) };
}

/** Marks the user as done, and reverts it. The key tells others why they are not asked. */
export function DoneButton(props: {
  /** The user leads and is not asked. */
  leads: boolean;
  isAway: boolean;
}): ReactNode {
  const { leads, isAway } = props;
  const { client, board, who } = useMeetingParts();
  const me = who.userId;
  const meetingId = board.meeting.id;
  const context = useMemo(() => ({ meetingId, userId: me }), [meetingId, me]);
  const phase = board.phase.phase;
  const isVoting = phase === 'voting';
  const count = doneCount(board);
  const isDone = doneUsers(board).includes(me);
  // The key changes a button elsewhere, which no screen reader would read. A press of the button is read by itself.
  const { started_at: startedAt } = board.phase;
  const [keyedIn, setKeyedIn] = useState<string | null>();

  function toggle(byKey = false): void {
    setKeyedIn(byKey ? startedAt : undefined);
    void client.run(
      isVoting
        ? voteCommands(context).finish({ finished: !isDone })
        : readyCommands(context).create({ ready: !isDone, phase }),
    );
  }

  useShortcuts((shortcut) => {
    if (shortcut !== 'd') return null;
    if (leads) return () => sayWhyNot("You lead. The others say when they're done.");
    if (count) return () => toggle(true);
    return () => sayWhyNot(`There is nothing to finish in ${phaseFacts[phase].label}.`);
  });
  const isAsked = !leads && count !== null;
  usePaletteCommands(isAsked ? [doneCommand(isDone, toggle)] : []);
  if (!isAsked) return null;
  return (
    <>
      <StepButton
        label={isVoting ? "I'm done voting" : "I'm done"}
        face={isDone ? 'Done' : undefined}
        count={count}
        isAway={isAway}
        isPressed={isDone}
        onPress={toggle}
      />
      <span role="status" className="sr-only">
        {keyedIn === startedAt && (isDone ? 'You are done.' : 'You are not done.')}
      </span>
    </>
  );
}

function doneCommand(isDone: boolean, run: () => void): PaletteCommand {
  return {
    id: 'done',
    group: 'Next step',
    label: isDone ? "I'm not done yet" : "I'm done",
    icon: <CircleCheck />,
    shortcut: 'D',
    keywords: ['ready', 'finished', 'complete'],
    run,
  };
}
