import type { ReactNode } from 'react';

import { useShownBoard } from '#web/live/use-board';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { LobbyParts } from './feature-parts.tsx';
import { EarlierActions } from './MeetingActions.tsx';

/** In joining: what was agreed before. */
export function LobbyCards(): ReactNode {
  const board = useShownBoard();
  return (
    <>
      <Part>{board.since_last_time && <EarlierActions actions={board.since_last_time} />}</Part>
      <LobbyParts />
    </>
  );
}
