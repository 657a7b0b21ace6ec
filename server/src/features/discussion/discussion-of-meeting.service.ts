// How the discussion follows its meeting: its order is made when the phase begins, its clock stops when the phase ends,
// more time answers who asked for it, and it follows the topics (docs/retro.md ).
import type { Discussion } from '@wentwell/contract/discussion';
import {
  followTopics,
  noDiscussion,
  startClock,
  stopClock,
} from '@wentwell/contract/discussion-changes';
import { type Phase, phases } from '@wentwell/contract/phases';
import { eq } from 'drizzle-orm';

import type { BoardActor } from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { type MeetingRow, meetings, toDiscussion } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';

import { writeDiscussion } from './discussion-board.service.ts';
import { orderByVotes, readTopicRows, toTopics } from './discussion-topics.service.ts';

// Neither a phase nor a note's deletion is held up by a history that is full.
const isKept = true;

function isEarlier(phase: Phase): boolean {
  return phases.indexOf(phase) < phases.indexOf('discussing');
}

export function discussionOfMeeting(log: EventLog): MeetingHook {
  async function begin(
    tx: Tx,
    meeting: MeetingRow,
    { before, isReordered }: { before: Discussion | null; isReordered: boolean },
  ): Promise<Discussion> {
    const rows = await readTopicRows(tx, meeting.id);
    const followed = followTopics(before ?? noDiscussion, toTopics(meeting, rows));
    if (!isReordered) return followed;
    return { ...followed, order: await orderByVotes(tx, meeting, rows) };
  }

  return {
    async afterChange(tx, on, { meeting, changes, phaseBefore }) {
      if (changes.phase === undefined || phaseBefore === undefined) return;
      // The phase has begun now, by the database's clock.
      const now = meeting.phaseStartedAt ?? meeting.updatedAt;
      const before = toDiscussion(meeting);
      let after = before && stopClock(before, now);
      const isReordered = before === null || isEarlier(phaseBefore);
      if (meeting.phase === 'discussing') {
        after = startClock(await begin(tx, meeting, { before: after, isReordered }), now);
      } else if (after && isReordered && !isEarlier(meeting.phase)) {
        // Voting again may have changed the order that Ready to Close and the report show.
        after = await begin(tx, meeting, { before: after, isReordered });
      }
      if (after) await writeDiscussion(log, tx, { on, before, after, isKept });
    },

    async afterTimeGiven(tx, on, meeting) {
      const before = toDiscussion(meeting);
      if (!before || meeting.phase !== 'discussing') return;
      const after = { ...before, more_time: [], go_on: [] };
      await writeDiscussion(log, tx, { on, before, after, isKept });
    },

    async beforeEnd(tx: Tx, on: BoardActor) {
      const [found] = await tx
        .select({ meeting: meetings, now: databaseNowField })
        .from(meetings)
        .where(eq(meetings.id, on.meetingId));
      const before = found ? toDiscussion(found.meeting) : null;
      if (!found || !before) return;
      await writeDiscussion(log, tx, { on, before, after: stopClock(before, found.now), isKept });
    },
  };
}
