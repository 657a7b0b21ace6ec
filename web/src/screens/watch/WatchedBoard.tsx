// Read-only board for a screen: its columns, the topic under discussion and the agreed action items.
import type { Action } from '@wentwell/contract/actions';
import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { allTopics, titleOfTopic, type Topic } from '@wentwell/contract/topics';
import { totalText } from '@wentwell/contract/votes';
import type { ReactNode } from 'react';

import { dueText } from '#web/features/actions/action-age';
import { todayAt } from '#web/features/actions/days';
import { discussionOf, queueOf } from '#web/features/discussion/discussion-queue';
import { NoteText } from '#web/features/notes/NoteText.tsx';
import { classNames } from '#web/ui/class-names';
import { columnLooks } from '#web/ui/identity/column-look';

import { entry, Paged, useFittingType } from './Paged.tsx';

type NameOf = (id: UserId | null) => string | null;

function isGroup({ id, notes }: Topic): boolean {
  return notes[0]?.id !== id;
}

export function WatchedColumns({ board, nameOf }: { board: Board; nameOf: NameOf }): ReactNode {
  const topics = allTopics(board);
  const around = useFittingType();
  return (
    <div ref={around} className="watch-columns grid min-h-0 flex-1 gap-4">
      {columnLooks(board.meeting.columns).map((column) => {
        const here = topics.filter(({ column_id }) => column_id === column.id);
        const open = here.filter(({ notes }) => notes.some(({ hidden }) => !hidden));
        const faceDown = here.length - open.length;
        return (
          <section
            key={column.id}
            aria-label={column.title}
            className="watch-column relative flex min-h-0 flex-col"
          >
            <h2 className="mb-2 font-bold flex items-center gap-2">
              <column.Icon
                aria-hidden="true"
                className={classNames('size-[1em] shrink-0', column.text)}
              />
              <span className="line-clamp-2">{column.title}</span>
            </h2>
            {faceDown > 0 && (
              <p className="text-soft">
                {faceDown} {faceDown === 1 ? 'note' : 'notes'} face down
              </p>
            )}
            <Paged>
              <ul>
                {open.toReversed().map((topic) => (
                  <li key={topic.id} className="watch-card border border-line bg-card">
                    <TopicCard topic={topic} board={board} nameOf={nameOf} />
                  </li>
                ))}
              </ul>
            </Paged>
          </section>
        );
      })}
    </div>
  );
}

function TopicCard(props: { topic: Topic; board: Board; nameOf: NameOf }): ReactNode {
  const { topic, board, nameOf } = props;
  const total = board.votes.totals?.[topic.id];
  return (
    <>
      {isGroup(topic) && <h3 className="font-bold">{titleOfTopic(topic)}</h3>}
      {topic.notes
        .filter(({ hidden }) => !hidden)
        .map((note) => (
          <div key={note.id} {...entry} className="watch-note">
            <NoteText content={note.content} linksInTabOrder={false} />
            <Author name={note.author_name ?? nameOf(note.author_id)} />
          </div>
        ))}
      {total && total.votes > 0 && <p className="watch-votes mt-2 font-bold">{totalText(total)}</p>}
    </>
  );
}

function Author({ name }: { name: string | null }): ReactNode {
  return name === null ? null : <p className="watch-author text-soft">{name}</p>;
}

export function WatchedTopic({ board, nameOf }: { board: Board; nameOf: NameOf }): ReactNode {
  const topics = new Map(allTopics(board).map((topic) => [topic.id, topic]));
  const queue = queueOf(discussionOf(board));
  const now = queue.now === null ? undefined : topics.get(queue.now);
  const next = queue.next.flatMap((id) => topics.get(id) ?? []);
  const agreed = board.actions.filter(({ topic_id }) => topic_id === now?.id);
  return (
    <div className="watch-discussion grid min-h-0 flex-1 gap-6">
      <section aria-label="Current topic" className="watch-topic flex min-h-0 flex-col">
        <Paged>
          {now ? (
            <TopicCard topic={now} board={board} nameOf={nameOf} />
          ) : (
            <p className="watch-count font-bold">No topic has been chosen yet.</p>
          )}
          <ActionCards actions={agreed} nameOf={nameOf} />
        </Paged>
      </section>
      {next.length > 0 && (
        <section aria-label="Next topics" className="flex min-h-0 flex-col">
          <h2 className="mb-2 font-bold">Next</h2>
          <Paged>
            <ol className="grid gap-2">
              {next.map((topic) => (
                <li key={topic.id} {...entry}>
                  {titleOfTopic(topic)}
                </li>
              ))}
            </ol>
          </Paged>
        </section>
      )}
    </div>
  );
}

interface Actions {
  actions: readonly Action[];
  nameOf: NameOf;
}

export function WatchedActions(props: Actions): ReactNode {
  if (props.actions.length === 0) return null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Paged>
        <ActionCards {...props} />
      </Paged>
    </div>
  );
}

function ActionCards({ actions, nameOf }: Actions): ReactNode {
  if (actions.length === 0) return null;
  const today = todayAt(new Date());
  return (
    <section aria-label="Action items" className="watch-agreed mt-4">
      <h2 className="mb-2 font-bold">Action items</h2>
      <ul>
        {actions.map((action) => (
          <li key={action.id} {...entry} className="watch-card border border-line bg-card">
            <p>{action.text}</p>
            <p className="watch-author text-soft">
              {[nameOf(action.assignee_id), dueText(action, today)].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
