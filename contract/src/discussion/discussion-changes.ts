// Pure functions for discussions: changes by leads, changed topics and the time per topic.
import { type NoteId, TopicId, type UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { Discussion, DiscussionInput } from './discussion.ts';
import type { Topic } from './topics.ts';

export const noDiscussion: Discussion = {
  order: [],
  current: null,
  current_since: null,
  parked: [],
  discussed: {},
  more_time: [],
  go_on: [],
};

function bounded(seconds: number): number {
  return Math.min(seconds, limits.topicSecondsMax);
}

/** Adds the elapsed time to the current topic and stops its clock. The topic stays current. */
export function stopClock(before: Discussion, now: Date): Discussion {
  const { current, current_since, discussed } = before;
  if (current === null || current_since === null) return before;
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(current_since)) / 1000));
  const sum = bounded((discussed[current] ?? 0) + seconds);
  return { ...before, current_since: null, discussed: { ...discussed, [current]: sum } };
}

export function startClock(before: Discussion, now: Date): Discussion {
  return before.current === null ? before : { ...before, current_since: now.toISOString() };
}

function withCurrent(before: Discussion, current: TopicId | null, now: Date): Discussion {
  if (current === before.current) return before;
  const stopped = { ...stopClock(before, now), current, more_time: [], go_on: [] };
  return startClock(stopped, now);
}

/** A chosen topic is no longer parked; a parked topic is no longer current. */
export function changeDiscussion(
  before: Discussion,
  { current, order = [], parked, discussed }: DiscussionInput,
  now: Date,
): Discussion {
  const moved = new Set<TopicId>(order);
  const named = {
    ...before,
    order: [...order, ...before.order.filter((id) => !moved.has(id))],
    parked: (parked ?? before.parked).filter((id) => id !== current),
    discussed: discussed ?? before.discussed,
  };
  if (current !== undefined) return withCurrent(named, current, now);
  const isParked = named.current !== null && named.parked.includes(named.current);
  return isParked ? withCurrent(named, null, now) : named;
}

/** Sets or clears a user's mark. Sorted by id, so that client and server compute the same board. */
function withMark(marked: readonly UserId[], userId: UserId, isMarked: boolean): UserId[] {
  const others = marked.filter((each) => each !== userId);
  return isMarked ? [...others, userId].toSorted() : others;
}

/** Records that a user asks for more time on the current topic, or to go on. */
export function extendDiscussion(before: Discussion, userId: UserId, more: boolean): Discussion {
  const more_time = withMark(before.more_time, userId, more);
  const go_on = withMark(before.go_on, userId, !more);
  return { ...before, more_time, go_on };
}

/**
 * Adapts the discussion to the current topics. A group replaces its notes: it takes the first note's place and the sum
 * of their times. It is current if one of them was, and parked if all were.
 */
export function followTopics(before: Discussion, topics: readonly Topic[]): Discussion {
  const living = new Set<string>(topics.map(({ id }) => id));
  const groupOf = new Map<string, TopicId>(
    topics.flatMap(({ id, notes }) => notes.map((note): [NoteId, TopicId] => [note.id, id])),
  );
  const successorOf = (id: TopicId) => (living.has(id) ? id : (groupOf.get(id) ?? null));
  const follow = (ids: readonly TopicId[]) =>
    [...new Set(ids.map(successorOf))].filter((id) => id !== null);

  const parked = new Set<TopicId>(before.parked);
  const unparked = new Set(follow(before.order.filter((id) => !parked.has(id))));
  // A Map: copying an object per topic would block the server when 1,000 topics have been discussed.
  const discussed = new Map<TopicId, number>();
  for (const [id, seconds] of Object.entries(before.discussed)) {
    const topic = successorOf(TopicId.parse(id));
    if (topic) discussed.set(topic, bounded((discussed.get(topic) ?? 0) + seconds));
  }
  const current = before.current && successorOf(before.current);
  const known = new Set(follow(before.order));
  const after = {
    ...before,
    order: [...known, ...topics.map(({ id }) => id).filter((id) => !known.has(id))],
    parked: follow(before.parked).filter((id) => !unparked.has(id)),
    discussed: Object.fromEntries(discussed),
    current,
  };
  return current === null ? { ...after, current_since: null, more_time: [], go_on: [] } : after;
}
