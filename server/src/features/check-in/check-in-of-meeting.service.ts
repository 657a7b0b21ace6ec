// A meeting has a question of the day from the start, and tells all scores when it ends (docs/retro.md ).
import { showAll } from '@wentwell/contract/check-in-scores';
import { isEditable } from '@wentwell/contract/meetings';
import { eq } from 'drizzle-orm';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { meetings } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';

import { nextQuestion, writeCheckIn } from './check-in-rows.service.ts';
import {
  checkIns,
  checkInTurns,
  scoresOf,
  scoresOfTotals,
  toOpenCheckIn,
} from './check-ins.table.ts';

export function checkInOfMeeting(log: EventLog): MeetingHook {
  return {
    async afterCreate(tx, meeting) {
      await writeCheckIn(tx, meeting, { question: await nextQuestion(tx, meeting.teamId, 1) });
    },

    async afterImport(tx, { meeting, file }) {
      // Whoever goes on with the board gives scores of their own.
      if (!isEditable(meeting.status)) {
        await writeCheckIn(tx, meeting, { scores: scoresOfTotals(file.check_in) });
      }
      return null;
    },

    async beforeEnd(tx, on) {
      const { meetingId } = on;
      const [found] = await tx
        .select({ row: checkIns, meeting: meetings })
        .from(checkIns)
        .innerJoin(meetings, eq(meetings.id, checkIns.meetingId))
        .where(eq(checkIns.meetingId, meetingId));
      if (!found) return;
      const before = scoresOf(found.row);
      const scores = showAll(before);
      if (scores === before) return;
      const turns = await tx
        .select()
        .from(checkInTurns)
        .where(eq(checkInTurns.meetingId, meetingId));
      await writeCheckIn(tx, found.meeting, { scores });
      const check_in = toOpenCheckIn(found.meeting, { row: found.row, turns }, scores);
      await log.append(tx, on, {
        event: { type: 'check_in_changed', data: { check_in } },
        isKept: true,
      });
    },
  };
}
