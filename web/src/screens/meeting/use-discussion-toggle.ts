import { useEffect, useState } from 'react';

import { isCovered, isTyping } from '#web/ui/overlays/shortcut-scope';

export interface DiscussionToggle {
  /** The topics are shown in place of the board. */
  isShown: boolean;
  toggle: () => void;
}

/** While the meeting discusses, the topics are in place of the board, or the board, which is the key B away. */
export function useDiscussionToggle(isDiscussing: boolean): DiscussionToggle {
  const [wantsBoard, setWantsBoard] = useState(false);
  const [wasDiscussing, setWasDiscussing] = useState(isDiscussing);
  if (wasDiscussing !== isDiscussing) {
    setWasDiscussing(isDiscussing);
    // Each discussion begins with its topics, but never takes a field away from under somebody's hands.
    setWantsBoard(isDiscussing && writesOnBoard());
  }

  useEffect(() => {
    if (!isDiscussing) return undefined;
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'b' || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      setWantsBoard((wants) => !wants);
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [isDiscussing]);

  return {
    isShown: isDiscussing && !wantsBoard,
    toggle: () => setWantsBoard(!wantsBoard),
  };
}

function writesOnBoard(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLTextAreaElement;
  return isField && activeElement.closest('.board-place') !== null && activeElement.value !== '';
}
