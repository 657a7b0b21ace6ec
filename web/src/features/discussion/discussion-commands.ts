// What the owner does with the topics, and what everybody says about the time that one gets.
import { type Board, teamContextOfViewer } from '@wentwell/contract/board';
import {
  Discussion,
  DiscussionInput,
  type ExtendInput,
  discussionPolicy,
} from '@wentwell/contract/discussion';
import { describeError } from '@wentwell/contract/errors';
import { type MeetingId, TopicId, type UserId } from '@wentwell/contract/ids';
import { withMark } from '@wentwell/contract/user-marks';
import { z } from 'zod';

import { ApiError, errorText, request } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import {
  type BoardUpdate,
  type OptimisticCommand,
  type DeserializeCommand,
  type Inverse,
  deserializeIntents,
} from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

import { discussionOf } from './discussion-queue.ts';

const Change = DiscussionInput.pick({ current: true, order: true, parked: true });
type Change = z.infer<typeof Change>;

const DiscussionIntent = z.discriminatedUnion('act', [
  z.object({ act: z.literal('lead'), change: Change, madeAt: z.iso.datetime() }),
  // A thumb of an earlier topic counts for no other.
  z.object({ act: z.literal('extend'), topicId: TopicId, more: z.boolean() }),
]);
type DiscussionIntent = z.infer<typeof DiscussionIntent>;
type Lead = Extract<DiscussionIntent, { act: 'lead' }>;

export interface DiscussionCommands {
  /** `now` is the server's time. */
  lead(change: Change, now: Date): OptimisticCommand;
  extend(topicId: TopicId, more: boolean): OptimisticCommand;
  deserialize: DeserializeCommand;
}

const kind = 'discussion';

export function discussionCommands(context: {
  meetingId: MeetingId;
  userId: UserId;
}): DiscussionCommands {
  const { meetingId, userId } = context;
  const path = `/api/v1/meetings/${meetingId}/discussion`;

  function send(place: string, body: DiscussionInput | ExtendInput) {
    return async (key: string, signal: AbortSignal) => {
      const headers = { 'Idempotency-Key': key };
      const answer = await request({
        path: path + place,
        method: 'PUT',
        body,
        headers,
        signal,
        schema: Discussion,
      });
      return {
        isConfirmed: ({ discussion }: Board) =>
          discussion !== null && isSame(discussion, answer, Object.keys(answer)),
      };
    };
  }

  function create(intent: DiscussionIntent): OptimisticCommand {
    const isLead = intent.act === 'lead';
    return {
      kind,
      input: intent,
      queueKey: kind,
      startsQueue: false,
      mergesDuplicates: true,
      optimisticUpdate: isLead
        ? (board) => ({ ...board, discussion: changed(discussionOf(board), intent) })
        : extended(intent, userId),
      ...(isLead && { inverse: (before: Board) => inverseOf(intent, before) }),
      send: isLead
        ? send('', intent.change)
        : send('/extend', { more: intent.more, topic_id: intent.topicId }),
      onRefused(error, board) {
        // The discussion went on: nobody asks for more time on that topic any more.
        const isOver = error instanceof ApiError && error.status === 409;
        if (!isLead && isOver && board?.discussion?.current !== intent.topicId) return;
        const title = isLead ? 'Error changing the discussion' : 'Error telling the others';
        toast.error({ title, description: errorText(error), id: `${kind}-refused` });
      },
    };
  }

  /** Going to another topic has none: going back is a button beside it. */
  function inverseOf({ change }: Lead, before: Board): Inverse | null {
    const earlier = discussionOf(before);
    const keys = Object.keys(change);
    if (change.order === undefined && change.parked === undefined) return null;
    if (isSame(earlier, change, keys)) return null;
    const back = Change.parse(Object.fromEntries(keys.map((key) => [key, valueOf(earlier, key)])));
    const title = titleOf(change, earlier);
    return {
      title,
      undoneTitle: change.parked === undefined ? 'Order as before' : 'Topics as before',
      command: (now) => {
        const leads = discussionPolicy.lead(teamContextOfViewer(now.you), now.meeting);
        if (leads !== 'allowed') return { conflict: describeError(leads).detail };
        if (!isSame(discussionOf(now), change, keys)) {
          return { conflict: 'The discussion has been changed since.' };
        }
        return create({ act: 'lead', change: back, madeAt: serverNow().toISOString() });
      },
    };
  }

  return {
    lead: (change, now) => create({ act: 'lead', change, madeAt: now.toISOString() }),
    extend: (topicId, more) => create({ act: 'extend', topicId, more }),
    deserialize: deserializeIntents(kind, DiscussionIntent, create),
  };
}

function titleOf({ parked }: Change, before: Discussion): string {
  if (parked === undefined) return 'Order changed';
  const more = parked.length - before.parked.length;
  const topics = Math.abs(more) === 1 ? 'Topic' : `${Math.abs(more)} topics`;
  return more < 0 ? `${topics} taken back` : `${topics} parked`;
}

function changed(discussion: Discussion, { change, madeAt }: Lead): Discussion {
  const { current = discussion.current, order = discussion.order } = change;
  const unnamed = discussion.order.filter((id) => !order.includes(id));
  const result = {
    ...discussion,
    order: [...order, ...unnamed],
    parked: change.parked ?? discussion.parked,
  };
  if (current === discussion.current) return result;
  return {
    ...result,
    current,
    current_since: current === null ? null : madeAt,
    discussed: withTimeOf(discussion, Date.parse(madeAt)),
    more_time: [],
    go_on: [],
  };
}

function withTimeOf(
  { current, current_since, discussed }: Discussion,
  until: number,
): Discussion['discussed'] {
  if (current === null || current_since === null) return discussed;
  const seconds = Math.max(0, Math.round((until - Date.parse(current_since)) / 1000));
  return { ...discussed, [current]: (discussed[current] ?? 0) + seconds };
}

function extended(
  { topicId, more }: Extract<DiscussionIntent, { act: 'extend' }>,
  userId: UserId,
): BoardUpdate {
  return (board) => {
    const { discussion } = board;
    if (discussion?.current !== topicId) return board;
    const more_time = withMark(discussion.more_time, userId, more);
    const go_on = withMark(discussion.go_on, userId, !more);
    return { ...board, discussion: { ...discussion, more_time, go_on } };
  };
}

function valueOf(discussion: object, key: string): unknown {
  return Object.entries(discussion).find(([name]) => name === key)?.[1];
}

function isSame(a: object, b: object, keys: readonly string[]): boolean {
  return keys.every((key) => JSON.stringify(valueOf(a, key)) === JSON.stringify(valueOf(b, key)));
}
