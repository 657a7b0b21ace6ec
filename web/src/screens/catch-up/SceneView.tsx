import { type Action, unassignedLabel } from '@wentwell/contract/actions/actions';
import { totalText } from '@wentwell/contract/discussion/votes';
import type { Note } from '@wentwell/contract/notes/notes';
import {
  agreedFacts,
  countText,
  type MeetingReport,
  type ReportTopic,
  whenText,
} from '@wentwell/contract/report/meeting-report';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';

import { VoteDots } from '#web/features/discussion/VoteDots.tsx';
import { AgreedParts } from '#web/screens/meeting/feature-parts.tsx';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { Bar } from '#web/ui/layout/Bar.tsx';
import { type Section, TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { cardsPerScene, type Scene } from './film.ts';

interface SceneProps {
  report: MeetingReport;
  /** Rendered below a topic or an action item. */
  endOfTopic: (topic: ReportTopic) => ReactNode;
  endOfAction: (action: Action) => ReactNode;
  /** The last step. */
  adding: ReactNode;
}

export function SceneView(props: SceneProps & { scene: Scene }): ReactNode {
  const { scene, report, endOfTopic, adding } = props;
  switch (scene.kind) {
    case 'start':
      return <Start report={report} />;
    case 'notes':
      return (
        <div className="film-columns">
          {scene.columns.map(({ column, notes }) => (
            <section key={column.id} aria-label={column.title}>
              <h2 className="mb-3 text-base font-semibold wrap-anywhere">{column.title}</h2>
              <Cards more={notes.length - cardsPerScene}>
                {partsOf(notes.slice(0, cardsPerScene), (note, at) => (
                  <NoteCard note={note} tone={column.tone} turnsAt={at} />
                ))}
              </Cards>
            </section>
          ))}
        </div>
      );
    case 'groups':
      return (
        <Cards more={scene.groups.length - cardsPerScene}>
          {partsOf(scene.groups.slice(0, cardsPerScene), ({ title, column, notes }) => (
            <li data-tone={column?.tone} className="paper grid gap-2 p-4">
              <p className="font-semibold wrap-anywhere">{title}</p>
              <ul className="grid gap-1 text-sm text-soft">
                {notes.map((note) => (
                  <li key={note.id} className="line-clamp-2 wrap-anywhere">
                    {note.content}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </Cards>
      );
    case 'votes':
      return <Votes topics={scene.topics} />;
    case 'topic':
      return (
        <>
          <Topic topic={scene.topic} />
          {endOfTopic(scene.topic)}
        </>
      );
    case 'actions':
      return (
        <>
          <Actions {...props} />
          <AgreedParts board={report.board} Section={BelowActions} />
        </>
      );
    case 'add':
      return adding;
  }
}

/** An error in one part does not affect the others. */
function partsOf<Item extends { id: string }>(
  items: readonly Item[],
  draw: (item: Item, at: number) => ReactNode,
): ReactNode {
  return items.map((item, at) => <Part key={item.id}>{() => draw(item, at)}</Part>);
}

function Start({ report }: Pick<SceneProps, 'report'>): ReactNode {
  const personOf = usePersonOf();
  const { meeting, notes, topics, actions } = report;
  const counts = [
    countText(notes, 'note'),
    countText(topics.length, 'topic'),
    countText(actions.length, 'action item'),
  ];
  return (
    <div className="grid gap-2 text-base text-soft">
      <p>
        {[whenText(meeting), `Led by ${personOf(meeting.owner_id).name}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="text-lg font-semibold text-ink">{counts.join(', ')}</p>
      <p>Two minutes, at your own pace: the arrow keys, or Space.</p>
      <p>Nobody sees whether you watched, and nothing is stored.</p>
    </div>
  );
}

function Cards({ more, children }: { more: number; children: ReactNode }): ReactNode {
  return (
    <>
      <ul className="film-cards">{children}</ul>
      <More count={more} />
    </>
  );
}

function BelowActions(props: ComponentProps<Section>): ReactNode {
  return <TitledSection {...props} level={2} size="text-base" className="mt-6 gap-2" />;
}

function More({ count }: { count: number }): ReactNode {
  return count > 0 && <p className="mt-3 text-soft">+{count} in the report</p>;
}

function NoteCard(props: { note: Note; tone: string | undefined; turnsAt?: number }): ReactNode {
  const { note, tone, turnsAt } = props;
  const author = usePersonOf()(note.author_id, note.author_name);
  const style = { '--turn': `${240 + (turnsAt ?? 0) * 60}ms` } as CSSProperties;
  return (
    <li
      data-tone={tone}
      style={style}
      className={classNames('paper grid gap-1 p-4', turnsAt !== undefined && 'note-turn')}
    >
      <div className="wrap-anywhere">
        <NoteText content={note.content} />
      </div>
      {author.id !== '' && <span className="text-xs text-soft">{author.name}</span>}
      {turnsAt !== undefined && <span aria-hidden="true" className="card-back" />}
    </li>
  );
}

function Votes({ topics }: { topics: readonly ReportTopic[] }): ReactNode {
  const most = topics[0]?.votes?.votes ?? 1;
  const more = topics.length - cardsPerScene;
  return (
    <>
      <ol className="grid gap-4">
        {partsOf(topics.slice(0, cardsPerScene), ({ title, votes }) => (
          <li className="grid gap-1.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 text-base font-semibold wrap-anywhere">
                {title.trim().split('\n', 1)}
              </span>
              {votes && <span className="text-soft tabular-nums">{totalText(votes)}</span>}
            </span>
            <Bar aria-hidden="true" share={(votes?.votes ?? 0) / most} />
          </li>
        ))}
      </ol>
      <More count={more} />
    </>
  );
}

function Topic({ topic }: { topic: ReportTopic }): ReactNode {
  const personOf = usePersonOf();
  const { notes, comments, actions, column, title, votes } = topic;
  const isLong = notes.length === 0 && title.trim().includes('\n');
  return (
    <div className="grid gap-4">
      {votes !== null && <VoteDots total={votes} tone={column?.tone} isCaptioned />}
      {isLong && <NoteText content={title} />}
      {notes.length > 0 && (
        <ul className="film-cards">
          {partsOf(notes.slice(0, cardsPerScene), (note) => (
            <NoteCard note={note} tone={column?.tone} />
          ))}
        </ul>
      )}
      {comments.length > 0 && (
        <ul aria-label="Comments" className="grid gap-2">
          {partsOf(comments.slice(0, cardsPerScene), (comment) => (
            <li className="wrap-anywhere">
              <span className="text-xs font-semibold">
                {personOf(comment.author_id, comment.author_name).name}
              </span>
              <NoteText content={comment.content} />
            </li>
          ))}
        </ul>
      )}
      {actions.length > 0 && (
        <>
          <h2 className="text-base font-semibold">Agreed</h2>
          <ActionCards actions={actions} />
        </>
      )}
    </div>
  );
}

function Actions({ report, endOfAction }: SceneProps): ReactNode {
  const { actions } = report;
  if (actions.length === 0) return <p className="text-soft">No action items were agreed on.</p>;
  return <ActionCards actions={actions} endOfAction={endOfAction} />;
}

function ActionCards(
  props: Partial<Pick<SceneProps, 'endOfAction'>> & { actions: readonly Action[] },
): ReactNode {
  const { actions, endOfAction } = props;
  const personOf = usePersonOf();
  return (
    <ul aria-label="Action items" data-tone="accent" className="film-cards">
      {partsOf(actions, (action) => {
        const owner = action.assignee_id === null ? null : personOf(action.assignee_id);
        return (
          <li className="paper grid gap-3 p-4">
            <p className="text-base font-semibold wrap-anywhere">{action.text}</p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft">
              {owner && (
                <span className="inline-flex items-center gap-1.5">
                  <Avatar person={owner} size="xs" decorative /> {owner.name}
                </span>
              )}
              {[...(owner ? [] : [unassignedLabel]), ...agreedFacts(action)].join(' · ')}
            </p>
            {endOfAction?.(action)}
          </li>
        );
      })}
    </ul>
  );
}
