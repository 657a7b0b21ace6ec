import type { MeetingId } from '@wentwell/contract/ids';
import { useEffect, useState } from 'react';

import { readStoredInTab, storeInTab } from '#web/api/browser-storage';
import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';
import { useStableCallback } from '#web/ui/use-stable-callback';

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
  const onPress = useStableCallback(toggle);
  useEffect(() => {
    if (!isActive) return undefined;
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'b' || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      onPress();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [isActive, onPress]);
}
