import type { ReactNode } from 'react';

import type { ReportTopic } from './meeting-report.ts';
import { TopicFacts } from './TopicFacts.tsx';

import './report.css';

/** The first line of each topic. */
export function TopicList({ topics }: { topics: readonly ReportTopic[] }): ReactNode {
  return (
    <ul className="report-rest">
      {topics.map((topic) => (
        <li key={topic.id}>
          <p className="report-rest-title">{topic.title.trim().split('\n', 1)}</p>
          <TopicFacts topic={topic} />
        </li>
      ))}
    </ul>
  );
}
