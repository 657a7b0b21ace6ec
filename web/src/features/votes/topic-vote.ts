import type { Board } from '@wentwell/contract/board';
import { refusalText } from '@wentwell/contract/errors';
import type { TopicId } from '@wentwell/contract/ids';
import { teamContextOfViewer } from '@wentwell/contract/recorded-board';
import { votePolicy } from '@wentwell/contract/votes';

import { meetingNow } from '#web/api/server-time';

/** Why the user can give the topic no further vote; null where they can. */
export function whyNoMore(
  { you, meeting, votes: { mine } }: Pick<Board, 'you' | 'meeting' | 'votes'>,
  topicId: TopicId,
): string | null {
  const now = meetingNow(meeting);
  const change = { mine, topicId, count: (mine[topicId] ?? 0) + 1 };
  return refusalText(votePolicy.vote(teamContextOfViewer(you), now, change)) ?? null;
}

export function votesLeftText(left: number, perPerson: number): string {
  return `${left} of ${perPerson} ${perPerson === 1 ? 'vote' : 'votes'} left`;
}
