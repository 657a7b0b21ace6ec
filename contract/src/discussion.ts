// The discussion (docs/retro.md ): order, current topic, policy. On a board: `board/discussion.ts`.
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { TopicId, UserId } from './ids.ts';
import { limits } from './limits.ts';
import { type LedMeeting, type Meeting, meetingPolicy } from './meetings.ts';
import type { TeamContext } from './teams.ts';
import { Timestamp } from './text.ts';
import type { Topic } from './topics.ts';
import type { VoteTotals } from './votes.ts';

const TopicIds = z
  .array(TopicId)
  .max(limits.notesPerBoard)
  .refine((ids) => new Set(ids).size === ids.length, 'A topic can be named only once.');

/** Whole seconds that were spent on each topic that has been discussed. */
const Discussed = z.record(TopicId, z.number().int().min(0).max(limits.topicSecondsMax));

/** Ids of topics that are gone stand in none of its fields. */
export const Discussion = z.object({
  /** Every topic, parked ones too. */
  order: z.array(TopicId),
  /** The topic that everybody is shown; null before the first and after the last. */
  current: TopicId.nullable(),
  /** Since when its time is counted; null where there is no current topic, and outside the phase. */
  current_since: Timestamp.nullable(),
  parked: z.array(TopicId),
  discussed: Discussed,
  /** The people who ask for more time on `current`, and those who want to go on; each in the order of their ids. */
  more_time: z.array(UserId),
  go_on: z.array(UserId),
});
export type Discussion = z.infer<typeof Discussion>;

/** Absent fields stay. Topics missing from `order` follow. Changing `current` counts the time of the one before. */
export const DiscussionInput = z
  .object({
    current: TopicId.nullish(),
    order: TopicIds.optional(),
    parked: TopicIds.optional(),
    discussed: Discussed.optional(),
  })
  .meta({ examples: [{ current: '0198f2c4-7f00-7000-8000-000000000004' }, { parked: [] }] });
export type DiscussionInput = z.infer<typeof DiscussionInput>;

/** PUT /meetings/{id}/discussion/extend. With `topic_id` it is refused for any topic but that one. */
export const ExtendInput = z
  .object({ more: z.boolean(), topic_id: TopicId.optional() })
  .meta({ examples: [{ more: true }] });
export type ExtendInput = z.infer<typeof ExtendInput>;

/** Votes first, then voters, then the number of notes, then age. */
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

function isDiscussed({ phase, status }: Pick<Meeting, 'phase' | 'status'>): PolicyResult {
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return phase === 'discussing' ? 'allowed' : 'DISCUSSION_NOT_NOW';
}

/** `meeting` has its effective status, by the database's clock. */
export const discussionPolicy = {
  lead: (who: TeamContext, meeting: LedMeeting & Pick<Meeting, 'phase' | 'status'>): PolicyResult =>
    meetingPolicy.lead(who, meeting) === 'allowed' ? isDiscussed(meeting) : 'DISCUSSION_OWNER_ONLY',
  extend: (who: TeamContext, meeting: Pick<Meeting, 'phase' | 'status'>): PolicyResult =>
    who.role === null ? 'TEAM_MEMBER_ONLY' : isDiscussed(meeting),
} as const;
