import type { Board } from '@wentwell/contract/board';
import { useState } from 'react';

import { statusNow } from '#web/api/server-time';

import { useBoardChoice, useBoardKey } from './use-board-choice.ts';

export interface DiscussionToggle {
  /** The topics are shown in place of the board. */
  isShown: boolean;
  toggle: () => void;
}

/** While the meeting discusses, the topics are in place of the board, or the board, which is the key B away. */
export function useDiscussionToggle({ meeting, phase }: Board): DiscussionToggle {
  const isDiscussing = statusNow(meeting) === 'live' && meeting.phase === 'discussing';
  // Each discussion begins with its topics.
  const [choice, choose] = useBoardChoice(meeting.id, `discussion ${phase.started_at}`);
  const [isWriting, setWriting] = useState(false);
  const [wasDiscussing, setWasDiscussing] = useState(isDiscussing);
  if (wasDiscussing !== isDiscussing) {
    setWasDiscussing(isDiscussing);
    // Never takes a field away from under somebody's hands.
    setWriting(isDiscussing && writesOnBoard());
  }
  const wantsBoard = choice ?? isWriting;
  const toggle = (): void => choose(!wantsBoard);
  useBoardKey(isDiscussing, toggle);
  return { isShown: isDiscussing && !wantsBoard, toggle };
}

function writesOnBoard(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLTextAreaElement;
  return isField && activeElement.closest('.board-place') !== null && activeElement.value !== '';
}
