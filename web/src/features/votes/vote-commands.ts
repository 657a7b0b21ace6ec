// A voter's commands: the number of votes on a topic, and done voting.
import type { Board } from '@wentwell/contract/board/snapshot';
import { VoteInput } from '@wentwell/contract/discussion/votes';
import { type MeetingId, TopicId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { ApiError, errorText } from '#web/api/request';
import { sendBy, type QueuedCommand, commandsOfKind, type Inverse } from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

const VoteIntent = z.object({
  topicId: TopicId,
  count: z.number().int().min(0).max(limits.votesPerPersonMax),
});
type VoteIntent = z.infer<typeof VoteIntent>;

const FinishedIntent = z.object({ finished: z.boolean() });
type FinishedIntent = z.infer<typeof FinishedIntent>;

const voteKind = 'vote';
const finishedKind = 'votes-finished';

export function voteCommands({ meetingId }: { meetingId: MeetingId }) {
  const path = `/api/v1/meetings/${meetingId}`;
  // One queue for all topics: moving a vote first removes, then adds, or the limit would refuse it.
  const queueKey = 'votes';

  function vote(intent: VoteIntent): QueuedCommand {
    const { topicId, count } = intent;
    return {
      queueKey,
      kind: voteKind,
      input: intent,
      shownOn: topicId,
      boardCommand: { name: 'vote.set', input: { topic_id: topicId, count } },
      undo: (back) => restoring(intent, VoteInput.parse(back.input).count),
      send: sendBy({ path: `${path}/topics/${topicId}/votes`, method: 'PUT', body: { count } }),
      onRefused: (error) => reportRefusal(error, 'Your vote was not counted'),
    };
  }

  function restoring({ topicId, count }: VoteIntent, earlier: number): Inverse {
    return {
      title: earlier < count ? 'Vote given' : 'Vote taken back',
      undoneTitle: earlier < count ? 'Vote removed' : 'Vote given again',
      // The card shows it, and its button undoes it.
      isQuiet: true,
      command: () => vote({ topicId, count: earlier }),
      conflicts: { NOT_FOUND: 'This topic is no longer on the board.' },
    };
  }

  function finish(intent: FinishedIntent): QueuedCommand {
    return {
      queueKey,
      kind: finishedKind,
      input: intent,
      boardCommand: { name: 'voted.set', input: intent },
      send: sendBy({ path: `${path}/votes/finished`, method: 'PUT', body: intent }),
      onRefused(error, board) {
        // The phase has ended, so the mark is obsolete.
        if (error instanceof ApiError && error.status === 409 && board && !isVoting(board)) return;
        reportRefusal(error, 'Could not tell the others');
      },
    };
  }

  const votes = commandsOfKind(voteKind, VoteIntent, vote);
  const finished = commandsOfKind(finishedKind, FinishedIntent, finish);
  return {
    vote,
    finish,
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
