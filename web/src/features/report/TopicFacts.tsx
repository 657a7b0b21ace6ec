import { totalText } from '@wentwell/contract/votes';
import { Clock, MessageSquare, Vote } from 'lucide-react';
import type { ReactNode } from 'react';

import { countText, durationText, type ReportTopic } from './meeting-report.ts';

/** Where a topic stood, and what it got of votes, time and comments. */
export function TopicFacts({ topic }: { topic: ReportTopic }): ReactNode {
  const { column, votes, seconds, comments, isParked } = topic;
  return (
    <p className="report-facts">
      <span>{column}</span>
      {isParked && <span>Parked</span>}
      {votes !== null && (
        <span>
          <Vote aria-hidden="true" />
          {totalText(votes)}
        </span>
      )}
      {seconds !== null && (
        <span>
          <Clock aria-hidden="true" />
          {durationText(seconds)}
        </span>
      )}
      {comments.length > 0 && (
        <span>
          <MessageSquare aria-hidden="true" />
          {countText(comments.length, 'comment')}
        </span>
      )}
    </p>
  );
}
