// The discussion of topics: led by the owner, by the database's clock (docs/retro.md ).
import { describeAnyError } from '@wentwell/contract/all-errors';
import {
  type Discussion,
  type DiscussionInput,
  discussionPolicy,
  type ExtendInput,
  storedDiscussion,
} from '@wentwell/contract/discussion';
import {
  changeDiscussion,
  extendDiscussion,
  followTopics,
  noDiscussion,
} from '@wentwell/contract/discussion-changes';
import type { MeetingId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import type { Topic } from '@wentwell/contract/topics';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { toDiscussion, toMeeting } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

import { writeDiscussion } from './discussion-board.service.ts';
import { findTopicRows, toTopics } from './discussion-topics.service.ts';

export interface DiscussionDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

/** Throws where the input names a topic that the board does not have. */
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
  const { detail: msg } = describeAnyError('TOPIC_UNKNOWN');
  const errors = Object.entries(named)
    .filter(([, ids]) => ids.some((id) => !known.has(id)))
    .map(([field]) => ({ loc: ['body', field], msg, type: 'custom' }));
  if (errors.length > 0) throw new ApiError('TOPIC_UNKNOWN', {}, { errors });
}

function policyMeeting({ meeting: row, now }: MeetingAccess) {
  const meeting = toMeeting(row);
  return { ...meeting, status: effectiveStatus(meeting, now) };
}

export function discussionService({ receipts, log }: DiscussionDeps) {
  function repeatable(command: Command, meetingId: MeetingId) {
    return {
      answers: storedDiscussion,
      board: meetingId,
      async stillSees(tx: Tx) {
        await accessMeeting(tx, command, meetingId);
      },
    };
  }

  async function write(
    tx: Tx,
    { meeting, teamContext }: MeetingAccess,
    after: Discussion,
  ): Promise<Answer<Discussion>> {
    const on = { meetingId: meeting.id, actorId: teamContext.userId };
    const before = toDiscussion(meeting);
    await writeDiscussion(log, tx, { on, before, after, isKept: false });
    return { status: 200, body: after };
  }

  return {
    async change(
      command: Command,
      meetingId: MeetingId,
      input: DiscussionInput,
    ): Promise<Answer<Discussion>> {
      return receipts.once(command, {
        ...repeatable(command, meetingId),
        async load(tx) {
          const [access, rows] = await Promise.all([
            lockMeeting(tx, command, meetingId),
            findTopicRows(tx, command, meetingId),
          ]);
          return { access, rows };
        },
        async work(tx, { access, rows }) {
          const { meeting, teamContext, now } = access;
          authorize(discussionPolicy.lead(teamContext, policyMeeting(access)));
          const topics = toTopics(meeting, rows);
          requireTopics(input, topics);
          const before = followTopics(toDiscussion(meeting) ?? noDiscussion, topics);
          return write(tx, access, changeDiscussion(before, input, now));
        },
      });
    },

    async extend(
      command: Command,
      meetingId: MeetingId,
      { more, topic_id }: ExtendInput,
    ): Promise<Answer<Discussion>> {
      return receipts.once(command, {
        ...repeatable(command, meetingId),
        load: (tx) => lockMeeting(tx, command, meetingId),
        async work(tx, access) {
          authorize(discussionPolicy.extend(access.teamContext, policyMeeting(access)));
          const before = toDiscussion(access.meeting);
          if (!before || before.current === null) throw new ApiError('DISCUSSION_NO_TOPIC');
          if (topic_id !== undefined && topic_id !== before.current) {
            throw new ApiError('DISCUSSION_OTHER_TOPIC');
          }
          return write(tx, access, extendDiscussion(before, command.userId, more));
        },
      });
    },
  };
}
export type DiscussionService = ReturnType<typeof discussionService>;
