// Sections and topics of the report.
import { unassignedLabel } from '@wentwell/contract/actions/actions';
import { countText, type ReportTopic } from '@wentwell/contract/report/meeting-report';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { TitledSection, type TitledSectionProps } from '#web/ui/layout/TitledSection.tsx';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { reportRow, TopicFacts, TopicList } from './TopicList.tsx';

const fewUnvoted = 2;

/** A long list of topics without votes is folded. */
export function NotDiscussed(props: {
  topics: readonly ReportTopic[];
  endOf: (topic: ReportTopic) => ReactNode;
}): ReactNode {
  const { topics, endOf } = props;
  const unvoted = topics.filter(({ votes }) => votes?.votes === 0);
  if (unvoted.length <= fewUnvoted) return <TopicList topics={topics} endOf={endOf} />;
  return (
    <>
      <TopicList topics={topics.filter((topic) => !unvoted.includes(topic))} endOf={endOf} />
      <Fold title={`${unvoted.length} without votes`}>
        <TopicList topics={unvoted} endOf={endOf} />
      </Fold>
    </>
  );
}

/** Expanded on paper. */
export function Fold({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details>
      <summary className="ring-focus inline-flex min-h-11 items-center gap-2 font-medium text-soft">
        {title}
        <Chevron />
      </summary>
      {children}
    </details>
  );
}

function Chevron(): ReactNode {
  return <ChevronDown className="size-4 shrink-0 text-soft print:hidden" />;
}

export function Section(props: Omit<TitledSectionProps, 'className'>): ReactNode {
  return <TitledSection {...props} size="text-lg" className="report-section grid-cols-1 gap-3.5" />;
}

/** One line per topic; expands to its notes and agreements. Expanded on paper. */
export function TopicReport({ topic }: { topic: ReportTopic }): ReactNode {
  const personOf = usePersonOf();
  const { notes, comments, actions, column, votes, authorId, authorName, edited } = topic;
  return (
    <details>
      <summary className="ring-focus flex min-h-12 items-center gap-3 py-2">
        {column && (
          <span
            data-tone={column.tone}
            className="size-2.5 shrink-0 rounded-[3px] bg-(--tone-solid) forced-color-adjust-none"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
          <h4 className="min-w-0 text-base wrap-anywhere sm:flex-1">
            {topic.title.trim().split('\n', 1)}
          </h4>
          {/* On a phone below a long title. */}
          <span className="flex gap-3 whitespace-nowrap text-soft tabular-nums">
            {actions.length > 0 && <span>{countText(actions.length, 'action')}</span>}
            {votes !== null && <span>{countText(votes.votes, 'vote')}</span>}
          </span>
        </div>
        <Chevron />
      </summary>
      <div className="grid grid-cols-1 gap-3 pb-4 pl-5.5">
        <TopicFacts topic={topic} />
        <ul className="report-notes grid gap-2">
          {notes.length === 0 && (
            <li>
              {/* Repeats the title only if it continues on another line or has a link. */}
              {/\n|:\/\//.test(topic.title.trim()) && <NoteText content={topic.title} />}
              {(authorId !== null || authorName !== undefined || edited) && (
                <span className="text-xs text-soft">
                  {personOf(authorId, authorName).name}
                  {edited && ' · edited'}
                </span>
              )}
            </li>
          )}
          {notes.map((note) => (
            <Part key={note.id}>
              <li>
                <NoteText content={note.content} />
                <span className="text-xs text-soft">
                  {personOf(note.author_id, note.author_name).name}
                  {note.edited && ' · edited'}
                </span>
              </li>
            </Part>
          ))}
        </ul>
        {comments.length > 0 && (
          <ul className="grid gap-2" aria-label="Comments">
            {comments.map(({ id, author_id, author_name, content }) => (
              <Part key={id}>
                <li className="flex break-inside-avoid items-start gap-2">
                  <Avatar person={personOf(author_id, author_name)} size="xs" decorative />
                  <div className="min-w-0">
                    <span className="text-xs font-semibold">
                      {personOf(author_id, author_name).name}
                    </span>
                    <NoteText content={content} />
                  </div>
                </li>
              </Part>
            ))}
          </ul>
        )}
        {actions.length > 0 && (
          <ul aria-label="Action items">
            {actions.map(({ id, text, assignee_id: ownerId }) => (
              <Part key={id}>
                <li className={`${reportRow} last:border-b-0`}>
                  <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
                  <span className="whitespace-nowrap text-soft tabular-nums">
                    {ownerId === null ? unassignedLabel : personOf(ownerId).name}
                  </span>
                </li>
              </Part>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
