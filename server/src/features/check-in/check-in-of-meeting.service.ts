// A meeting has a question of the day from the start (docs/retro.md R-182).
import { isEditable } from '@wentwell/contract/meetings';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';

import { nextQuestion, writeCheckIn } from './check-in-rows.service.ts';
import { scoresOfTotals } from './check-ins.table.ts';

export function checkInOfMeeting(): MeetingHook {
  return {
    async afterCreate(tx, meeting) {
      await writeCheckIn(tx, meeting, { question: await nextQuestion(tx, meeting.teamId, 1) });
    },

    async afterImport(tx, { meeting, file }) {
      // The people who go on with the board give scores of their own.
      if (!isEditable(meeting.status)) {
        await writeCheckIn(tx, meeting, { scores: scoresOfTotals(file.check_in) });
      }
      return null;
    },
  };
}
