import { type Action, unassignedLabel } from '@wentwell/contract/actions/actions';
import { hidesNewNotes } from '@wentwell/contract/board/meeting';
import { allTopics, isGroup, titleOfTopic, type Topic } from '@wentwell/contract/discussion/topics';
import { totalText } from '@wentwell/contract/discussion/votes';
import { seatName } from '@wentwell/contract/live/live';
import { CalendarDays } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

import { currentDay } from '#web/api/days';
import { dayText } from '#web/features/actions/action-age';
import {
  CardBack,
  Countdown,
  FaceDownPile,
  turnDelay,
  Typing,
} from '#web/features/notes/FaceDown.tsx';
import { doneCount } from '#web/features/ready/ready-count';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { columnLooks } from '#web/ui/identity/column-look';
import type { Person } from '#web/ui/identity/person';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { entry, type Fit, More, Paged, PageFoot, StageMain, useFit } from './Paged.tsx';
import { presentOn, Seats } from './Seats.tsx';
import { StageHead, useStage } from './StageHead.tsx';

const seatsMax = 6;

/** The position of a topic, as on the board. */
const newestOf = ({ notes }: Topic): number => notes.at(-1)?.position ?? 0;

/** The columns: growing piles while notes are hidden, otherwise all notes. */
export function Columns(): ReactNode {
  const { board, typing, revealed } = useStage();
  const { meeting } = board;
  const { phase } = board.phase;
  const { around, ...fit } = useFit();
  const isSecret = hidesNewNotes(meeting);
  const topics = allTopics(board);
  const columns = columnLooks(meeting.columns);
  const present = presentOn(board);
  const asked = doneCount(board);
  return (
    <Part>
      <StageHead
        phaseEnd={
          <>
            {!isSecret && asked && asked.of > 0 && ` · ${doneText(asked)}`}
            {fit.pages > 1 && <PageDots {...fit} />}
          </>
        }
      >
        {phase === 'writing' && (
          <div className="flex items-center">
            <Seats people={present.slice(0, seatsMax)} done={board.ready} label="People present" />
            <More count={Math.max(0, present.length - seatsMax)} />
          </div>
        )}
      </StageHead>
      <StageMain ref={around} className="watch-columns grid">
        {columns.map((look, at) => {
          const here = topics
            .filter(({ column_id }) => column_id === look.id)
            .toSorted((a, b) => newestOf(b) - newestOf(a));
          const count = here.reduce((sum, { notes }) => sum + notes.length, 0);
          return (
            <section
              key={look.id}
              aria-label={look.title}
              data-tone={look.tone}
              className="watch-column flex min-h-0 flex-col"
            >
              <Part>
                <h2 className="mb-4 flex shrink-0 items-center gap-3 border-b border-line pb-3 font-bold">
                  <look.Icon className="size-[1em] shrink-0 text-(--tone-text)" />
                  <span className="line-clamp-2" title={look.title}>
                    {look.title}
                  </span>
                  {!isSecret && (
                    <span className="font-normal text-muted tabular-nums">{count}</span>
                  )}
                  <More count={fit.more[at]} />
                </h2>
                {phase === 'writing' && count === 0 ? (
                  <p className="watch-asked text-soft">{look.prompt}</p>
                ) : isSecret ? (
                  <FaceDownPile
                    count={count}
                    beingWritten={0}
                    words={count === 1 ? 'note' : 'notes'}
                  >
                    <Typing writing={typing[look.id] ?? 0} isAtWork={false} />
                  </FaceDownPile>
                ) : (
                  <Paged>
                    <ul className="watch-cards grid">
                      <Part>
                        {here.map((topic, card) => (
                          <TopicCard
                            key={topic.id}
                            topic={topic}
                            turn={turnDelay({ column: at, columns: columns.length, card })}
                          />
                        ))}
                      </Part>
                    </ul>
                  </Paged>
                )}
              </Part>
            </section>
          );
        })}
        {revealed.size > 0 && <Countdown />}
      </StageMain>
      {isSecret && asked ? <DoneFoot {...asked} /> : <PageFoot {...fit} />}
    </Part>
  );
}

