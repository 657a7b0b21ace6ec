// The command by which a person says that they are done with a phase, or not yet.
import type { MeetingId } from '@wentwell/contract/ids';
import { Phase } from '@wentwell/contract/phases';
import { z } from 'zod';

import { attemptOptions } from '#web/api/attempt';
import { ApiError, errorText, requestChange } from '#web/api/request';
import { type Command, type Commands, deserializeIntents } from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

/** `phase` is the one that the user saw: a command that waited for a connection counts in no other. */
const ReadyIntent = z.object({ ready: z.boolean(), phase: Phase });
export type ReadyIntent = z.infer<typeof ReadyIntent>;

export type ReadyCommands = Commands<ReadyIntent>;

const kind = 'ready';

export function readyCommands({ meetingId }: { meetingId: MeetingId }): ReadyCommands {
  const path = `/api/v1/meetings/${meetingId}/ready`;

  function create(intent: ReadyIntent): Command {
    return {
      kind,
      input: intent,
      queueKey: kind,
      startsQueue: false,
      mergesDuplicates: true,
      boardCommand: { name: 'ready.set', input: intent },
      send: (key, signal) =>
        requestChange({ path, method: 'PUT', body: intent, ...attemptOptions({ key, signal }) }),
      onRefused(error, board) {
        // The phase went on: there is nothing left to be done with.
        const isOver = error instanceof ApiError && error.status === 409;
        if (isOver && board?.phase.phase !== intent.phase) return;
        const description = errorText(error);
        toast.error({ title: 'Error telling the others', description, id: 'ready-refused' });
      },
    };
  }

  return {
    create,
    deserialize: deserializeIntents(kind, ReadyIntent, create),
  };
}
