// Commands of raised hands: users raise and lower their own, leads lower others'.
import { HandInput } from '@wentwell/contract/board/hands';
import type { MeetingId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorText } from '#web/api/request';
import { sendBy } from '#web/live/board-calls';
import { type Command, type Commands, commandsOfKind } from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

const HandIntent = z.union([HandInput, z.object({ all: z.literal('lowered') })]);
export type HandIntent = z.infer<typeof HandIntent>;

const kind = 'hand';

export function handCommands({ meetingId }: { meetingId: MeetingId }): Commands<HandIntent> {
  const meeting = `/api/v1/meetings/${meetingId}`;
  const callOf = (intent: HandIntent) =>
    'all' in intent
      ? ({ path: `${meeting}/hands`, method: 'DELETE' } as const)
      : ({ path: `${meeting}/hand`, method: 'PUT', body: intent } as const);

  function create(intent: HandIntent): Command {
    return {
      kind,
      input: intent,
      queueKey: kind,
      boardCommand:
        'all' in intent
          ? { name: 'hand.lowerAll', input: {} }
          : { name: 'hand.set', input: intent },
      send: sendBy(callOf(intent)),
      onRefused(error, board) {
        // The meeting has ended, which lowers all hands.
        if (board?.meeting.status !== 'live') return;
        const description = errorText(error);
        toast.error({ title: 'Error telling the others', description, id: 'hand-refused' });
      },
    };
  }

  return commandsOfKind(kind, HandIntent, create);
}
