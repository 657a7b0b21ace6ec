// The command that adds or removes a reaction. Pressing the same emoji again undoes it.
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import { commandsOfKind, sendBy } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

const ReactionIntent = z.object({ noteId: NoteId, emoji: z.string(), on: z.boolean() });

export function reactionCommands({ meetingId }: { meetingId: MeetingId }) {
  return commandsOfKind('reaction', ReactionIntent, ({ noteId, emoji, on }) => {
    const path = `/api/v1/meetings/${meetingId}/notes/${noteId}/reactions/${encodeURIComponent(emoji)}`;
    return {
      queueKey: `reaction-${noteId}`,
      shownOn: noteId,
      boardCommand: { name: 'reaction.set', input: { note_id: noteId, emoji, reacts: on } },
      send: sendBy({ path, method: on ? 'PUT' : 'DELETE' }),
      onRefused(error, board) {
        // The note was deleted meanwhile; a message would not help.
        if (error instanceof ApiError && error.status === 404 && board) return;
        const title = on ? 'Error reacting' : 'Error taking the reaction back';
        toast.error({ title, description: errorText(error), id: 'reaction-refused' });
      },
    };
  });
}
