import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import type { TeamContext } from '@wentwell/contract/teams';
import type { ReactNode } from 'react';

import type { BoardClient } from '#web/live/board-client';
import type { Person } from '#web/ui/identity/Avatar.tsx';

import { CheckIn } from './CheckInArea.tsx';
import { OpenFromBefore } from './MeetingActions.tsx';

/** What people do while they wait for the others: the check-in, and what was left open since last time. */
export function JoiningArea(props: {
  client: BoardClient;
  board: Board;
  who: TeamContext;
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { board, who, personOf } = props;
  return (
    // Side by side where there is room.
    <div className="flex w-full flex-wrap items-start justify-center gap-6">
      <CheckIn {...props} />
      {board.since_last_time && (
        <OpenFromBefore
          board={board}
          who={who}
          actions={board.since_last_time}
          personOf={personOf}
        />
      )}
    </div>
  );
}
