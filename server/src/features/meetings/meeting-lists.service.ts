// The lists of meetings: of the caller, of their teams, of one team.
import type { TeamId } from '@wentwell/contract/ids';
import type { MeetingsQuery } from '@wentwell/contract/meeting-lists';
import type { MeetingForCaller, MeetingStatus } from '@wentwell/contract/meetings';
import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { teamContextInTeam, teamsOf } from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import type { Database } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { containsEveryWord } from '#server/platform/db/search';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { readableRows } from '#server/platform/http/readable-rows';

import { meetings, toMeetingForCaller } from './meetings.table.ts';

/** The effective status: a live meeting whose end has passed is closed. */
function hasStatus(status: MeetingStatus): SQL | undefined {
  const stored = eq(meetings.status, status);
  if (status === 'live')
    return and(stored, or(isNull(meetings.endTime), gt(meetings.endTime, databaseNow)));
  if (status !== 'closed') return stored;
  return or(stored, and(eq(meetings.status, 'live'), lte(meetings.endTime, databaseNow)));
}

export function meetingLists({ db, logger }: { db: Database; logger: BaseLogger }) {
  async function page(
    caller: Caller,
    which: SQL | undefined,
    { skip, limit, status, starts_after, search }: MeetingsQuery,
  ): Promise<ListPage<MeetingForCaller>> {
    const { userId, isSuperuser } = caller;
    const mine = and(eq(memberships.teamId, meetings.teamId), eq(memberships.userId, userId));
    const visible = and(
      isNull(meetings.deletedAt),
      which,
      status && hasStatus(status),
      starts_after ? gt(meetings.startTime, new Date(starts_after)) : undefined,
      containsEveryWord(sql`${meetings.name}`, search),
    );
    const rows = await db
      .select({ id: meetings.id, meeting: meetings, role: memberships.role })
      .from(meetings)
      .leftJoin(memberships, mine)
      .where(visible)
      .orderBy(sql`${meetings.startTime} desc nulls last`, desc(meetings.createdAt), meetings.id)
      .offset(skip)
      .limit(limit);
    const toListed = ({ meeting, role }: (typeof rows)[number]) =>
      toMeetingForCaller(meeting, { userId, isSuperuser, role });
    return {
      rows: readableRows(rows, toListed, logger),
      total: await db.$count(meetings, visible),
    };
  }

  return {
    /** All meetings of the caller's teams, newest start first. */
    async list(caller: Caller, query: MeetingsQuery): Promise<ListPage<MeetingForCaller>> {
      return page(caller, inArray(meetings.teamId, teamsOf(db, caller)), query);
    },

    /** Those that the caller owns. */
    async owned(caller: Caller, query: MeetingsQuery): Promise<ListPage<MeetingForCaller>> {
      const mine = eq(meetings.ownerId, caller.userId);
      return page(caller, and(mine, inArray(meetings.teamId, teamsOf(db, caller))), query);
    },

    async ofTeam(
      caller: Caller,
      teamId: TeamId,
      query: MeetingsQuery,
    ): Promise<ListPage<MeetingForCaller>> {
      await teamContextInTeam(db, caller, teamId);
      return page(caller, eq(meetings.teamId, teamId), query);
    },
  };
}
