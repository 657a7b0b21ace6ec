// Apart from `use-board.ts`, which pages without a board load, too.
import { teamContextOfViewer } from '@wentwell/contract/board/recorded-board';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { useMemo } from 'react';

import { useShownBoard } from './use-board.ts';

/** The user's rights on the board. A muted guest only reads. */
export function useViewer(): TeamContext {
  const { you, presence } = useShownBoard();
  const isMuted = presence.some((entry) => entry.isMuted && entry.userId === you.user_id);
  return useMemo(() => {
    const viewer = teamContextOfViewer(you);
    return isMuted ? { ...viewer, role: null } : viewer;
  }, [you, isMuted]);
}
