// Dragging topics: into another place of those that wait, onto a parked one to be parked, and back.
import {
  type Announcements,
  closestCenter,
  type DragEndEvent,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { TopicId } from '@wentwell/contract/ids';
import { useState } from 'react';

import type { DiscussedTopic } from './discussed-topic.ts';
import type { Queue, QueueLead } from './discussion-queue.ts';

const byMouse = { activationConstraint: { distance: 8 } };
const byTouch = { activationConstraint: { delay: 300, tolerance: 5 } };

/** The keyboard moves topics by Alt and the arrows, and by the menu of each row. */
export function useQueueDrag(props: {
  topics: ReadonlyMap<TopicId, DiscussedTopic>;
  queue: Queue;
  lead: QueueLead | null;
}) {
  const { topics, queue, lead } = props;
  const [lifted, setLifted] = useState<DiscussedTopic | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, byMouse), useSensor(TouchSensor, byTouch));
  const topicOf = (id: UniqueIdentifier | undefined): DiscussedTopic | null =>
    [...topics.values()].find((topic) => topic.id === id) ?? null;

  function handleDragEnd({ active, over }: DragEndEvent): void {
    setLifted(null);
    const from = topicOf(active.id)?.id;
    const to = topicOf(over?.id)?.id;
    if (!lead || from === undefined || to === undefined || from === to) return;
    const isToParked = queue.parked.includes(to);
    if (queue.parked.includes(from)) {
      if (!isToParked) lead.takeBack(from);
    } else if (isToParked) lead.park(from);
    else lead.place(from, to);
  }

  return {
    /** Null where it has gone meanwhile. */
    inHand: lifted && topicOf(lifted.id),
    setUp: {
      sensors,
      collisionDetection: closestCenter,
      accessibility: { announcements: announcements((id) => topicOf(id)?.name ?? '') },
      onDragStart: ({ active }: DragStartEvent) => setLifted(topicOf(active.id)),
      onDragEnd: handleDragEnd,
      onDragCancel: () => setLifted(null),
    },
  };
}

function announcements(nameOf: (id: UniqueIdentifier) => string): Announcements {
  return {
    onDragStart: ({ active }) => `Picked up topic “${nameOf(active.id)}”.`,
    onDragOver: ({ over }) => (over ? `Over “${nameOf(over.id)}”.` : 'Over no topic.'),
    onDragEnd: ({ active, over }) =>
      over
        ? `Topic “${nameOf(active.id)}” dropped at “${nameOf(over.id)}”.`
        : `Topic “${nameOf(active.id)}” stays where it was.`,
    onDragCancel: ({ active }) => `Topic “${nameOf(active.id)}” stays where it was.`,
  };
}
