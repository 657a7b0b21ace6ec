// The commands of a voter: how many votes they give to a topic, and that they are done voting.
import type { Board } from '@wentwell/contract/board';
import { type MeetingId, TopicId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { VoteInput } from '@wentwell/contract/votes';
import { z } from 'zod';

import { attemptOptions } from '#web/api/attempt';
import { ApiError, errorText, requestChange } from '#web/api/request';
import type { Command, DeserializeCommand, Inverse } from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

const VoteIntent = z.object({
  topicId: TopicId,
  count: z.number().int().min(0).max(limits.votesPerPersonMax),
});
type VoteIntent = z.infer<typeof VoteIntent>;

const FinishedIntent = z.object({ finished: z.boolean() });
type FinishedIntent = z.infer<typeof FinishedIntent>;

export interface VoteCommands {
  vote(intent: VoteIntent): Command;
  finish(intent: FinishedIntent): Command;
  deserialize: DeserializeCommand;
}

const voteKind = 'vote';
const finishedKind = 'votes-finished';

export function voteCommands({ meetingId }: { meetingId: MeetingId }): VoteCommands {
  const path = `/api/v1/meetings/${meetingId}`;
  // One queue for all topics: a vote that moves is first taken back and then given, or the limit would refuse it.
  const queue = { queueKey: 'votes', startsQueue: false, mergesDuplicates: true } as const;

  function vote(intent: VoteIntent): Command {
    const { topicId, count } = intent;
    return {
      ...queue,
      kind: voteKind,
      input: intent,
      shownOn: topicId,
      boardCommand: { name: 'vote.set', input: { topic_id: topicId, count } },
      undo: (back) => restoring(intent, VoteInput.parse(back.input).count),
      send: (key, signal) => {
        const url = `${path}/topics/${topicId}/votes`;
        const body = { count };
        return requestChange({
          path: url,
          method: 'PUT',
          body,
          ...attemptOptions({ key, signal }),
        });
      },
      onRefused: (error) => reportRefusal(error, 'Your vote was not counted'),
    };
  }

  function restoring({ topicId, count }: VoteIntent, earlier: number): Inverse {
    return {
      title: earlier < count ? 'Vote given' : 'Vote taken back',
      undoneTitle: earlier < count ? 'Vote taken back again' : 'Vote given again',
      // The card shows it, and has the button that takes it back.
      isQuiet: true,
      command: () => vote({ topicId, count: earlier }),
      conflicts: { NOT_FOUND: 'This topic is no longer on the board.' },
    };
  }

  function finish(intent: FinishedIntent): Command {
    return {
      ...queue,
      kind: finishedKind,
      input: intent,
      boardCommand: { name: 'voted.set', input: intent },
      send: (key, signal) => {
        const url = `${path}/votes/finished`;
        return requestChange({
          path: url,
          method: 'PUT',
          body: intent,
          ...attemptOptions({ key, signal }),
        });
      },
      onRefused(error, board) {
        // The phase went on: there is nothing left to be done with.
        if (error instanceof ApiError && error.status === 409 && board && !isVoting(board)) return;
        reportRefusal(error, 'Error telling the others');
      },
    };
  }

  return {
    vote,
    finish,
    deserialize: (kind, input) => {
      if (kind === voteKind) {
        const intent = VoteIntent.safeParse(input).data;
        return intent ? vote(intent) : null;
      }
      const intent = kind === finishedKind ? FinishedIntent.safeParse(input).data : undefined;
      return intent ? finish(intent) : null;
    },
  };
}

function reportRefusal(error: unknown, title: string): void {
  toast.error({ title, description: errorText(error), id: 'votes-refused' });
}

function isVoting({ phase }: Board): boolean {
  return phase.phase === 'voting';
}
