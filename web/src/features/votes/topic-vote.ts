import { teamContextOfViewer } from '@wentwell/contract/board/recorded-board';
import type { Board } from '@wentwell/contract/board/snapshot';
import { votePolicy } from '@wentwell/contract/discussion/votes';
import { refusalText } from '@wentwell/contract/errors';
import type { TopicId } from '@wentwell/contract/ids';

import { meetingNow } from '#web/api/server-time';

/** Why the user cannot vote for the topic again; null if they can. */
export function whyNoMore(
  { you, meeting, votes: { mine } }: Pick<Board, 'you' | 'meeting' | 'votes'>,
  topicId: TopicId,
): string | null {
  const now = meetingNow(meeting);
  const change = { mine, topicId, count: (mine[topicId] ?? 0) + 1 };
  const result = votePolicy.vote(teamContextOfViewer(you), now, change);
  if (result === 'VOTES_PER_TOPIC') {
    const { votes_per_topic: most } = meeting.settings;
    return `${most} ${most === 1 ? 'vote' : 'votes'} per topic at most.`;
  }
  return refusalText(result) ?? null;
}

export function votesLeftText(left: number, perPerson: number): string {
  return `${left} of ${perPerson} ${perPerson === 1 ? 'vote' : 'votes'} left`;
}
