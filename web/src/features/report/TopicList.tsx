import type { TopicId } from '@wentwell/contract/ids';
import type { ReportTopic } from '@wentwell/contract/meeting-report';
import type { ReactNode } from 'react';

import { TopicFacts } from './TopicFacts.tsx';

import './report.css';

/** The first line of each topic. */
export function TopicList(props: {
  topics: readonly ReportTopic[];
  /** Where the number of comments leads to them. */
  onComments?: (topicId: TopicId) => void;
}): ReactNode {
  const { topics, onComments } = props;
  return (
    <ul className="report-rest">
      {topics.map((topic) => (
        <li key={topic.id}>
          <p className="report-rest-title">{topic.title.trim().split('\n', 1)}</p>
          <TopicFacts topic={topic} onComments={onComments} />
        </li>
      ))}
    </ul>
  );
}
