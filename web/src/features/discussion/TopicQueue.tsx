import type { TopicId } from '@wentwell/contract/ids';
import { ChevronDown, SlidersHorizontal, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Button } from '#web/ui/buttons/Button.tsx';
import { DragArea, DragOverlay } from '#web/ui/dragging/DragArea.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { keyOf } from '#web/ui/key-press';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

import type { DiscussedTopic, Queue, QueueLead } from './discussion-queue.ts';
import { QueueRow, type QueueRowProps, type QueueState } from './QueueRow.tsx';

import './topic-queue.css';

const tops = [1, 2, 3, 5, 8];

/** Current, next, done and parked topics: beside the topic, or in its place in a narrow window. */
export function TopicQueue(props: {
  topics: ReadonlyMap<TopicId, DiscussedTopic>;
  queue: Queue;
  discussed: Readonly<Record<TopicId, number>>;
  shown: TopicId | null;
  lead: QueueLead | null;
  onLookAt: (id: TopicId) => void;
}): ReactNode {
  const { topics, queue, shown, lead } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { now, next, done, parked } = queue;
  const [isUnfolded, setUnfolded] = useState(false);
  const hasVotes = (topicId: TopicId): boolean => (topics.get(topicId)?.votes?.votes ?? 0) > 0;
  // Without votes all topics rank equally.
  const unvoted = [...topics.keys()].some(hasVotes) ? next.filter((each) => !hasVotes(each)) : [];
  const waiting = isUnfolded
    ? next
    : next.filter((each) => each === shown || !unvoted.includes(each));
  const walk = [...(now === null ? [] : [now]), ...waiting, ...done, ...parked];
  const [visited, setVisited] = useState<TopicId | null>(null);
  const stop = [visited, shown, walk[0]].find((each) => each != null && walk.includes(each));
  const drag = useQueueDrag({ topics, queue, lead });

  function rowOf(topicId: TopicId): HTMLElement | null {
    return list.current?.querySelector<HTMLElement>(`[data-topic="${topicId}"] > button`) ?? null;
  }

  /** Keeps the focus on a row that moves, which the browser would drop. */
  function keepFocus(topicId: TopicId, change: () => void): void {
    flushSync(change);
    rowOf(topicId)?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = event.target instanceof Element && event.target.closest('[data-topic]');
    const from = row ? walk.find((each) => each === row.getAttribute('data-topic')) : undefined;
    if (from === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = keyOf(event);
    const step = stepOf(key);
    if (event.altKey) {
      if (!lead || (step !== 1 && step !== -1) || !next.includes(from)) return;
      event.preventDefault();
      keepFocus(from, () => lead.move(from, step));
      return;
    }
    const target =
      key === 'Home' ? walk[0] : key === 'End' ? walk.at(-1) : walk[walk.indexOf(from) + step];
    if (step === 0 && key !== 'Home' && key !== 'End') return;
    if (target === undefined) return;
    event.preventDefault();
    rowOf(target)?.focus();
  }

  function rows(ids: readonly TopicId[], state: QueueState): ReactNode {
    return ids.map((topicId, index) => {
      const topic = topics.get(topicId);
      if (!topic) return null;
      const row: QueueRowProps = {
        topic,
        state,
        isShown: topicId === shown,
        isTabStop: topicId === stop,
        isInHand: topicId === drag.inHand?.id,
        isOver: topicId === drag.over,
        seconds: props.discussed[topicId] ?? null,
        mayMove: {
          up: state === 'next' && index > 0,
          down: state === 'next' && index < ids.length - 1,
        },
        lead: lead && {
          ...lead,
          move: (each, step) => keepFocus(each, () => lead.move(each, step)),
        },
        onLookAt: props.onLookAt,
        onVisit: setVisited,
      };
      return (
        <Part key={topicId}>
          <QueueRow {...row} />
        </Part>
      );
    });
  }

  function section(title: string, ids: readonly TopicId[], state: QueueState): ReactNode {
    if (ids.length === 0) return null;
    return (
      <section aria-labelledby={`${id}-${state}`} data-state={state}>
        <h3 id={`${id}-${state}`} className="quiet-title mb-1 pl-3">
          {title}
          {state !== 'now' && <span className="font-medium"> · {ids.length}</span>}
        </h3>
        <ul>
          {rows(state === 'next' ? waiting : ids, state)}
          {state === 'next' && unvoted.length > 0 && (
            <li>
              <button
                type="button"
                data-printed
                className="ring-focus flex min-h-11 items-center gap-2 rounded-md pr-3 pl-10 text-soft"
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {unvoted.length} without votes
                <ChevronDown className="size-4" />
              </button>
            </li>
          )}
          {state === 'next' &&
            next
              .filter((each) => !waiting.includes(each))
              .map((each) => (
                <Part key={each}>
                  <li className="hidden pl-10 print:block">{topics.get(each)?.name}</li>
                </Part>
              ))}
        </ul>
      </section>
    );
  }

  return (
    <nav
      aria-label="Topics"
      className="topic-queue [grid-area:queue] flex flex-col min-w-0 min-h-0 -mx-3"
    >
      <DragArea {...drag.setUp}>
        {/* Handles the keys of all rows, which bubble up. */}
        <div
          ref={list}
          role="presentation"
          className="queue-list flex min-w-0 flex-1 flex-col gap-5 overflow-x-hidden overflow-y-auto py-3"
          data-drag-scroll
          onKeyDown={handleKeyDown}
        >
          {section('Now', now === null ? [] : [now], 'now')}
          {section('Next', next, 'next')}
          {section('Done', done, 'done')}
          {section('Parked', parked, 'parked')}
        </div>
        {drag.inHand && (
          <DragOverlay>
            <p className="truncate rounded-md bg-card px-3.5 py-2.5 font-semibold shadow-float">
              {drag.inHand.name}
            </p>
          </DragOverlay>
        )}
      </DragArea>
      {lead && (next.length > 1 || parked.length > 0) && (
        <div className="print:hidden">
          <Menu
            align="start"
            side="top"
            trigger={
              <Button size="sm" variant="ghost" icon={<SlidersHorizontal />}>
                Only the top…
              </Button>
            }
          >
            {tops
              .filter((count) => count < next.length)
              .map((count) => (
                <MenuItem key={count} onSelect={() => lead.keepTop(count)}>
                  {count === 1 ? 'Only the next topic' : `Only the next ${count} topics`}
                </MenuItem>
              ))}
            {parked.length > 0 && (
              <MenuItem icon={<Undo2 />} onSelect={lead.takeAllBack}>
                Take back all parked topics
              </MenuItem>
            )}
          </Menu>
        </div>
      )}
    </nav>
  );
}

function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowDown' || key === 'ArrowRight') return 1;
  return key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0;
}

