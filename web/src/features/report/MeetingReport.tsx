import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import {
  dueText,
  type MeetingReport as Report,
  type ReportTopic,
  whenText,
} from '@wentwell/contract/meeting-report';
import type { Note } from '@wentwell/contract/notes';
import { reportMarkdown } from '@wentwell/contract/report-markdown';
import { CalendarDays, CircleCheck, CircleDashed, CircleSlash, Copy, Printer } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Avatar, type Person } from '#web/ui/identity/Avatar.tsx';
import type { PersonOf } from '#web/ui/identity/person-of';

import { TopicFacts, TopicList } from './TopicList.tsx';

import './report.css';
import './report-print.css';

interface ReportTexts {
  personOf: PersonOf;
  /** Draws what somebody wrote. */
  textOf: (content: string) => ReactNode;
}

/** The report of a finished meeting, on one page that prints well. */
export function MeetingReport(
  props: ReportTexts & {
    report: Report;
    /** Null while it is not known. */
    teamName: string | null;
    /** Further buttons, before those of the report itself. */
    buttons?: ReactNode;
    /** Below the topics that were not discussed. */
    notDiscussedEnd?: ReactNode;
    /** How the meeting was for those who took part. */
    scores?: ReactNode;
  },
): ReactNode {
  const { report, teamName, buttons, notDiscussedEnd, personOf, textOf } = props;
  const { meeting, topics, notDiscussed, wasDiscussed, actions, actionNotes } = report;
  const owner = personOf(meeting.owner_id);
  const facts = [teamName, whenText(meeting), `Led by ${owner.name}`].filter(Boolean);

  function copy(): void {
    const nameOf = (userId: UserId): string => personOf(userId).name;
    void copyText(reportMarkdown(report, { nameOf, teamName }), 'Report copied as Markdown');
  }

  return (
    <div className="report-place">
      <div className="report">
        <header className="report-head">
          <div className="min-w-0">
            <h2 className="report-title">{meeting.name}</h2>
            <p className="text-soft">{facts.join(' · ')}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {buttons}
            <Button size="sm" icon={<Copy />} onClick={copy}>
              Copy as Markdown
            </Button>
            <Button size="sm" icon={<Printer />} onClick={() => print()}>
              Print
            </Button>
          </div>
        </header>

        <dl className="report-figures">
          <Figure name="Topics" value={topics.length + notDiscussed.length} />
          {wasDiscussed && <Figure name="Discussed" value={topics.length} />}
          <Figure name="Action items" value={actions.length} />
          {report.writers !== null && <Figure name="Took part" value={report.writers} />}
          <Figure name="Notes" value={report.notes} />
          <Figure name="Comments" value={report.comments} />
          <Figure name="Votes" value={report.votes} />
        </dl>

        {props.scores}

        <Section title="Action items">
          {actions.length + actionNotes.length === 0 ? (
            <p className="text-soft">The meeting agreed on no action items.</p>
          ) : (
            <ReportActions actions={actions} notes={actionNotes} personOf={personOf} />
          )}
        </Section>

        <Section title={wasDiscussed ? 'Discussed' : 'Topics'}>
          {topics.length === 0 ? (
            <p className="text-soft">There were no topics.</p>
          ) : (
            <ol className="report-topics">
              {topics.map((topic, at) => (
                <li key={topic.id}>
                  <TopicReport topic={topic} place={at + 1} personOf={personOf} textOf={textOf} />
                </li>
              ))}
            </ol>
          )}
        </Section>

        {notDiscussed.length > 0 && (
          <Section title="Not discussed">
            <TopicList topics={notDiscussed} />
            {notDiscussedEnd}
          </Section>
        )}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="report-section">
      <h3 id={id} className="report-heading">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function TopicReport(props: ReportTexts & { topic: ReportTopic; place: number }): ReactNode {
  const { topic, place, personOf, textOf } = props;
  const { notes, comments, actions, authorId, authorName } = topic;
  return (
    <>
      <header className="report-topic-head">
        <span aria-hidden="true" className="report-place-number">
          {place}
        </span>
        <div className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {/* A note's own text may have several lines; a group has a title. */}
          {notes.length > 0 ? <h4>{topic.title}</h4> : textOf(topic.title)}
          {(authorId !== null || authorName !== undefined) && (
            <span className="text-xs font-normal text-soft">
              {personOf(authorId, authorName).name}
            </span>
          )}
        </div>
        <TopicFacts topic={topic} />
      </header>
      {notes.length > 0 && (
        <ul className="report-notes">
          {notes.map((note) => (
            <li key={note.id}>
              {textOf(note.content)}
              <span className="text-xs text-soft">
                {personOf(note.author_id, note.author_name).name}
              </span>
            </li>
          ))}
        </ul>
      )}
      {comments.length > 0 && (
        <ul className="report-comments" aria-label="Comments">
          {comments.map(({ id, author_id, author_name, content }) => (
            <li key={id}>
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
      {actions.length > 0 && <ReportActions actions={actions} notes={[]} personOf={personOf} />}
    </>
  );
}

const looks = {
  open: { icon: CircleDashed, label: 'Open', tone: 'text-soft' },
  done: { icon: CircleCheck, label: 'Done', tone: 'text-success-text' },
  dropped: { icon: CircleSlash, label: 'Dropped', tone: 'text-muted' },
} as const;

/** Action items as they stand now, then the notes of the column for action items that nobody tracks. */
function ReportActions(props: {
  actions: readonly Action[];
  notes: readonly Note[];
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { actions, notes, personOf } = props;
  return (
    <ul className="report-actions" aria-label="Action items">
      {actions.map((action) => (
        <ActionRow key={action.id} action={action} personOf={personOf} />
      ))}
      {notes.map(({ id, content }) => (
        <li key={id}>
          <CircleDashed className="text-muted" />
          <span className="report-action-text">{content}</span>
          <span className="text-muted">Not tracked</span>
        </li>
      ))}
    </ul>
  );
}

function ActionRow(props: { action: Action; personOf: (userId: UserId) => Person }): ReactNode {
  const { action, personOf } = props;
  const { text, status, assignee_id, former_assignee_id, due_on, reason } = action;
  const { icon: Icon, label, tone } = looks[status];
  const owner = assignee_id === null ? null : personOf(assignee_id);
  return (
    <li data-status={status}>
      <Icon aria-label={label} className={tone} />
      <span className="report-action-text">{text}</span>
      {reason !== null && <span className="text-muted wrap-anywhere">Dropped: {reason}</span>}
      {owner ? (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Avatar person={owner} size="xs" decorative />
          <span className="truncate">{owner.name}</span>
        </span>
      ) : (
        <span className="text-warning-text">
          {former_assignee_id === null
            ? 'Nobody yet'
            : `Nobody, was ${personOf(former_assignee_id).name}'s`}
        </span>
      )}
      {due_on !== null && (
        <span className="inline-flex items-center gap-1.5">
          <CalendarDays />
          {dueText(due_on)}
        </span>
      )}
    </li>
  );
}
