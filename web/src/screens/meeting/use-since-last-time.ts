import type { Action } from '@wentwell/contract/actions';
import type { Board } from '@wentwell/contract/board';
import { useState } from 'react';

/**
 * What the team left open before this meeting. Null where there is nothing to look back at: outside of joining, and
 * where nothing was open. Once shown it stays, so that whoever settles the last one sees that it was the last.
 */
export function useSinceLastTime({ since_last_time: open }: Board): readonly Action[] | null {
  const [wasShown, setWasShown] = useState(false);
  const isShown = open !== undefined && (wasShown || open.length > 0);
  if (isShown !== wasShown) setWasShown(isShown);
  return isShown ? open : null;
}
