// The discussion. It exists from the first discussing phase on and follows its meeting and topics.
import { z } from 'zod';

import {
  changeDiscussion,
  extendDiscussion,
  followTopics,
  noDiscussion,
  startClock,
  stopClock,
} from '../discussion/discussion-changes.ts';
import {
  Discussion,
  DiscussionInput,
  discussionOrder,
  discussionPolicy,
  ExtendInput,
} from '../discussion/discussion.ts';
import { type Topic, topicsOf } from '../discussion/topics.ts';
import { isFrom } from '../phases.ts';
import type { BoardState } from './board.ts';
import { canonicalJson } from './canonical-json.ts';
import type { CascadeRule } from './cascade.ts';
import type { Patch } from './change.ts';
import { ends, entersPhase } from './changed.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { requirePolicy, reject } from './context.ts';
import { groupType, presentGroups } from './groups.ts';
import { changedMeeting, getMeeting, meetingNow } from './meeting.ts';
import { noteType, presentNotes } from './notes.ts';
import { defineRecordType } from './record.ts';
import { computeTotals } from './votes.ts';

/** `id` is the meeting's id. */
const DiscussionRecord = Discussion.extend({ type: z.literal('discussion'), id: z.string() });
export type DiscussionRecord = z.infer<typeof DiscussionRecord>;
export const discussionType = defineRecordType(DiscussionRecord);

export function presentDiscussion(board: BoardState): Discussion | null {
  const [found] = board.all(discussionType);
  if (!found) return null;
  const { type: _, id: __, ...discussion } = found;
  return discussion;
}

function currentTopics(board: BoardState): Topic[] {
  const { columns } = getMeeting(board);
  return topicsOf({ notes: presentNotes(board), groups: presentGroups(board), columns });
}

/** Null if nothing changes. */
export function putDiscussion(board: BoardState, discussion: Discussion): Patch | null {
  if (canonicalJson(discussion) === canonicalJson(presentDiscussion(board))) return null;
  const { id } = getMeeting(board);
  return { put: [{ type: discussionType.type, ...discussion, id }], remove: [] };
}

/** Rejects the first field that names an unknown topic. */
function requireTopics(
  { current, order = [], parked = [], discussed = {} }: DiscussionInput,
  topics: readonly Topic[],
): void {
  const known = new Set<string>(topics.map(({ id }) => id));
  const named = {
    current: current ? [current] : [],
    order,
    parked,
    discussed: Object.keys(discussed),
  };
  const [field] = Object.entries(named).find(([, ids]) => ids.some((id) => !known.has(id))) ?? [];
  if (field !== undefined) reject('TOPIC_UNKNOWN', [field]);
}

const updateDiscussion = defineCommand({
  name: 'discussion.update',
  input: DiscussionInput,
  decide(board, input, context) {
    const meeting = meetingNow(board, context);
    requirePolicy(discussionPolicy.lead(context.caller, meeting));
    const topics = currentTopics(board);
    requireTopics(input, topics);
    const before = followTopics(presentDiscussion(board) ?? noDiscussion, topics);
    return putDiscussion(board, changeDiscussion(before, input, context.now));
  },
  inverse(input, before) {
    const discussion = presentDiscussion(before);
    if (!discussion) return null;
    const { current, order, parked, discussed } = discussion;
    const previous = {
      ...(input.current !== undefined && { current }),
      ...(input.order && { order }),
      ...(input.parked && { parked }),
      ...(input.discussed && { discussed }),
    };
    return { name: 'discussion.update', input: previous };
  },
});

const extendTopic = defineCommand({
  name: 'discussion.extend',
  input: ExtendInput,
  decide(board, { more, topic_id }, context) {
    const { caller } = context;
    const meeting = meetingNow(board, context);
    requirePolicy(discussionPolicy.extend(caller, meeting));
    const before = presentDiscussion(board);
    if (!before || before.current === null) reject('DISCUSSION_NO_TOPIC');
    if (topic_id !== undefined && topic_id !== before.current) {
      reject('DISCUSSION_OTHER_TOPIC');
    }
    return putDiscussion(board, extendDiscussion(before, caller.userId, more));
  },
});

/** The phase starts with its first topic, whose clock only runs in the discussing phase. */
const followMeeting: CascadeRule = (patch, { before, after }, { isServer, now }) => {
  const next = changedMeeting(patch);
  if (!isServer || !next) return null;
  const discussion = presentDiscussion(after);
  if (ends({ before, after })) {
    return discussion && putDiscussion(after, stopClock(discussion, now));
  }
  const { phase_started_at: startedAt } = next;
  if (!entersPhase({ before, after }) || startedAt === null) return null;
  const beganAt = new Date(startedAt);
  const stopped = discussion && stopClock(discussion, beganAt);
  const isReordered = discussion === null || !isFrom('discussing', getMeeting(before).phase);
  const begin = (): Discussion => {
    const topics = currentTopics(after);
    const followed = followTopics(stopped ?? noDiscussion, topics);
    if (!isReordered) return followed;
    const totals = Object.fromEntries(computeTotals(after));
    return { ...followed, order: discussionOrder(topics, totals) };
  };
  if (next.phase === 'discussing') {
    const started = begin();
    const { order, parked, discussed } = started;
    const current =
      started.current ?? order.find((id) => !parked.includes(id) && !(id in discussed)) ?? null;
    return putDiscussion(after, startClock({ ...started, current }, beganAt));
  }
  // Voting again may have changed the order for Ready to Close and the report.
  if (stopped && isReordered && isFrom('discussing', next.phase))
    return putDiscussion(after, begin());
  return stopped && putDiscussion(after, stopped);
};

const followNotes: CascadeRule = ({ put, remove }, { after }) => {
  const topicTypes: readonly string[] = [noteType.type, groupType.type];
  const isTopic = ({ type }: { type: string }) => topicTypes.includes(type);
  const discussion = presentDiscussion(after);
  if (!discussion || ![...put, ...remove].some(isTopic)) return null;
  return putDiscussion(after, followTopics(discussion, currentTopics(after)));
};

export const discussionFeature = {
  recordTypes: [discussionType],
  commands: [updateDiscussion, extendTopic],
  cascades: [followMeeting, followNotes],
  shape: { discussion: Discussion.nullable() },
  present: (view) => ({ discussion: presentDiscussion(view) }),
  isReported: ({ discussion }: { discussion: Discussion | null }) =>
    Object.keys(discussion?.discussed ?? {}).length > 0,
} satisfies ShownFeature;
