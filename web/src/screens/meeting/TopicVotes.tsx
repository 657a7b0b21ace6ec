import type { Board } from '@wentwell/contract/board';
import type { TopicId } from '@wentwell/contract/ids';
import type { VoteTotals } from '@wentwell/contract/votes';
import { memo, type ReactNode, useCallback } from 'react';

import { statusNow } from '#web/api/server-time';
import { whyNoMore } from '#web/features/votes/topic-vote';
import { TopicBallot, TopicVotesTotal } from '#web/features/votes/TopicBallot.tsx';
import type { VoteCommands } from '#web/features/votes/vote-commands';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { useUndoHistory } from '#web/live/use-undo';

interface TopicVotesProps {
  client: BoardClient;
  commands: VoteCommands;
  topicId: TopicId;
  /** A short name of the topic. */
  name: string;
}

/**
 * A topic's ballot during voting, and its total afterwards. Reads the board itself, so that a vote re-renders one card only.
 */
export const TopicVotes = memo(function TopicVotes(props: TopicVotesProps): ReactNode {
  const { client, topicId } = props;
  const votes = useBoard(client, ({ board }) => board !== null && isVoting(board));
  const totals = useBoard(client, ({ board }) => board?.votes.totals ?? null);
  if (votes) return <OwnBallot {...props} />;
  const total = totals?.[topicId];
  return totals && total ? <TopicVotesTotal total={total} most={mostVotes(totals)} /> : null;
});

function isVoting({ meeting }: Board): boolean {
  return meeting.phase === 'voting' && statusNow(meeting) === 'live';
}

function OwnBallot({ client, commands, topicId, name }: TopicVotesProps): ReactNode {
  const history = useUndoHistory();
  const count = useBoard(client, ({ board }) => board?.votes.mine[topicId] ?? 0);
  const max = useBoard(client, ({ board }) => board?.meeting.settings.votes_per_topic ?? 0);
  const reason = useBoard(client, ({ board }) => board && whyNoMore(board, topicId));
  const set = useCallback(
    (wanted: number) => void history.run(commands.vote({ topicId, count: wanted })),
    [history, commands, topicId],
  );
  return <TopicBallot name={name} count={count} max={max} whyNoMore={reason} onSet={set} />;
}

const most = new WeakMap<VoteTotals, number>();

/** Cached: every card calls it. */
function mostVotes(totals: VoteTotals): number {
  const known = most.get(totals) ?? Math.max(...Object.values(totals).map(({ votes }) => votes));
  most.set(totals, known);
  return known;
}
