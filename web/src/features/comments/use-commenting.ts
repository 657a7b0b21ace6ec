import { useMemo } from 'react';

import { useShownBoard, useUndoHistory } from '#web/live/use-board';

import { type CommentIntent, commentCommands } from './comment-commands.ts';
import { commentDrafts } from './comment-drafts.ts';

/** The drafts of comments on the open board, and its changes of comments. */
export function useCommenting() {
  const { meeting, you } = useShownBoard();
  const history = useUndoHistory();
  const { user_id: userId } = you;
  const meetingId = meeting.id;
  return useMemo(() => {
    const drafts = commentDrafts(userId, meetingId);
    const commands = commentCommands({ meetingId }, drafts);
    const run = (intent: CommentIntent): void => void history.run(commands.create(intent));
    return { drafts, run };
  }, [history, userId, meetingId]);
}
