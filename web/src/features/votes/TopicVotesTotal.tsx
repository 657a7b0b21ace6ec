import { type TopicTotal, totalText } from '@wentwell/contract/votes';
import type { ReactNode } from 'react';

import './topic-votes.css';

/** What a topic got, with a bar that is full for the topic with the most votes. Nothing for a topic without votes. */
export function TopicVotesTotal({ total, most }: { total: TopicTotal; most: number }): ReactNode {
  if (total.votes === 0) return null;
  return (
    <p className="topic-total">
      <span aria-hidden="true" className="topic-total-bar">
        <span style={{ inlineSize: `${(100 * total.votes) / Math.max(most, total.votes)}%` }} />
      </span>
      {totalText(total)}
    </p>
  );
}
