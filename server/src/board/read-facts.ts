// Reads facts outside the board that decide a change of its meeting, under the board's lock.
import { type Agreement, reviewAfterMax } from '@wentwell/contract/actions/agreements';
import { outcomesPerMeeting } from '@wentwell/contract/actions/outcomes';
import type { Facts } from '@wentwell/contract/board/facts';
import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import { askedType } from '@wentwell/contract/board/outcomes';
import { ActionId, type MeetingId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { and, asc, desc, eq, gte, inArray, isNull, lt, not, or, sql } from 'drizzle-orm';

import {
  actions,
  askedBefore,
  lockTeamActions,
  earlierOpenActions,
  toAction,
} from '#server/features/actions/actions.table';
import { agreements, toAgreement } from '#server/features/actions/agreements.table';
import { additions } from '#server/features/catch-up/additions.table';
import { scoresOf } from '#server/features/check-in/check-ins.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { notes, wasCarriedOver } from '#server/features/notes/notes.table';
import { memberships, membersOf } from '#server/features/teams/teams.table';
import { holdsTexts, holdsWriting } from '#server/live/erasure';
import type { Queries, Tx } from '#server/platform/db/database';

import { boardRecords } from './board-records.table.ts';
import { readCheckInRow } from './board-rows.ts';
import { countedRetrosOf } from './counted-retros.ts';

/** Commands of groups, and records that count as writing on carried topics. */
const writing = {
  commands: ['group.create', 'group.update', 'group.dissolve'],
  records: ['comment', 'reaction'],
};

/** Whether anyone wrote on the board: notes, or anything on carried notes. */
export async function isWrittenOn(tx: Tx, id: MeetingId): Promise<boolean> {
  const isWritten = and(eq(notes.meetingId, id), not(wasCarriedOver));
  return (await tx.$count(notes, isWritten)) > 0 || holdsWriting(tx, id, writing);
}

/** Whether a move to another team would show it content: notes, action items, additions, or texts of the history. */
export async function hasContent(tx: Tx, id: MeetingId): Promise<boolean> {
  return (
    (await tx.$count(notes, eq(notes.meetingId, id))) > 0 ||
    (await tx.$count(actions, eq(actions.meetingId, id))) > 0 ||
    (await tx.$count(additions, eq(additions.revealedIn, id))) > 0 ||
    holdsTexts(tx, id)
  );
}

/** Locks the memberships until the transaction ends. */
export async function readMembers(
  tx: Tx,
  teamId: TeamId,
  userIds: readonly UserId[],
): Promise<Facts['members']> {
  const isRequested = inArray(memberships.userId, [...userIds]);
  const found = await membersOf(tx, teamId, isRequested).for('key share', { of: memberships });
  return new Map(found.map(({ user: { id, isActive } }) => [id, { isActive }]));
}

export async function readScores(
  tx: Tx,
  id: MeetingId,
  answersMin: number,
): Promise<Facts['scores']> {
  const given = scoresOf(await readCheckInRow(tx, id));
  return { given, by: null, isOtherKey: false, answersMin };
}

/** Locks the team's action items until the transaction ends. */
export async function readSinceLastTime(
  tx: Tx,
  { id, team_id: teamId }: MeetingRecord,
): Promise<Facts['lookBack']> {
  await lockTeamActions(tx, teamId);
  const found = await tx
    .select()
    .from(actions)
    .where(or(earlierOpenActions({ id, teamId }), await isAskedAbout(tx, { id, teamId })))
    .orderBy(asc(actions.id));
  const all = await readAgreements(tx, teamId);
  return {
    actions: found.map(toAction),
    agreements: all.filter(({ state }) => state === 'holds'),
  };
}

export async function readAgreements(queries: Queries, teamId: TeamId): Promise<Agreement[]> {
  const { createdAt, endedAt, id } = agreements;
  const [rows, retros] = await Promise.all([
    queries
      .select()
      .from(agreements)
      .where(eq(agreements.teamId, teamId))
      .orderBy(sql`${endedAt} desc nulls first`, asc(createdAt), asc(id)),
    queries
      .select({ endTime: meetings.endTime })
      .from(meetings)
      .where(countedRetrosOf(teamId))
      .orderBy(desc(meetings.endTime))
      .limit(reviewAfterMax),
  ]);
  const closedAt = retros.flatMap(({ endTime }) => endTime ?? []);
  return rows.map((row) => toAgreement(row, closedAt));
}

/** Action items with exactly two counted retros since. Those already asked about stay asked. */
async function isAskedAbout(tx: Tx, meeting: { id: MeetingId; teamId: TeamId }) {
  const { id, teamId } = meeting;
  const isOfMeeting = and(eq(boardRecords.meetingId, id), eq(boardRecords.type, askedType.type));
  const [before, retros] = await Promise.all([
    tx.select({ id: boardRecords.id }).from(boardRecords).where(isOfMeeting),
    tx
      .select({ endTime: meetings.endTime })
      .from(meetings)
      .where(countedRetrosOf(teamId))
      .orderBy(desc(meetings.endTime))
      .limit(3),
  ]);
  const [, second, third] = retros.map(({ endTime }) => endTime);
  const due = second
    ? await tx
        .select({ id: actions.id })
        .from(actions)
        .where(
          and(
            eq(actions.teamId, teamId),
            eq(actions.status, 'done'),
            isNull(actions.deletedAt),
            lt(actions.doneAt, second),
            third ? gte(actions.doneAt, third) : undefined,
          ),
        )
        .orderBy(desc(actions.doneAt))
        .limit(outcomesPerMeeting)
    : [];
  const ids = [...before, ...due].map((each) => ActionId.parse(each.id));
  return askedBefore(meeting, ids);
}
