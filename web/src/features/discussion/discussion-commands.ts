// Commands of the discussion: changes by leads, and votes on more time for a topic.
import type { Board } from '@wentwell/contract/board/snapshot';
import { DiscussionInput } from '@wentwell/contract/discussion/discussion';
import { type MeetingId, TopicId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import { commandsOfKind, type Inverse, sendBy } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

const Change = DiscussionInput.pick({ current: true, order: true, parked: true });
type Change = z.infer<typeof Change>;

const DiscussionIntent = z.discriminatedUnion('act', [
  z.object({ act: z.literal('lead'), change: Change }),
  // A vote for an earlier topic must not count for another.
  z.object({ act: z.literal('extend'), topicId: TopicId, more: z.boolean() }),
]);

const kind = 'discussion';

export function discussionCommands({ meetingId }: { meetingId: MeetingId }) {
  const path = `/api/v1/meetings/${meetingId}/discussion`;

  const { create, deserialize } = commandsOfKind(kind, DiscussionIntent, (intent) => {
    if (intent.act === 'lead') {
      const { change } = intent;
      // Opening another topic has no undo: a button beside it goes back.
      const isUndoable = change.order !== undefined || change.parked !== undefined;
      return {
        queueKey: kind,
        boardCommand: { name: 'discussion.update', input: change },
        ...(isUndoable && {
          undo: ({ input }) => changingBack(change, DiscussionInput.parse(input)),
        }),
        send: sendBy({ path, method: 'PUT', body: change }),
        onRefused: (error) => reportRefusal(error, 'Error changing the discussion'),
      };
    }
    const input = { more: intent.more, topic_id: intent.topicId };
    return {
      queueKey: kind,
      boardCommand: { name: 'discussion.extend', input },
      send: sendBy({ path: `${path}/extend`, method: 'PUT', body: input }),
      onRefused(error, board) {
        // The discussion has moved on, so the vote is obsolete.
        const isOver = error instanceof ApiError && error.status === 409;
        if (isOver && board?.discussion?.current !== intent.topicId) return;
        reportRefusal(error, 'Could not tell the others');
      },
    };
  });

  const lead = (change: Change) => create({ act: 'lead', change });

  return {
    lead,
    extend: (topicId: TopicId, more: boolean) => create({ act: 'extend', topicId, more }),
    deserialize,
  };

  function changingBack(change: Change, earlier: Change): Inverse {
    return {
      title: titleOf(change, earlier),
      undoneTitle: change.parked === undefined ? 'Order restored' : 'Topics restored',
      command: (now) =>
        includes(now, change) ? lead(earlier) : { conflict: 'The discussion has since changed.' },
    };
  }
}

function titleOf({ parked }: Change, before: Change): string {
  if (parked === undefined) return 'Order changed';
  const more = parked.length - (before.parked ?? []).length;
  const topics = Math.abs(more) === 1 ? 'Topic' : `${Math.abs(more)} topics`;
  return more < 0 ? `${topics} taken back` : `${topics} parked`;
}

function includes({ discussion }: Board, change: Change): boolean {
  return JSON.stringify({ ...discussion, ...change }) === JSON.stringify(discussion);
}

function reportRefusal(error: unknown, title: string): void {
  toast.error({ title, description: errorText(error), id: `${kind}-refused` });
}
