// What action items mean for a meeting: it looks back at the open ones in joining, and its start is counted in each
// (docs/retro.md ).
import { showsSinceLastTime } from '@wentwell/contract/actions';
import { asc, eq, sql } from 'drizzle-orm';

import type { MeetingHook } from '#server/features/meetings/meeting-access';
import { type MeetingRow, toMeeting } from '#server/features/meetings/meetings.table';
import { holdsTexts } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';

import { lockTeamActions } from './action-locks.service.ts';
import { actions, countedMeetings, openBefore, toAction } from './actions.table.ts';

async function countStart(tx: Tx, meeting: MeetingRow): Promise<void> {
  const isFirst = await tx
    .insert(countedMeetings)
    .values({ meetingId: meeting.id })
    .onConflictDoNothing()
    .returning();
  if (isFirst.length === 0) return;
  await tx
    .update(actions)
    .set({ meetingsSeen: sql`${actions.meetingsSeen} + 1` })
    .where(openBefore(meeting));
}

export function actionsOfMeeting(log: EventLog): MeetingHook {
  return {
    async afterChange(tx, on, { meeting, changes }) {
      const begins = changes.phase !== undefined || changes.status === 'live';
      if (!begins || !showsSinceLastTime(toMeeting(meeting))) return;
      await lockTeamActions(tx, meeting.teamId);
      if (changes.status === 'live') await countStart(tx, meeting);
      const open = await tx
        .select()
        .from(actions)
        .where(openBefore(meeting))
        .orderBy(asc(actions.id));
      if (open.length === 0) return;
      const data = { since_last_time: open.map(toAction) };
      await log.append(tx, on, { event: { type: 'since_last_time_changed', data } });
    },
    // The history also holds those that it looked back at: another team must not read them there.
    hasContent: async (tx, meetingId) =>
      (await tx.$count(actions, eq(actions.meetingId, meetingId))) > 0 ||
      (await holdsTexts(tx, meetingId)),
  };
}
