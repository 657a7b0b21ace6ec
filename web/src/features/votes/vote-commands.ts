// A voter's commands: the number of votes on a topic, and done voting.
import type { Board } from '@wentwell/contract/board/snapshot';
import { VoteInput } from '@wentwell/contract/discussion/votes';
import { type MeetingId, TopicId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import { commandsOfKind, type Inverse, sendBy } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

const VoteIntent = z.object({
  topicId: TopicId,
  count: z.number().int().min(0).max(limits.votesPerPersonMax),
});
type VoteIntent = z.infer<typeof VoteIntent>;

const FinishedIntent = z.object({ finished: z.boolean() });

export function voteCommands({ meetingId }: { meetingId: MeetingId }) {
  const path = `/api/v1/meetings/${meetingId}`;
  // One queue for all topics: moving a vote first removes, then adds, or the limit would refuse it.
  const queueKey = 'votes';

  const votes = commandsOfKind('vote', VoteIntent, ({ topicId, count }) => ({
    queueKey,
    shownOn: topicId,
    boardCommand: { name: 'vote.set', input: { topic_id: topicId, count } },
    undo: (back) => restoring({ topicId, count }, VoteInput.parse(back.input).count),
    send: sendBy({ path: `${path}/topics/${topicId}/votes`, method: 'PUT', body: { count } }),
    onRefused: (error) => reportRefusal(error, 'Your vote was not counted'),
  }));

  function restoring({ topicId, count }: VoteIntent, earlier: number): Inverse {
    return {
      title: earlier < count ? 'Vote given' : 'Vote taken back',
      undoneTitle: earlier < count ? 'Vote removed' : 'Vote given again',
      // The card shows it, and its button undoes it.
      isQuiet: true,
      command: () => votes.create({ topicId, count: earlier }),
      conflicts: { NOT_FOUND: 'This topic is no longer on the board.' },
    };
  }

  const finished = commandsOfKind('votes-finished', FinishedIntent, (intent) => ({
    queueKey,
    boardCommand: { name: 'voted.set', input: intent },
    send: sendBy({ path: `${path}/votes/finished`, method: 'PUT', body: intent }),
    onRefused(error, board) {
      // The phase has ended, so the mark is obsolete.
      if (error instanceof ApiError && error.status === 409 && board && !isVoting(board)) return;
      reportRefusal(error, 'Could not tell the others');
    },
  }));

  return {
    vote: votes.create,
    finish: finished.create,
    deserialize: (kind: string, input: unknown) =>
      votes.deserialize(kind, input) ?? finished.deserialize(kind, input),
  };
}

function reportRefusal(error: unknown, title: string): void {
  toast.error({ title, description: errorText(error), id: 'votes-refused' });
}

function isVoting({ phase }: Board): boolean {
  return phase.phase === 'voting';
}
