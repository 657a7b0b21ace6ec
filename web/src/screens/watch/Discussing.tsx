import { allTopics, isGroup, titleOfTopic, type Topic } from '@wentwell/contract/discussion/topics';
import type { ReactNode } from 'react';

import { discussionOf, queueOf } from '#web/features/discussion/discussion-queue';
import { VoteDots } from '#web/features/discussion/VoteDots.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { columnLooks } from '#web/ui/identity/column-look';

import { TopicCard, Promises } from './Columns.tsx';
import { More, Paged, StageMain, useFit, useFittingTitle } from './Paged.tsx';
import { StageHead, useStage } from './StageHead.tsx';

const nextMax = 2;

/** The current topic in large type, its action items, and the next topics. */
export function Discussing(): ReactNode {
  const { board } = useStage();
  const { around, more } = useFit();
  const topics = new Map(allTopics(board).map((topic) => [topic.id, topic]));
  const queue = queueOf(discussionOf(board));
  const now = queue.now === null ? undefined : topics.get(queue.now);
  const next = queue.next.flatMap((id) => topics.get(id) ?? []);
  const agreed = board.actions.filter(({ topic_id }) => topic_id === now?.id);
  return (
    <Part>
      <StageHead />
      <StageMain ref={around} className="watch-discussion grid">
        <section
          aria-label="Current topic"
          className="watch-topic flex min-h-0 max-h-full flex-col justify-center"
        >
          {now ? (
            <CurrentTopic key={now.id} topic={now} more={more[0]} />
          ) : (
            <p className="watch-title font-bold">No topic is open.</p>
          )}
        </section>
        {agreed.length > 0 && (
          <section
            aria-label="Action items"
            className="watch-topic watch-agreed flex min-h-0 max-h-full flex-col justify-center"
          >
            <Part>
              <h2 className="font-bold text-soft">Agreed</h2>
              <Promises actions={agreed} />
              <More count={more.at(-1)} />
            </Part>
          </section>
        )}
      </StageMain>
      <footer className="watch-foot">
        {next.length > 0 && (
          <section aria-label="Next topics" className="watch-next flex min-w-0 flex-1 items-center">
            <Part attempt={now?.id}>
              <h2 className="shrink-0 text-soft">Next</h2>
              <ol className="flex min-w-0">
                <SmallPart>
                  {next.slice(0, nextMax).map((topic) => (
                    <NextTopic key={topic.id} topic={topic} />
                  ))}
                </SmallPart>
              </ol>
              <More count={Math.max(0, next.length - nextMax)} />
            </Part>
          </section>
        )}
      </footer>
    </Part>
  );
}

function CurrentTopic(props: { topic: Topic; more: number | undefined }): ReactNode {
  const { topic, more } = props;
  const { meeting, votes } = useStage().board;
  const { title, isCut } = useFittingTitle();
  const look = columnLooks(meeting.columns).find(({ id }) => id === topic.column_id);
  const total = votes.totals?.[topic.id];
  return (
    <div
      data-tone={look?.tone}
      className="watch-topic flex min-h-0 max-h-full flex-col justify-center"
    >
      <Part>
        {look && (
          <p className="watch-of flex items-center gap-3 font-bold text-(--tone-text)">
            <look.Icon className="size-[1em] shrink-0" />
            <span className="line-clamp-2" title={look.title}>
              {look.title}
            </span>
          </p>
        )}
        <h2 ref={title} className="watch-title line-clamp-2 font-bold" title={titleOfTopic(topic)}>
          {titleOfTopic(topic)}
        </h2>
        {total && total.votes > 0 && <VoteDots total={total} />}
        {/* The title already contains the whole text of a short note. */}
        {(isGroup(topic) || isCut) && (
          <Paged>
            <ul className="watch-cards grid">
              <Part>
                {topic.notes.map((note) => (
                  <TopicCard key={note.id} topic={{ ...topic, id: note.id, notes: [note] }} />
                ))}
              </Part>
            </ul>
          </Paged>
        )}
        <More count={more} />
      </Part>
    </div>
  );
}

function NextTopic({ topic }: { topic: Topic }): ReactNode {
  const { votes, meeting } = useStage().board;
  const total = votes.totals?.[topic.id];
  return (
    <li
      data-tone={meeting.columns.find(({ id }) => id === topic.column_id)?.tone}
      className="flex min-w-0 items-center gap-3"
    >
      <i aria-hidden="true" className="shrink-0" />
      <span className="truncate" title={titleOfTopic(topic)}>
        {titleOfTopic(topic)}
      </span>
      {total && total.votes > 0 && (
        <span className="font-normal text-soft tabular-nums">
          {total.votes}
          <span className="sr-only"> votes</span>
        </span>
      )}
    </li>
  );
}
