import type { Board } from '@wentwell/contract/board';
import type { TeamContext } from '@wentwell/contract/teams';
import { createContext, use } from 'react';

import type { BoardClient } from '#web/live/board-client';
import type { PersonOf } from '#web/ui/identity/person';

/**
 * Context of a meeting's page. Cards take props instead, so that a change re-renders no other card; only `TrackNote` reads
 * it.
 */
export interface MeetingParts {
  client: BoardClient;
  board: Board;
  who: TeamContext;
  /** Returns the same object for one person. */
  personOf: PersonOf;
}

export const MeetingPartsContext = createContext<MeetingParts | null>(null);

export function useMeetingParts(): MeetingParts {
  const parts = use(MeetingPartsContext);
  if (parts === null) throw new Error('There is no meeting around this.');
  return parts;
}
