import type { MeetingId } from '@wentwell/contract/ids';
import { useState } from 'react';

import { readStoredInTab, storeInTab } from '#web/api/browser-storage';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

/**
 * Whether a person chose the board, or what stands in its place, in this tab; a reload keeps it. The choice belongs to
 * `what`, and is null for any other.
 */
export function useBoardChoice(
  meetingId: MeetingId,
  what: string,
): [boolean | null, (wantsBoard: boolean) => void] {
  const key = `boardChoice:${meetingId}`;
  const [choice, setChoice] = useState(() => readStoredInTab(key));
  const [board, other] = [`board ${what}`, `other ${what}`];
  return [
    choice === board ? true : choice === other ? false : null,
    (wantsBoard) => {
      const next = wantsBoard ? board : other;
      setChoice(next);
      storeInTab(key, next);
    },
  ];
}

/** The key B, where nobody types and nothing covers the page. */
export function useBoardKey(isActive: boolean, toggle: () => void): void {
  useShortcuts((shortcut) => isActive && shortcut === 'b' && toggle);
}
