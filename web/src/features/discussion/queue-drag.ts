// Dragging topics: into another place of those that wait, onto a parked one to be parked, and back.
import type { TopicId } from '@wentwell/contract/ids';
import { type ComponentProps, useState } from 'react';

import type { DragArea } from '#web/ui/dragging/DragArea.tsx';

import type { DiscussedTopic } from './discussed-topic.ts';
import type { Queue, QueueLead } from './discussion-queue.ts';

/** The keyboard moves topics by Alt and the arrows, and by the menu of each row. */
export function useQueueDrag(props: {
  topics: ReadonlyMap<TopicId, DiscussedTopic>;
  queue: Queue;
  lead: QueueLead | null;
}): {
  /** Null where it has gone meanwhile. */
  inHand: DiscussedTopic | null;
  /** The topic below it. */
  over: TopicId | null;
  setUp: Omit<ComponentProps<typeof DragArea>, 'children'>;
} {
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
      return target ? `Over “${target.name}”.` : 'Over no topic.';
    },
    dropped: (id: string, under: Element | null) => {
      const target = targetOf(under);
      return target
        ? `Topic “${nameOf(id)}” dropped at “${target.name}”.`
        : `Topic “${nameOf(id)}” stays where it was.`;
    },
    cancelled: (id: string) => `Topic “${nameOf(id)}” stays where it was.`,
  };
  return { inHand: topicOf(lifted), over, setUp: { drag, say } };
}
