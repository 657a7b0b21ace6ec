// Commands of raised hands: users raise and lower their own, leads lower others'. Also announces them.
import { changedOf } from '@wentwell/contract/board/changed';
import { HandInput, handType } from '@wentwell/contract/board/hands';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorText } from '#web/api/request';
import { type News, say } from '#web/board/news';
import type { ShownChange } from '#web/board/shown-change';
import { commandsOfKind, sendBy } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';
import type { PersonOf } from '#web/ui/identity/person';

const HandIntent = z.union([HandInput, z.object({ all: z.literal('lowered') })]);
export type HandIntent = z.infer<typeof HandIntent>;

export function handCommands({ meetingId }: { meetingId: MeetingId }) {
  const meeting = `/api/v1/meetings/${meetingId}`;
  return commandsOfKind('hand', HandIntent, (intent) => ({
    queueKey: 'hand',
    ...('all' in intent
      ? {
          boardCommand: { name: 'hand.lowerAll', input: {} },
          send: sendBy({ path: `${meeting}/hands`, method: 'DELETE' }),
        }
      : {
          boardCommand: { name: 'hand.set', input: intent },
          send: sendBy({ path: `${meeting}/hand`, method: 'PUT', body: intent }),
        }),
    onRefused(error, board) {
      // The meeting has ended, which lowers all hands.
      if (board?.meeting.status !== 'live') return;
      const description = errorText(error);
      toast.error({ title: 'Could not tell the others', description, id: 'hand-refused' });
    },
  }));
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
