import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { presentName, seatName } from '@wentwell/contract/live';
import type { ReactNode } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';

export function presentOn({ presence }: Pick<Board, 'presence'>): Board['presence'] {
  return presence.filter(({ isOnline }) => isOnline);
}

/** Avatars and names, ringed if done. */
export function Seats(props: {
  people: Board['presence'];
  label: string;
  done?: readonly UserId[];
}): ReactNode {
  const { people, label, done = [] } = props;
  return (
    <ul aria-label={label} className="watch-seats flex flex-wrap">
      {people.map((entry) => {
        const { userId, userName } = entry;
        const isDone = done.includes(userId);
        return (
          <li
            key={userId}
            className="watch-seat grid justify-items-center gap-2 text-center"
            data-done={isDone || undefined}
          >
            <SmallPart>
              <Avatar person={{ id: userId, name: userName }} size="lg" decorative />
              <span className="line-clamp-1" title={presentName(entry)}>
                {seatName(entry)}
              </span>
              {isDone && <span className="sr-only"> is done</span>}
            </SmallPart>
          </li>
        );
      })}
    </ul>
  );
}