function PageDots({ page, pages }: Fit): ReactNode {
  return (
    <span className="watch-pages inline-flex flex-wrap items-center">
      <span className="sr-only">
        , page {page + 1} of {pages}
      </span>
      {Array.from({ length: pages }, (_, at) => (
        <i key={at} data-on={at === page || undefined} className="rounded-full" />
      ))}
    </span>
  );
}

function doneText({ done, of }: { done: number; of: number }): string {
  return done === of ? 'All done' : `${done} of ${of} done`;
}

function DoneFoot({ done, of }: { done: number; of: number }): ReactNode {
  return (
    <footer className="watch-foot">
      {of > 0 && (
        <>
          <span className="watch-track flex-1 overflow-hidden rounded-full bg-line-strong">
            <i className="block h-full bg-success-solid" style={{ scale: `${done / of} 1` }} />
          </span>
          <p className="font-bold tabular-nums">{doneText({ done, of })}</p>
        </>
      )}
    </footer>
  );
}

export function TopicCard({ topic, turn }: { topic: Topic; turn?: string }): ReactNode {
  const { board, revealed, personOf } = useStage();
  // The current topic shows its votes as dots.
  const total = board.phase.phase === 'discussing' ? undefined : board.votes.totals?.[topic.id];
  const turns = topic.notes.some(({ id }) => revealed.has(id));
  const style: CSSProperties & { '--turn': string | undefined } = {
    '--turn': turns ? turn : undefined,
  };
  // As on the board; also saves room for notes.
  const isInGroup = isGroup(topic);
  return (
    <li className={classNames('watch-card paper', turns && 'note-turn')} style={style}>
      {isInGroup && <h3 className="font-bold">{titleOfTopic(topic)}</h3>}
      {topic.notes
        .filter(({ hidden }) => !hidden)
        .toReversed()
        .map((note) => {
          const by = <By person={personOf(note.author_id, note.author_name)} isBrief={isInGroup} />;
          return (
            <div key={note.id} {...entry} className={classNames('watch-note', isInGroup && 'flex')}>
              {isInGroup && by}
              <NoteText content={note.content} linksInTabOrder={false} />
              {!isInGroup && by}
            </div>
          );
        })}
      {total && total.votes > 0 && <p className="watch-by font-bold">{totalText(total)}</p>}
      {turns && <CardBack />}
    </li>
  );
}

/** The author or owner. */
function By(props: {
  person: Person | null;
  /** Shows only the avatar. */
  isBrief?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { person, isBrief = false, children } = props;
  if (person === null && !children) return null;
  return (
    <p className={classNames('watch-by text-soft', isBrief && 'shrink-0')}>
      {person && <Avatar person={person} size="xs" decorative />}
      {person && (
        <bdi className={isBrief ? 'sr-only' : 'truncate'}>
          {seatName({ userName: person.name })}
        </bdi>
      )}
      {children}
    </p>
  );
}

/** Action items as paper, each with owner and due day. */
export function Promises({ actions }: { actions: readonly Action[] }): ReactNode {
  const { personOf } = useStage();
  const today = currentDay();
  return (
    <Paged>
      <ul aria-label="Action items" data-tone="accent" className="watch-cards watch-promises grid">
        {actions.map((action) => {
          const owner = personOf(action.assignee_id);
          return (
            <li
              key={action.id}
              className={classNames(
                'watch-card flex animate-rise flex-col justify-between',
                owner ? 'paper' : 'rounded-md border border-control',
              )}
            >
              <Part>
                <p className="font-semibold">{action.text}</p>
                <By person={owner}>
                  {!owner && (
                    <span className="font-semibold text-warning-text">{unassignedLabel}</span>
                  )}
                  {action.due_on !== null && (
                    <span className="flex items-center gap-1.5 whitespace-nowrap">
                      <CalendarDays className="size-[1em]" />
                      {dayText(action, today)}
                    </span>
                  )}
                </By>
              </Part>
            </li>
          );
        })}
      </ul>
    </Paged>
  );
}
