// Reads and writes what a check-in consists of. The reads are sent with the lock of the meeting, and run under it.
import type { Scores } from '@wentwell/contract/check-in-scores';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import {
  isAnyInMeetingTeam,
  isOfMeetingTeam,
  sharedAccessValues,
} from '#server/features/meetings/meeting-access';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import { preparedMarks } from '#server/features/meetings/phase-marks.table';
import { memberships } from '#server/features/teams/teams.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

import { askedQuestions, type CheckInRows, checkIns, checkInTurns } from './check-ins.table.ts';
import { questionAfter } from './questions.ts';

const findRow = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.meetingId, sql.placeholder('meetingId')), isAnyInMeetingTeam))
    .prepare('find_check_in'),
);
const findTurns = preparedMarks(checkInTurns, 'find_check_in_turns');

const countMembers = preparedOn((queries: Queries) =>
  queries
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(and(isOfMeetingTeam, isAnyInMeetingTeam))
    .prepare('count_members_of_meeting'),
);

export async function findCheckIn(
  tx: Tx,
  caller: Caller,
  meetingId: MeetingId,
): Promise<CheckInRows> {
  const values = sharedAccessValues([caller], meetingId);
  const [[row], turns] = await Promise.all([
    findRow(tx).execute(values),
    findTurns(tx).execute(values),
  ]);
  return { row, turns };
}

/** How many people are in the meeting's team. */
export async function findMemberCount(
  tx: Tx,
  caller: Caller,
  meetingId: MeetingId,
): Promise<number> {
  const [found] = await countMembers(tx).execute(sharedAccessValues([caller], meetingId));
  return found?.count ?? 0;
}

const Asked = z.object({ asked: z.coerce.number() });

/** Also where several meetings of a team ask at once, each gets another question. */
export async function takeQuestion(tx: Tx, teamId: TeamId): Promise<number> {
  const [taken] = await tx
    .insert(askedQuestions)
    .values({ teamId, asked: 1 })
    .onConflictDoUpdate({
      target: askedQuestions.teamId,
      set: { asked: sql`${askedQuestions.asked} + 1` },
    })
    .returning({ asked: askedQuestions.asked });
  return questionAfter(teamId, Asked.parse(taken).asked);
}

export async function writeCheckIn(
  tx: Tx,
  { id: meetingId, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  columns: { question?: number; questionHidden?: boolean; scores?: Scores },
): Promise<void> {
  const set = { ...columns, ...(columns.scores && { scoresVersion: storedVersion }) };
  await tx
    .insert(checkIns)
    .values({ meetingId, teamId, ...set })
    .onConflictDoUpdate({ target: checkIns.meetingId, set })
    .execute();
}
