// Check-in rows outside the board records: scores, and the team's question counter.
import type { TeamId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings/meetings';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import { writeCheckIn } from '#server/board/anonymous-answers';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import type { Tx } from '#server/platform/db/database';

import { askedQuestions, scoreColumns, scoresOfTotals } from './check-ins.table.ts';
import { questionAfter } from './questions.ts';

const Asked = z.object({ asked: z.coerce.number() });

/** Returns the team's next question index. The row lock gives concurrent meetings different questions. */
export async function nextQuestion(tx: Tx, teamId: TeamId, taken: 0 | 1): Promise<number> {
  const [found] = await tx
    .insert(askedQuestions)
    .values({ teamId, asked: taken })
    .onConflictDoUpdate({
      target: askedQuestions.teamId,
      set: { asked: sql`${askedQuestions.asked} + ${taken}::int` },
    })
    .returning({ asked: askedQuestions.asked });
  return questionAfter(teamId, Asked.parse(found).asked + 1 - taken);
}

// Every new meeting gets a question of the day (docs/retro.md R-182).

export function checkInOfMeeting(): MeetingHook {
  return {
    async afterCreate(tx, meeting) {
      await writeCheckIn(tx, meeting, { question: await nextQuestion(tx, meeting.teamId, 1) });
    },

    async afterImport(tx, { meeting, file }) {
      // A meeting that continues collects new scores.
      if (!isEditable(meeting.status)) {
        await writeCheckIn(tx, meeting, scoreColumns(scoresOfTotals(file.check_in)));
      }
      return null;
    },
  };
}
