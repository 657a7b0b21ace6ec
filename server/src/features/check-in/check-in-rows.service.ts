// The rows of a check-in that are no records of its board: the scores, and how many questions its team has had.
import type { Scores } from '@wentwell/contract/check-in-scores';
import type { TeamId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { MeetingRow } from '#server/features/meetings/meetings.table';
import type { Tx } from '#server/platform/db/database';

import { askedQuestions, checkIns } from './check-ins.table.ts';
import { questionAfter } from './questions.ts';

const Asked = z.object({ asked: z.coerce.number() });

/**
 * The place of the question that the team gets next. It counts as asked where `taken` is 1. Also where several meetings
 * of a team ask at once, each gets another question: the count is locked until the transaction ends.
 */
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

export async function writeCheckIn(
  tx: Tx,
  { id: meetingId, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  columns: { question?: number; scores?: Scores },
): Promise<void> {
  const set = { ...columns, ...(columns.scores && { scoresVersion: storedVersion }) };
  await tx
    .insert(checkIns)
    .values({ meetingId, teamId, ...set })
    .onConflictDoUpdate({ target: checkIns.meetingId, set })
    .execute();
}
