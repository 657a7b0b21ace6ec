import type { ReactNode } from 'react';

import { AgreementsOfTeam } from '#web/features/actions/Agreements.tsx';
import { DidItHelp } from '#web/features/check-in/DidItHelp.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { useMeetingParts } from './meeting-parts.ts';
import { EarlierActions } from './MeetingActions.tsx';

/** In joining: what was agreed before. */
export function LobbyCards(): ReactNode {
  const { board, who } = useMeetingParts();
  return (
    <>
      <Part>{board.since_last_time && <EarlierActions actions={board.since_last_time} />}</Part>
      <Part>
        {board.agreements && (
          <AgreementsOfTeam agreements={board.agreements} mayChange={who.role !== null} />
        )}
      </Part>
      <Part>{board.did_it_help && <DidItHelp actions={board.did_it_help} />}</Part>
    </>
  );
}
