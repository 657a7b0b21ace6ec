// The discussion as a record: there is one from the first discussing phase on.
import { z } from 'zod';

import { Discussion } from '../discussion.ts';
import type { BoardState } from './board.ts';
import { defineRecordType } from './record.ts';

/** Its id is the meeting's. */
const DiscussionRecord = Discussion.extend({ type: z.literal('discussion'), id: z.string() });
export type DiscussionRecord = z.infer<typeof DiscussionRecord>;
export const discussionType = defineRecordType<DiscussionRecord>({
  type: 'discussion',
  schema: DiscussionRecord,
});

export function presentDiscussion(board: BoardState): Discussion | null {
  const [found] = board.all(discussionType);
  if (!found) return null;
  const { type: _, id: __, ...discussion } = found;
  return discussion;
}
