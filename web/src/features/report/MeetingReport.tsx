import { nobodys } from '@wentwell/contract/actions';
import {
  countText,
  type MeetingReport as Report,
  minutesOf,
  type ReportTopic,
  whenText,
} from '@wentwell/contract/meeting-report';
import { ChevronDown, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { columnLook } from '#web/ui/identity/column-look';
import type { PersonOf } from '#web/ui/identity/person';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { useRootMark } from '#web/ui/root-mark';

import { reportRow, TopicFacts, TopicList } from './TopicList.tsx';

import './report.css';

interface ReportTexts {
  personOf: PersonOf;
  /** Renders a user's text. */
  textOf: (content: string) => ReactNode;
}

const columnClass =
  'report-column grid grid-cols-[minmax(0,1fr)] content-start gap-10 empty:hidden';

/** The report of a finished meeting on one printable page; agreements come first. */
export function MeetingReport(
  props: ReportTexts & {
    report: Report;
    teamName: string | null;
    buttons?: ReactNode;
    actions: ReactNode;
    /** Rendered beside the heading of undiscussed topics. */
    notDiscussedAside?: ReactNode;
    notDiscussedEnd: (topic: ReportTopic) => ReactNode;
    scores?: ReactNode;
    thanks?: ReactNode;
    /** The AI summary. */
    summary?: ReactNode;
  },
): ReactNode {
  const { report, teamName, buttons, personOf, textOf } = props;
  const { meeting, topics, notDiscussed, wasDiscussed, actions, actionNotes } = report;
  const owner = personOf(meeting.owner_id);
  useRootMark('report');
  const facts = [teamName, whenText(meeting), `Led by ${owner.name}`].filter(Boolean);

  return (
    <div className="report-place min-h-0 flex-1 overflow-x-hidden overflow-y-auto pt-4 pb-10">
      <div className="report mx-auto grid max-w-280 grid-cols-[minmax(0,1fr)] gap-10 max-sm:gap-8 max-sm:px-2">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <SmallPart>
              <h2 className="text-xl font-bold wrap-anywhere">{meeting.name}</h2>
              <p className="text-soft">
                <CircleCheck className="mr-1.5 inline size-4 text-success-text" />
                {['Finished', ...facts].join(' · ')}
              </p>
            </SmallPart>
          </div>
          <div className="flex flex-wrap gap-2">{buttons}</div>
        </header>

        <Section title="Action items" count={actions.length}>
          {actions.length + actionNotes.length === 0 && (
            <p className="text-soft">No action items were agreed on.</p>
          )}
          {actions.length > 0 && props.actions}
          {actionNotes.length > 0 && (
            <Fold title={`${countText(actionNotes.length, 'note')} from the board, not tracked`}>
              <ul aria-label="Notes that nobody tracks">
                {actionNotes.map(({ id, content }) => (
                  <li key={id} className={`${reportRow} wrap-anywhere`}>
                    {content}
                  </li>
                ))}
              </ul>
            </Fold>
          )}
        </Section>

        {props.summary}

        <div className="report-split grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:not-has-[>:empty]:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
          <div className={columnClass}>
            <Section title={wasDiscussed ? 'Discussed' : 'Topics'} count={topics.length}>
              {topics.length === 0 ? (
                <p className="text-soft">There were no topics.</p>
              ) : (
                <ol>
                  {topics.map((topic) => (
                    <li key={topic.id} className="border-b border-line">
                      <Part>
                        <TopicReport topic={topic} personOf={personOf} textOf={textOf} />
                      </Part>
                    </li>
                  ))}
                </ol>
              )}
            </Section>
          </div>
          <div className={columnClass}>
            <Part>{props.scores}</Part>
            {report.thanks.length > 0 && (
              <Section title="Thanks" count={report.thanks.length}>
                {props.thanks}
              </Section>
            )}
            {notDiscussed.length > 0 && (
              <Section
                title="Not discussed"
                count={notDiscussed.length}
                aside={props.notDiscussedAside}
              >
                <NotDiscussed topics={notDiscussed} endOf={props.notDiscussedEnd} />
              </Section>
            )}
          </div>
        </div>
        <p className="text-xs text-soft tabular-nums">{countsText(report)}</p>
      </div>
    </div>
  );
}

const fewUnvoted = 2;

/** A long list of topics without votes is folded. */
function NotDiscussed(props: {
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
function Fold({ title, children }: { title: string; children: ReactNode }): ReactNode {
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
  return <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft print:hidden" />;
}

function countsText({ meeting, ...report }: Report): string {
  const minutes = minutesOf(meeting);
  return [
    ...(report.writers === null ? [] : [countText(report.writers, 'person', 'people')]),
    countText(report.notes, 'note'),
    countText(report.topics.length + report.notDiscussed.length, 'topic'),
    countText(report.comments, 'comment'),
    countText(report.votes, 'vote'),
    ...(minutes === null ? [] : [countText(minutes, 'minute')]),
  ].join(', ');
}

export function Section(props: {
  title: string;
  count?: number;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <TitledSection
      {...props}
      size="text-lg"
      className="report-section grid-cols-[minmax(0,1fr)] gap-3.5"
    />
  );
}

/** One line per topic; expands to its notes and agreements. Expanded on paper. */
function TopicReport(props: ReportTexts & { topic: ReportTopic }): ReactNode {
  const { topic, personOf, textOf } = props;
  const { notes, comments, actions, column, votes, authorId, authorName } = topic;
  return (
    <details>
      <summary className="ring-focus flex min-h-12 items-center gap-3 py-2">
        {column && (
          <span className={`size-2.5 shrink-0 rounded-[3px] ${columnLook(column).edge}`} />
        )}
        <h4 className="min-w-0 flex-1 text-base wrap-anywhere">
          {topic.title.trim().split('\n', 1)}
        </h4>
        {actions.length > 0 && (
          <span className="whitespace-nowrap text-soft tabular-nums">
            {countText(actions.length, 'action')}
          </span>
        )}
        {votes !== null && (
          <span className="min-w-14 text-right text-soft tabular-nums">
            {countText(votes.votes, 'vote')}
          </span>
        )}
        <Chevron />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4 pl-5.5">
        <TopicFacts topic={topic} />
        <ul className="report-notes grid gap-2">
          {notes.length === 0 && (
            <li>
              {/* The line above has shown it, unless it goes on or has a link. */}
              {/\n|:\/\//.test(topic.title.trim()) && textOf(topic.title)}
              {(authorId !== null || authorName !== undefined) && (
                <span className="text-xs text-soft">{personOf(authorId, authorName).name}</span>
              )}
            </li>
          )}
          {notes.map((note) => (
            <li key={note.id}>
              {textOf(note.content)}
              <span className="text-xs text-soft">
                {personOf(note.author_id, note.author_name).name}
              </span>
            </li>
          ))}
        </ul>
        {comments.length > 0 && (
          <ul className="grid gap-2" aria-label="Comments">
            {comments.map(({ id, author_id, author_name, content }) => (
              <li key={id} className="flex break-inside-avoid items-start gap-2">
                <Avatar person={personOf(author_id, author_name)} size="xs" decorative />
                <div className="min-w-0">
                  <span className="text-xs font-semibold">
                    {personOf(author_id, author_name).name}
                  </span>
                  {textOf(content)}
                </div>
              </li>
            ))}
          </ul>
        )}
        {actions.length > 0 && (
          <ul aria-label="Action items">
            {actions.map(({ id, text, assignee_id: ownerId }) => (
              <li key={id} className={`${reportRow} last:border-b-0`}>
                <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
                <span className="whitespace-nowrap text-soft tabular-nums">
                  {ownerId === null ? nobodys : personOf(ownerId).name}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
