import type { Board } from '@wentwell/contract/board';

import { statusNow } from '#web/api/server-time';
import { hasReport } from '#web/features/report/has-report';

import { useBoardChoice, useBoardKey } from './use-board-choice.ts';

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
  const [wantsBoard, choose] = useBoardChoice(board.meeting.id, kind ?? '');
  const isShown = kind !== null && !(wantsBoard ?? !hasReport(board));
  const toggle = (): void => choose(isShown);
  useBoardKey(kind !== null, toggle);
  return { kind, isShown, toggle };
}

function kindFor({ meeting }: Board): Summary['kind'] {
  const status = statusNow(meeting);
  if (status === 'closed' || status === 'archived') return 'Report';
  return status === 'live' && meeting.phase === 'closing_ready' ? 'Review' : null;
}
