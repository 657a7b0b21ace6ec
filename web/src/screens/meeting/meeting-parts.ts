import type { Board } from '@wentwell/contract/board';
import type { TeamContext } from '@wentwell/contract/teams';
import { createContext, use } from 'react';

import type { BoardClient } from '#web/live/board-client';
import type { PersonOf } from '#web/ui/identity/person';

/** The context of a meeting's page. Cards take props, so that a change redraws no other card; `TrackNote` alone reads this. */
export interface MeetingParts {
  client: BoardClient;
  board: Board;
  who: TeamContext;
  /** The same object for the same person. */
  personOf: PersonOf;
}

export const MeetingPartsContext = createContext<MeetingParts | null>(null);

export function useMeetingParts(): MeetingParts {
  const parts = use(MeetingPartsContext);
  if (parts === null) throw new Error('There is no meeting around this.');
  return parts;
}
