import { totalText } from '@wentwell/contract/discussion/votes';
import type { TopicId } from '@wentwell/contract/ids';
import {
  countText,
  durationText,
  type ReportTopic,
} from '@wentwell/contract/report/meeting-report';
import { Clock, MessageSquare, Vote } from 'lucide-react';
import type { ReactNode } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { columnLook } from '#web/ui/identity/column-look';

export const reportRow =
  'flex min-h-12 break-inside-avoid items-center gap-3 border-b border-line py-2';

export function TopicList(props: {
  topics: readonly ReportTopic[];
  /** Opens a topic's comments. Without it their count is plain text. */
  onComments?: (topicId: TopicId) => void;
  endOf?: (topic: ReportTopic) => ReactNode;
}): ReactNode {
  const { topics, onComments, endOf } = props;
  return (
    <ul>
      {topics.map((topic) => (
        <li key={topic.id} className={reportRow}>
          <SmallPart>
            <div className="min-w-0 flex-1">
              <p className="text-base wrap-anywhere">{topic.title.trim().split('\n', 1)}</p>
              <TopicFacts topic={topic} onComments={onComments} />
            </div>
            {endOf?.(topic)}
          </SmallPart>
        </li>
      ))}
    </ul>
  );
}

const factClass = 'inline-flex items-center gap-1 whitespace-nowrap';

export function TopicFacts(props: {
  topic: ReportTopic;
  onComments?: ((topicId: TopicId) => void) | undefined;
}): ReactNode {
  const { topic, onComments } = props;
  const { column, votes, seconds, comments, isParked } = topic;
  const look = column && columnLook(column);
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-[0.75rem] text-soft tabular-nums [&_svg]:size-3.5">
      {look && (
        <span className={factClass}>
          <look.Icon />
          {look.title}
        </span>
      )}
      {isParked && <span className={factClass}>Parked</span>}
      {votes !== null && (
        <span className={factClass}>
          <Vote />
          {totalText(votes)}
        </span>
      )}
      {seconds !== null && (
        <span className={factClass}>
          <Clock />
          {durationText(seconds)}
        </span>
      )}
      {comments.length > 0 && (
        <Count onPress={onComments && (() => onComments(topic.id))}>
          <MessageSquare />
          {countText(comments.length, 'comment')}
        </Count>
      )}
    </p>
  );
}

function Count(props: { onPress: (() => void) | undefined; children: ReactNode }): ReactNode {
  const { onPress, children } = props;
  if (!onPress) return <span className={factClass}>{children}</span>;
  return (
    <button
      type="button"
      data-printed
      className={`${factClass} ring-focus hit-area hover:text-ink`}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
