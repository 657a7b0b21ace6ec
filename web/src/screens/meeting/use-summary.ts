import type { Board } from '@wentwell/contract/board';
import { useEffect, useState } from 'react';

import { statusNow } from '#web/api/server-time';
import { hasReport } from '#web/features/report/has-report';
import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';

export interface Summary {
  /** What there is to see beside the board; null while there is nothing. */
  kind: 'Review' | 'Report' | null;
  isShown: boolean;
  toggle: () => void;
}

/**
 * In Ready to Close the review, and on a meeting that is over its report, stand in place of the board, which is the key B
 * away. Where there is no more to tell than the notes, the board comes first.
 */
export function useSummary(board: Board): Summary {
  const kind = kindFor(board);
  const [choice, setChoice] = useState<{ kind: Summary['kind']; isShown: boolean } | null>(null);
  const isShown = kind !== null && (choice?.kind === kind ? choice.isShown : hasReport(board));

  useEffect(() => {
    if (kind === null) return undefined;
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'b' || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      setChoice({ kind, isShown: !isShown });
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [kind, isShown]);

  return { kind, isShown, toggle: () => setChoice({ kind, isShown: !isShown }) };
}

function kindFor({ meeting }: Board): Summary['kind'] {
  const status = statusNow(meeting);
  if (status === 'closed' || status === 'archived') return 'Report';
  return status === 'live' && meeting.phase === 'closing_ready' ? 'Review' : null;
}
