import type { Board } from '@wentwell/contract/board';
import type { TeamContext } from '@wentwell/contract/teams';
import { createContext, use } from 'react';

import type { BoardClient } from '#web/live/board-client';
import type { PersonOf } from '#web/ui/identity/person-of';

/** Everything on a meeting's page works on these. Only cards do without, so that a change draws no other card anew. */
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
