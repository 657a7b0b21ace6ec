// The command by which a person reacts to a note, or takes the reaction back. Pressing the same emoji again is its undo.
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { attemptOptions } from '#web/api/attempt';
import { ApiError, errorText, requestChange } from '#web/api/request';
import { type Command, type Commands, deserializeIntents } from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

const ReactionIntent = z.object({ noteId: NoteId, emoji: z.string(), on: z.boolean() });
export type ReactionIntent = z.infer<typeof ReactionIntent>;

export type ReactionCommands = Commands<ReactionIntent>;

const kind = 'reaction';

export function reactionCommands({ meetingId }: { meetingId: MeetingId }): ReactionCommands {
  function create(intent: ReactionIntent): Command {
    const { noteId, emoji, on } = intent;
    const path = `/api/v1/meetings/${meetingId}/notes/${noteId}/reactions/${encodeURIComponent(emoji)}`;
    return {
      kind,
      input: intent,
      queueKey: `${kind}-${noteId}`,
      shownOn: noteId,
      startsQueue: false,
      mergesDuplicates: true,
      boardCommand: { name: 'reaction.set', input: { note_id: noteId, emoji, reacts: on } },
      send: (key, signal) =>
        requestChange({ path, method: on ? 'PUT' : 'DELETE', ...attemptOptions({ key, signal }) }),
      onRefused(error, board) {
        // Nobody needs to be told that a note is gone on which they pressed a moment ago.
        if (error instanceof ApiError && error.status === 404 && board) return;
        const title = on ? 'Error reacting' : 'Error taking the reaction back';
        toast.error({ title, description: errorText(error), id: 'reaction-refused' });
      },
    };
  }

  return {
    create,
    deserialize: deserializeIntents(kind, ReactionIntent, create),
  };
}
