// The discussion's topics, the queue derived from their order, and reorderings by leads.
import type { Board } from '@wentwell/contract/board/snapshot';
import { type Discussion, discussionOrder } from '@wentwell/contract/discussion/discussion';
import { type Topic, topicsOf } from '@wentwell/contract/discussion/topics';
import type { TopicTotal } from '@wentwell/contract/discussion/votes';
import type { TopicId } from '@wentwell/contract/ids';

import type { ColumnLook } from '#web/ui/identity/column-look';

export interface DiscussedTopic extends Topic {
  /** A short one-line name. */
  name: string;
  look: ColumnLook;
  /** Null if voting was skipped. */
  votes: TopicTotal | null;
  comments: number;
}

/** Each topic is in exactly one list; `next`, `done` and `parked` keep the discussion's order. */
export interface Queue {
  now: TopicId | null;
  next: TopicId[];
  done: TopicId[];
  parked: TopicId[];
}

/** The leads' actions on the queue; null for everybody else. */
export interface QueueLead {
  discuss: (id: TopicId) => void;
  move: (id: TopicId, step: -1 | 1) => void;
  place: (id: TopicId, target: TopicId) => void;
  park: (id: TopicId) => void;
  takeBack: (id: TopicId) => void;
  keepTop: (count: number) => void;
  takeAllBack: () => void;
}

/** Before the server has stored an order, the one that it will store. */
export function discussionOf(
  board: Pick<Board, 'discussion' | 'notes' | 'groups' | 'meeting' | 'votes'>,
): Discussion {
  if (board.discussion) return board.discussion;
  const { notes, groups, meeting, votes } = board;
  const topics = topicsOf({ notes, groups, columns: meeting.columns });
  return {
    order: discussionOrder(topics, votes.totals ?? {}),
    current: null,
    current_since: null,
    parked: [],
    discussed: {},
    more_time: [],
    go_on: [],
  };
}

export function queueOf({ order, current, parked, discussed }: Discussion): Queue {
  const others = order.filter((id) => id !== current);
  const isParked = (id: TopicId): boolean => parked.includes(id);
  const isDone = (id: TopicId): boolean => !isParked(id) && discussed[id] !== undefined;
  return {
    now: current,
    next: others.filter((id) => !isParked(id) && !isDone(id)),
    done: others.filter(isDone),
    parked: others.filter(isParked),
  };
}

/** The first waiting topic after the current one, else the first waiting one; null without one. */
export function topicAfter(discussion: Discussion): TopicId | null {
  const { next } = queueOf(discussion);
  const at = discussion.current === null ? -1 : discussion.order.indexOf(discussion.current);
  return next.find((id) => discussion.order.indexOf(id) > at) ?? next[0] ?? null;
}

/** The topic before the current one, without parked ones; after the last topic, the last one. */
export function topicBefore({ order, current, parked, discussed }: Discussion): TopicId | null {
  const open = order.filter((id) => id === current || !parked.includes(id));
  if (current !== null) return open[open.indexOf(current) - 1] ?? null;
  return open.findLast((id) => discussed[id] !== undefined) ?? null;
}

/** Moves a waiting topic up (-1) or down (1) among the waiting ones; null at the end. */
export function movedBy(discussion: Discussion, id: TopicId, step: -1 | 1): TopicId[] | null {
  const { next } = queueOf(discussion);
  const neighbour = next[next.indexOf(id) + step];
  return next.includes(id) && neighbour !== undefined
    ? placedAt(discussion.order, id, neighbour)
    : null;
}

/** Moves `id` to the place of `target`. */
export function placedAt(order: readonly TopicId[], id: TopicId, target: TopicId): TopicId[] {
  const to = order.indexOf(target);
  const others = order.filter((each) => each !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** The topics to park so that only the first `count` remain in the queue. */
export function parkedBeyond(discussion: Discussion, count: number): TopicId[] {
  return [...discussion.parked, ...queueOf(discussion).next.slice(count)];
}
