// The command by which a person says that they are done with a phase, or not yet.
import type { UserId } from '@wentwell/contract/ids';
import { type MeetingId } from '@wentwell/contract/ids';
import { Phase } from '@wentwell/contract/phases';
import { Ready } from '@wentwell/contract/ready';
import { withMark } from '@wentwell/contract/user-marks';
import { z } from 'zod';

import { ApiError, errorText, request } from '#web/api/request';
import { type Command, type Commands, deserializeIntents } from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

/** `phase` is the one that the user saw: a command that waited for a connection counts in no other. */
const ReadyIntent = z.object({ ready: z.boolean(), phase: Phase });
export type ReadyIntent = z.infer<typeof ReadyIntent>;

export type ReadyCommands = Commands<ReadyIntent>;

const kind = 'ready';

export function readyCommands(context: { meetingId: MeetingId; userId: UserId }): ReadyCommands {
  const { meetingId, userId } = context;
  const path = `/api/v1/meetings/${meetingId}/ready`;

  function create(intent: ReadyIntent): Command {
    const { ready, phase } = intent;
    return {
      kind,
      input: intent,
      queueKey: kind,
      startsQueue: false,
      mergesDuplicates: true,
      optimisticUpdate: (board) =>
        board.phase.phase === phase
          ? { ...board, ready: withMark(board.ready, userId, ready) }
          : board,
      async send(key, signal) {
        const headers = { 'Idempotency-Key': key };
        await request({ path, method: 'PUT', body: intent, headers, signal, schema: Ready });
        return {
          isConfirmed: (board) =>
            board.phase.phase !== phase || board.ready.includes(userId) === ready,
        };
      },
      onRefused(error, board) {
        // The phase went on: there is nothing left to be done with.
        const isOver = error instanceof ApiError && error.status === 409;
        if (isOver && board?.phase.phase !== phase) return;
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
