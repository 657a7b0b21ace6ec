import { isDeepStrictEqual } from 'node:util';

import type { Discussion } from '@wentwell/contract/discussion';
import { storedVersion } from '@wentwell/contract/stored-values';
import { eq } from 'drizzle-orm';

import type { BoardActor } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';

/**
 * Stores the discussion of a locked board and announces it, unless it is as it was. The meeting keeps its version:
 * nobody's change of it is stale because of a topic. `isKept` where it follows from a change that is not refused.
 */
export async function writeDiscussion(
  log: EventLog,
  tx: Tx,
  {
    on,
    before,
    after,
    isKept,
  }: { on: BoardActor; before: Discussion | null; after: Discussion; isKept: boolean },
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  await Promise.all([
    tx
      .update(meetings)
      .set({ discussion: after, discussionVersion: storedVersion })
      .where(eq(meetings.id, on.meetingId))
      .execute(),
    log.append(tx, on, {
      event: { type: 'discussion_changed', data: { discussion: after } },
      isKept,
    }),
  ]);
}
