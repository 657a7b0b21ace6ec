// Commands of raised hands: users raise and lower their own, leads lower others'. Also announces them.
import { changedOf } from '@wentwell/contract/board/changed';
import { HandInput, handType } from '@wentwell/contract/board/hands';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorText } from '#web/api/request';
import { type News, say } from '#web/board/news';
import type { ShownChange } from '#web/board/shown-change';
import {
  sendBy,
  type QueuedCommand,
  type Commands,
  commandsOfKind,
} from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';
import type { PersonOf } from '#web/ui/identity/person';

const HandIntent = z.union([HandInput, z.object({ all: z.literal('lowered') })]);
export type HandIntent = z.infer<typeof HandIntent>;

const kind = 'hand';

export function handCommands({ meetingId }: { meetingId: MeetingId }): Commands<HandIntent> {
  const meeting = `/api/v1/meetings/${meetingId}`;
  const callOf = (intent: HandIntent) =>
    'all' in intent
      ? ({ path: `${meeting}/hands`, method: 'DELETE' } as const)
      : ({ path: `${meeting}/hand`, method: 'PUT', body: intent } as const);

  function create(intent: HandIntent): QueuedCommand {
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
        toast.error({ title: 'Could not tell the others', description, id: 'hand-refused' });
      },
    };
  }

  return commandsOfKind(kind, HandIntent, create);
}

/** The member whose single hand a lead lowered, which gives them the turn. */
function turnRecipient(change: ShownChange): UserId | undefined {
  const [hand] = changedOf(change, handType).removed;
  if (change.command !== 'hand.set' || change.userId === null) return undefined;
  return hand?.user_id === change.userId ? undefined : hand?.user_id;
}

export function newsOfHands(change: ShownChange, personOf: PersonOf): News[] {
  const raised = changedOf(change, handType).put.map(({ id }) => ({
    action: 'raised a hand',
    announcement: say(`hand ${id}`, 2, `${personOf(id).name} raised a hand.`),
  }));
  const id = turnRecipient(change);
  if (id === undefined) return raised;
  const { name } = personOf(id);
  const announcement = {
    ...say(`hand ${id}`, 2, `${name}'s turn.`),
    noticedBy: id,
    notice: "It's your turn.",
  };
  return [{ action: `gave ${name} the turn`, announcement }];
}
