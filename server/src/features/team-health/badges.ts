// Badges of a team and of the caller, computed from closed retros and never stored (docs/retro.md ).
import { Badge } from '@wentwell/contract/health/badges';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { countedRetrosOf, guestIdsOf } from '#server/board/counted-retros';
import { actions } from '#server/features/actions/actions.table';
import { checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { type MeetingRow, meetings, settingsOf } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { accessTeam, teamsOf } from '#server/features/teams/team-access';
import { teams } from '#server/features/teams/teams.table';
import { votes } from '#server/features/votes/votes.table';
import type { Database, Queries } from '#server/platform/db/database';
import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import { type BadgeFacts, badgesOfPerson, badgesOfTeam } from './earned-badges.ts';

/**
 * Selects participants by data stored with their account, without guests. In anonymous meetings that is only votes and
 * check-in turns: what somebody signed does not count.
 */
function peopleIn(db: Queries, held: readonly MeetingRow[]) {
  const ids = held.map(({ id }) => id);
  const named = held.filter((row) => !settingsOf(row).anonymous).map(({ id }) => id);
  const rowsOf = (
    table: typeof notes | typeof comments | typeof reactions | typeof votes | typeof checkInTurns,
    userId: AnyPgColumn,
    which?: SQL,
  ) =>
    db
      .selectDistinct({
        meetingId: sql<MeetingId>`${table.meetingId}`.as('meeting_id'),
        userId: sql<UserId>`${userId}`.as('user_id'),
      })
      .from(table)
      .where(
        and(
          inArray(table.meetingId, ids),
          isNotNull(userId),
          sql`${userId} not in ${guestIdsOf(table.meetingId)}`,
          which,
        ),
      );
  const isCounted = (table: typeof notes | typeof comments) =>
    and(isNull(table.deletedAt), inArray(table.meetingId, named));
  const writers = () => rowsOf(notes, notes.authorId, isCounted(notes));
  return {
    writers: writers(),
    people: union(
      writers(),
      rowsOf(comments, comments.authorId, isCounted(comments)),
      rowsOf(reactions, reactions.userId),
      rowsOf(votes, votes.userId),
      rowsOf(checkInTurns, checkInTurns.userId),
    ),
  };
}

function idsByMeeting(rows: readonly { meetingId: MeetingId; userId: UserId }[]) {
  const found = new Map<MeetingId, Set<UserId>>();
  for (const { meetingId, userId } of rows) {
    const ids = found.get(meetingId) ?? new Set();
    found.set(meetingId, ids.add(userId));
  }
  return (id: MeetingId) => found.get(id) ?? new Set();
}

async function factsOf(db: Database, teamIds: SQLWrapper | TeamId): Promise<BadgeFacts> {
  const closed = await db
    .select({ meeting: meetings })
    .from(meetings)
    .innerJoin(teams, and(eq(teams.id, meetings.teamId), teams.recognition))
    .where(countedRetrosOf(teamIds))
    .orderBy(asc(meetings.endTime), asc(meetings.id));
  const named = peopleIn(
    db,
    closed.map(({ meeting }) => meeting),
  );
  const [people, writers, agreed] = await Promise.all([
    named.people,
    named.writers,
    db
      .select()
      .from(actions)
      .where(
        and(
          typeof teamIds === 'string'
            ? eq(actions.teamId, teamIds)
            : inArray(actions.teamId, teamIds),
          isNull(actions.deletedAt),
        ),
      ),
  ]);
  const peopleOf = idsByMeeting(people);
  const writersOf = idsByMeeting(writers);
  const retros = closed.map(({ meeting }) => ({
    id: meeting.id,
    teamId: meeting.teamId,
    name: meeting.name,
    closedAt: meeting.endTime ?? meeting.updatedAt,
    ownerId: meeting.ownerId,
    people: peopleOf(meeting.id),
    writers: writersOf(meeting.id),
  }));
  return { retros, actions: agreed };
}

/** Badges earned in the year. `count` covers only that year. */
export async function badgesOfYear(db: Database, teamId: TeamId, year: number): Promise<Badge[]> {
  return badgesOfTeam(
    await factsOf(db, teamId),
    ({ closedAt }) => closedAt.getUTCFullYear() === year,
  );
}

export function badgesRoutes(api: Api, db: Database): void {
  const { answer } = callsOf(api, 'Teams');
  const config = { requestCost: 10 };

  answer('GET /teams/:teamId/badges', {
    operationId: 'listTeamBadges',
    summary: 'List the badges of a team',
    description:
      'For members: each badge that the team has earned, with its latest date and its rule. Based on closed ' +
      'retros of two people or more, never on notes’ texts. Empty if the team has disabled badges and thanks.',
    config,
    answers: { 200: z.array(Badge) },
    refuses: [422],
    async run({ caller, params: { teamId } }) {
      await accessTeam(db, caller, teamId);
      return badgesOfTeam(await factsOf(db, teamId));
    },
  });

  answer('GET /me/badges', {
    operationId: 'listMyBadges',
    summary: 'List my badges',
    description:
      'For the caller only, based on retros and action items of their teams. In anonymous meetings only votes' +
      ' show participation.',
    config,
    answers: { 200: z.array(Badge) },
    run: async ({ caller }) =>
      badgesOfPerson(await factsOf(db, teamsOf(db, caller)), caller.userId),
  });
}
