import type { UserId } from '@wentwell/contract/ids';
import { type PresenceEntry, presentName } from '@wentwell/contract/live/live';
import { isLead, type LedMeeting } from '@wentwell/contract/meetings/meetings';
import type { ReactNode } from 'react';

import { callsOn, type PersonMarks } from '#web/board/person-marks';
import { doneUsers } from '#web/features/ready/ready-count';
import type { ConnectionStatus } from '#web/live/live-connection';
import { useBoard } from '#web/live/use-board';
import { Avatar, type Face } from '#web/ui/identity/Avatar.tsx';

import { useMeetingParts } from './meeting-parts.ts';

export const connectionWords: Record<ConnectionStatus, string> = {
  open: 'Connected',
  connecting: 'Connecting…',
  closed: 'Disconnected',
};

const room = 5;

/** Avatars of those present, ringed if done. Toggles the panel. */
export function PeopleButton({ onPress }: { onPress: () => void }): ReactNode {
  const { board } = useMeetingParts();
  const calls = callsOn(board);
  const connection = useBoard((view) => view.connection.status);
  const done = doneUsers(board);
  const here = board.presence.filter(({ isOnline }) => isOnline);
  const shown = here.length > room ? here.slice(0, room - 1) : here;
  const online = `${here.length} online`;
  return (
    <button
      type="button"
      title={`${connectionWords[connection]}, ${online}. Participants and activity`}
      onClick={onPress}
      className="people-button relative flex shrink-0 justify-end h-10 items-center rounded-md px-1 ring-focus hit-area"
    >
      <span className="sr-only">
        {online}
        {calls.labels.size > 0 && `, ${calls.title}: ${calls.labels.size}`}
      </span>
      {shown.map((entry, index) => (
        <span
          key={entry.userId}
          aria-hidden="true"
          data-done={done.includes(entry.userId) || undefined}
          className={index < 2 ? 'bar-face' : 'bar-face bar-face-more'}
        >
          <Avatar person={faceOf(entry, board.meeting, [calls])} size="bar" decorative />
        </span>
      ))}
      <Rest people={here.slice(shown.length)} done={done} className="bar-rest" />
      {/* Shown where there is room for two. */}
      <Rest people={here.slice(2)} done={done} className="bar-rest bar-rest-narrow" />
    </button>
  );
}

/** Ringed if somebody among them is done. */
function Rest(props: {
  people: readonly PresenceEntry[];
  done: readonly UserId[];
  className: string;
}): ReactNode {
  const { people, done, className } = props;
  if (people.length === 0) return null;
  return (
    <span
      aria-hidden="true"
      data-done={people.some(({ userId }) => done.includes(userId)) || undefined}
      className={className}
    >
      +{people.length}
    </span>
  );
}

/** A participant's avatar data: a crown for leads, and the first mark. */
export function faceOf(
  entry: PresenceEntry,
  meeting: LedMeeting,
  marks: readonly PersonMarks[],
): Face {
  const id = entry.userId;
  const [mark] = marks.flatMap(({ Icon, labels }) => {
    const label = labels.get(id);
    return label === undefined ? [] : [{ Icon, label }];
  });
  return { id, name: presentName(entry), leads: isLead(id, meeting), mark };
}
