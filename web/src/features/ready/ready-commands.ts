// The command that marks the user as done with a phase, or not.
import type { MeetingId } from '@wentwell/contract/ids';
import { Phase } from '@wentwell/contract/phases';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import { commandsOfKind, sendBy } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

/** `phase` is the one that the user saw: a delayed command must not count in another. */
const ReadyIntent = z.object({ ready: z.boolean(), phase: Phase });
export type ReadyIntent = z.infer<typeof ReadyIntent>;

export function readyCommands({ meetingId }: { meetingId: MeetingId }) {
  const path = `/api/v1/meetings/${meetingId}/ready`;
  return commandsOfKind('ready', ReadyIntent, (intent) => ({
    queueKey: 'ready',
    boardCommand: { name: 'ready.set', input: intent },
    send: sendBy({ path, method: 'PUT', body: intent }),
    onRefused(error, board) {
      // The phase has ended, so the mark is obsolete.
      const isOver = error instanceof ApiError && error.status === 409;
      if (isOver && board?.phase.phase !== intent.phase) return;
      const description = errorText(error);
      toast.error({ title: 'Could not tell the others', description, id: 'ready-refused' });
    },
  }));
}
