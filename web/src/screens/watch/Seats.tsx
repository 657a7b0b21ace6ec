import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';
import { presentName, seatName } from '@wentwell/contract/live/live';
import type { ReactNode } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { initialsOf, type Person } from '#web/ui/identity/person';

export function presentOn({ presence }: Pick<Board, 'presence'>): Board['presence'] {
  return presence.filter(({ isOnline }) => isOnline);
}

/** Avatars and names, ringed if done. People who are missing have no colour. */
export function Seats(props: {
  people: Board['presence'];
  label: string;
  done?: readonly UserId[];
  missing?: readonly Person[];
}): ReactNode {
  const { people, label, done = [], missing = [] } = props;
  return (
    <ul aria-label={label} className="watch-seats flex flex-wrap">
      {people.map((entry) => {
        const { userId, userName } = entry;
        const isDone = done.includes(userId);
        return (
          <li
            key={userId}
            className="watch-seat grid animate-rise justify-items-center gap-2 text-center"
            data-done={isDone || undefined}
          >
            <SmallPart>
              <Avatar person={{ id: userId, name: userName }} size="lg" decorative />
              <span className="block max-w-full truncate" title={presentName(entry)}>
                {seatName({ userName })}
              </span>
              {isDone && <span className="sr-only"> is done</span>}
            </SmallPart>
          </li>
        );
      })}
      {missing.map(({ id, name }) => (
        <li key={id} className="watch-seat grid justify-items-center gap-2 text-center text-muted">
          <SmallPart>
            <span aria-hidden="true">
              <span className="inline-flex items-center justify-center rounded-full border border-dashed border-control font-bold">
                {initialsOf(name)}
              </span>
            </span>
            <span className="block max-w-full truncate" title={name}>
              {seatName({ userName: name })}
            </span>
            <span className="sr-only"> is not here yet</span>
          </SmallPart>
        </li>
      ))}
    </ul>
  );
}