/** The keyboard moves topics by Alt with arrows, or by each row's menu. */
function useQueueDrag(props: {
  topics: ReadonlyMap<TopicId, DiscussedTopic>;
  queue: Queue;
  lead: QueueLead | null;
}) {
  const { topics, queue, lead } = props;
  const [lifted, setLifted] = useState<TopicId | null>(null);
  const [over, setOver] = useState<TopicId | null>(null);
  const topicOf = (id: string | null): DiscussedTopic | null =>
    [...topics.values()].find((topic) => topic.id === id) ?? null;
  const targetOf = (under: Element | null): DiscussedTopic | null =>
    topicOf(under?.closest<HTMLElement>('[data-drop]')?.dataset['drop'] ?? null);
  const nameOf = (id: string): string => topicOf(id)?.name ?? '';

  function end(): void {
    setLifted(null);
    setOver(null);
  }

  function drop(from: TopicId | undefined, to: TopicId | undefined): void {
    if (!lead || from === undefined || to === undefined || from === to) return;
    const isToParked = queue.parked.includes(to);
    if (queue.parked.includes(from)) {
      if (!isToParked) lead.takeBack(from);
    } else if (isToParked) lead.park(from);
    else lead.place(from, to);
  }

  const drag = {
    onLift: (id: string) => setLifted(topicOf(id)?.id ?? null),
    onMove: (_id: string, under: Element | null) => setOver(targetOf(under)?.id ?? null),
    onDrop(id: string, under: Element | null): void {
      end();
      drop(topicOf(id)?.id, targetOf(under)?.id);
    },
    onCancel: end,
  };
  const say = {
    lifted: (id: string) => `Picked up topic “${nameOf(id)}”.`,
    moved(_id: string, under: Element | null): string | null {
      const target = targetOf(under);
      if ((target?.id ?? null) === over) return null;
      return target ? `Over “${target.name}”.` : 'Not over a topic.';
    },
    dropped: (id: string, under: Element | null) => {
      const target = targetOf(under);
      return target
        ? `Topic “${nameOf(id)}” dropped at “${target.name}”.`
        : `Topic “${nameOf(id)}” stays where it was.`;
    },
    cancelled: (id: string) => `Topic “${nameOf(id)}” stays where it was.`,
  };
  return {
    /** The dragged topic; null if it has gone meanwhile. */
    inHand: topicOf(lifted),
    /** The topic under the pointer. */
    over,
    setUp: { drag, say },
  };
}
