// The discussion as a feature of the board.
import { z } from 'zod';

import { boardEvent, holdsNoNote, sortedEntries, visibleToAll } from './board-feature.ts';
import { Discussion, storedDiscussion } from './discussion.ts';

/** What the discussion adds to a board: null before the first. A node of an earlier version sends a board without it. */
export const discussionFields = { discussion: Discussion.nullable().default(null) };

const DiscussionData = z.object({ discussion: Discussion.nullable() });

export const discussionEvents = {
  discussion_changed: boardEvent('discussion_changed', {
    ...holdsNoNote,
    ...visibleToAll,
    data: DiscussionData,
    apply: (_, { discussion }) => ({ discussion }),
    mask: (data) => data,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    // The page shows the topic large, and says its name.
    describe: () => null,
    announce: () => null,
    stored: { steps: [], parts: { discussion: storedDiscussion.upgrade } },
  }),
};

export const discussionFeature = {
  fields: discussionFields,
  events: discussionEvents,
  follows: {},
  hash: {
    discussion: (discussion: Discussion | null) =>
      discussion && [
        discussion.order,
        discussion.current,
        discussion.current_since,
        discussion.parked,
        sortedEntries(discussion.discussed),
        discussion.more_time,
        discussion.go_on,
      ],
  },
};
