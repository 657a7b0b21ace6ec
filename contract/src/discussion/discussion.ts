// The discussion (docs/retro.md ): order, current topic, policy. On a board: `board/discussion.ts`.
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { TopicId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type LedMeeting, type MeetingNow, meetingPolicy } from '../meetings/meetings.ts';
import type { TeamContext } from '../teams/teams.ts';
import { Timestamp } from '../text/text.ts';
import type { Topic } from './topics.ts';
import type { VoteTotals } from './votes.ts';

export const TopicIds = z
  .array(TopicId)
  .max(limits.notesPerBoard)
  .refine((ids) => new Set(ids).size === ids.length, 'A topic can be named only once.');

/** Seconds spent on each discussed topic. */
const Discussed = z.record(TopicId, z.number().int().min(0).max(limits.topicSecondsMax));

/** No field contains ids of removed topics. */
export const Discussion = z.object({
  /** All topics, including parked ones. */
  order: z.array(TopicId),
  /** Null before the first topic and after the last. */
  current: TopicId.nullable(),
  /** When the topic's clock started. Null without a current topic and outside the phase. */
  current_since: Timestamp.nullable(),
  parked: z.array(TopicId),
  discussed: Discussed,
  /** Users who want more time for `current`, and users who want to go on; each list sorted by id. */
  more_time: z.array(UserId),
  go_on: z.array(UserId),
});
export type Discussion = z.infer<typeof Discussion>;

/**
 * Absent fields stay unchanged. Topics missing from `order` follow at the end. Changing `current` stops the previous
 * topic's clock.
 */
export const DiscussionInput = z
  .object({
    current: TopicId.nullish(),
    order: TopicIds.optional(),
    parked: TopicIds.optional(),
    discussed: Discussed.optional(),
  })
  .meta({ examples: [{ current: '0198f2c4-7f00-7000-8000-000000000004' }, { parked: [] }] });
export type DiscussionInput = z.infer<typeof DiscussionInput>;

/** PUT /meetings/{id}/discussion/extend. Rejected if `topic_id` is not the current topic. */
export const ExtendInput = z
  .object({ more: z.boolean(), topic_id: TopicId.optional() })
  .meta({ examples: [{ more: true }] });

/** Sorts by votes, voters, number of notes, then age. */
export function discussionOrder(topics: readonly Topic[], totals: VoteTotals): TopicId[] {
  const none = { votes: 0, voters: 0 };
  return topics
    .map(({ id, notes }) => ({ id, notes, total: totals[id] ?? none }))
    .toSorted(
      (a, b) =>
        b.total.votes - a.total.votes ||
        b.total.voters - a.total.voters ||
        b.notes.length - a.notes.length ||
        (a.notes[0]?.position ?? 0) - (b.notes[0]?.position ?? 0),
    )
    .map(({ id }) => id);
}

function checkDiscussing({ phase, status }: MeetingNow): PolicyResult {
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return phase === 'discussing' ? 'allowed' : 'DISCUSSION_NOT_NOW';
}

export const discussionPolicy = {
  lead: (who: TeamContext, meeting: LedMeeting & MeetingNow): PolicyResult =>
    meetingPolicy.lead(who, meeting) === 'allowed'
      ? checkDiscussing(meeting)
      : 'DISCUSSION_OWNER_ONLY',
  extend: (who: TeamContext, meeting: MeetingNow): PolicyResult =>
    who.role === null ? 'TEAM_MEMBER_ONLY' : checkDiscussing(meeting),
} as const;
