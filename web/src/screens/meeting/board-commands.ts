import type { BoardFeatureName } from '@wentwell/contract/board-features';
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { noteCommands } from '#web/features/notes/note-commands';
import { noteDrafts } from '#web/features/notes/note-drafts';
import { reactionCommands } from '#web/features/reactions/reaction-commands';
import { readyCommands } from '#web/features/ready/ready-commands';
import { voteCommands } from '#web/features/votes/vote-commands';
import type { DeserializeCommand } from '#web/live/command';
import { lazyCommands } from '#web/live/lazy-command';

/** Recreates what an earlier page could not send, whichever feature it belongs to. */
export function deserializeCommands(context: {
  meetingId: MeetingId;
  userId: UserId;
}): DeserializeCommand {
  const { meetingId, userId } = context;
  // Null where a feature sends nothing by way of the queue.
  const features: Record<BoardFeatureName, DeserializeCommand | null> = {
    meeting: null,
    groups: lazyCommands('group', async () => {
      const { groupCommands } = await import('./late-code.ts');
      return groupCommands(context).deserialize;
    }),
    votes: voteCommands(context).deserialize,
    discussion: lazyCommands('discussion', async () => {
      const { discussionCommands } = await import('./discussion-code.ts');
      return discussionCommands(context).deserialize;
    }),
    comments: lazyCommands('comment', async () => {
      const { commentCommands, commentDrafts } = await import('./discussion-code.ts');
      return commentCommands(context, commentDrafts(userId, meetingId)).deserialize;
    }),
    reactions: reactionCommands(context).deserialize,
    actions: lazyCommands('action', async () => {
      const [{ actionCommands }, { actionDrafts }] = await Promise.all([
        import('#web/features/actions/action-commands'),
        import('#web/features/actions/action-drafts'),
      ]);
      return actionCommands(context, actionDrafts(userId)).deserialize;
    }),
    notes: noteCommands(context, noteDrafts(userId, meetingId)).deserialize,
    ready: readyCommands(context).deserialize,
    timer: null,
    'check-in': null,
  };
  return (kind, input) => {
    for (const deserialize of Object.values(features)) {
      const command = deserialize?.(kind, input);
      if (command) return command;
    }
    return null;
  };
}
