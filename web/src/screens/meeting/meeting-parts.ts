import type { Board } from '@wentwell/contract/board';
import type { TeamContext } from '@wentwell/contract/teams';

import type { BoardClient } from '#web/live/board-client';
import { useBoardClient, useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { type PersonOf, usePersonOf } from '#web/ui/identity/person';

/** Most of the page's parts need these. Re-renders on every change of the board; cards read parts with `useBoard`. */
export function useMeetingParts(): {
  client: BoardClient;
  board: Board;
  who: TeamContext;
  personOf: PersonOf;
} {
  return {
    client: useBoardClient(),
    board: useShownBoard(),
    who: useViewer(),
    personOf: usePersonOf(),
  };
}
