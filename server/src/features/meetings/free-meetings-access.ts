// Locks and reads several meetings with two statements, for changes of several boards in one transaction.
import type { MeetingId } from '@wentwell/contract/ids';
import type { TeamRole } from '@wentwell/contract/teams/teams';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';

import { memberships, teams } from '#server/features/teams/teams.table';
import { preparePerConnection, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';

import {
  entersWithoutMembership,
  guestsOfMeeting,
  lockedAccess,
  lockMeetingIfFree,
  type SharedAccess,
} from './meeting-access.ts';
import { boardRow, headOfMeeting, isLivingBoard, meetings } from './meetings.table.ts';

export interface MeetingRequest {
  meetingId: MeetingId;
  callers: readonly Caller[];
}

// A subquery hides the number of values from the planner, which would replan for each number.
const asked = sql`unnest((select ${sql.placeholder('meetingIds')}::uuid[]),
  (select ${sql.placeholder('userIds')}::uuid[]), (select ${sql.placeholder('areNoMembers')}::boolean[]))
  as asked(meeting_id, user_id, is_no_member)`;
const isOfCaller = sql`${memberships.teamId} = ${meetings.teamId} and ${memberships.userId} = asked.user_id`;

/** `isAnyInMeetingTeam` for several meetings. The limit keeps PostgreSQL from scanning all memberships. */
const isAskedByMember: SQL = sql`(${meetings.id} = any((select ${sql.placeholder('meetingIds')}::uuid[])::uuid[])
  and ${isNull(meetings.deletedAt)} and exists (select from ${asked} where asked.meeting_id = ${meetings.id}
    and (asked.is_no_member or (select true from ${memberships} where ${isOfCaller} limit 1))))`;

function askedValues(all: readonly MeetingRequest[]) {
  const pairs = all.flatMap(({ meetingId, callers }) =>
    callers.map((caller) => ({
      meetingId,
      userId: caller.userId,
      isNoMember: entersWithoutMembership(caller, meetingId),
    })),
  );
  return {
    meetingIds: pairs.map(({ meetingId }) => meetingId),
    userIds: pairs.map(({ userId }) => userId),
    areNoMembers: pairs.map(({ isNoMember }) => isNoMember),
  };
}

const lockRows = preparePerConnection((queries: Queries) =>
  queries
    .select({ id: meetings.id })
    .from(meetings)
    .where(isAskedByMember)
    .for('update', { skipLocked: true })
    .prepare('lock_free_meetings'),
);

const readRows = preparePerConnection((queries: Queries) => {
  const columns = {
    meetingId: sql<MeetingId>`meeting_id`.as('meeting_id'),
    userId: sql`user_id`.as('user_id'),
    role: sql<TeamRole>`role`.as('role'),
  };
  // With the lock, a concurrent removal of the caller either waits for this change or is visible to it.
  const own = queries.$with('own', columns)
    .as(sql`select asked.meeting_id, found.user_id, found.role
    from ${asked} cross join lateral (select ${memberships.userId}, ${memberships.role} from ${memberships}
      where ${memberships.userId} = asked.user_id and ${memberships.teamId} =
        (select ${meetings.teamId} from ${meetings} where ${meetings.id} = asked.meeting_id)
      for key share) as found`);
  const ofMeeting = sql`${own} where ${own.meetingId} = ${meetings.id}`;
  const roles = sql<
    Record<string, TeamRole>
  >`(select coalesce(jsonb_object_agg(${own.userId}, ${own.role}), '{}') from ${ofMeeting})`;
  const isByNoMember = sql`exists (select from ${asked} where asked.meeting_id = ${meetings.id} and asked.is_no_member)`;
  return queries
    .with(own)
    .select({ meeting: boardRow, roles, guests: guestsOfMeeting, now: databaseNowField })
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(
      and(
        sql`${meetings.id} = any((select ${sql.placeholder('meetingIds')}::uuid[])::uuid[])`,
        isLivingBoard,
        or(isByNoMember, sql`exists (select from ${ofMeeting})`),
      ),
    )
    .prepare('read_free_meetings');
});

/** Skips meetings that are locked or that no caller may see. Never waits, so it cannot deadlock. */
export async function lockFreeMeetings(
  tx: Tx,
  all: readonly MeetingRequest[],
): Promise<Map<MeetingId, SharedAccess>> {
  const [only, ...others] = all;
  if (only && others.length === 0) {
    // The single-meeting statements cost half as much.
    const access = await lockMeetingIfFree(tx, only.callers, only.meetingId);
    return new Map(access && [[only.meetingId, access]]);
  }
  const values = askedValues(all);
  const [locked, found] = await Promise.all([
    lockRows(tx).execute(values),
    // A separate statement sees everything committed before the locks were acquired.
    readRows(tx).execute(values),
  ]);
  const free = new Set(locked.map(({ id }) => id));
  const read = found.filter(({ meeting }) => free.has(meeting.id));
  return new Map(read.map((each) => [each.meeting.id, lockedAccess(each)]));
}
