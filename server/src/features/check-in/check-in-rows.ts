// The rows of a check-in that are no records of its board: the scores, and how many questions its team has had.
import type { Scores } from '@wentwell/contract/check-in-scores';
import type { TeamId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings';
import type { Outcomes } from '@wentwell/contract/outcomes';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import type { Tx } from '#server/platform/db/database';

import { askedQuestions, checkIns, scoreColumns, scoresOfTotals } from './check-ins.table.ts';
import { questionAfter } from './questions.ts';

const Asked = z.object({ asked: z.coerce.number() });

/** The index of the team's next question. The row lock gives meetings that ask at once different questions. */
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

export interface CheckInColumns {
  question?: number;
  scores?: Scores;
  checkUp?: Scores;
  outcomes?: Outcomes;
}

export async function writeCheckIn(
  tx: Tx,
  { id: meetingId, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  columns: CheckInColumns,
): Promise<void> {
  await tx
    .insert(checkIns)
    .values({ meetingId, teamId, ...columns })
    .onConflictDoUpdate({ target: checkIns.meetingId, set: columns })
    .execute();
}

// A meeting has a question of the day from the start (docs/retro.md R-182).

export function checkInOfMeeting(): MeetingHook {
  return {
    async afterCreate(tx, meeting) {
      await writeCheckIn(tx, meeting, { question: await nextQuestion(tx, meeting.teamId, 1) });
    },

    async afterImport(tx, { meeting, file }) {
      // The people who go on with the board give scores of their own.
      if (!isEditable(meeting.status)) {
        await writeCheckIn(tx, meeting, scoreColumns(scoresOfTotals(file.check_in)));
      }
      return null;
    },
  };
}
