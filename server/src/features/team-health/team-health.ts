// A team's health, read from its closed retros (docs/retro.md ).
import { allTotals } from '@wentwell/contract/check-in/check-in-scores';
import { TeamHealth } from '@wentwell/contract/health/team-health';
import { HealthQuery, healthCsv } from '@wentwell/contract/health/team-health-csv';
import { YearReview } from '@wentwell/contract/health/year-review';
import { type TeamId, TopicId, type UserId } from '@wentwell/contract/ids';
import { charactersOfTheme } from '@wentwell/contract/notes/group-titles';
import { and, asc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm';
import { z } from 'zod';

import { countedRetrosOf, isOfCopy } from '#server/board/counted-retros';
import type { KnownHealth, RetrosScope, ServerFeature } from '#server/board/server-feature';
import { actions, countedMeetings } from '#server/features/actions/actions.table';
import { scoresOf } from '#server/features/check-in/check-ins.table';
import { meetings, settingsOf, toDiscussion } from '#server/features/meetings/meetings.table';
import { accessTeam } from '#server/features/teams/team-access';
import { countMembers, type TeamRow } from '#server/features/teams/teams.table';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { asFile } from '#server/platform/http/attachment';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';

import { teamHealth } from './figures.ts';
import { type ReadRetro, readRetros } from './retros.ts';
import { yearFigures } from './year.ts';

interface HealthDeps {
  db: Database;
  clock: Clock;
  answersMin: number;
  features: readonly ServerFeature[];
  namesOf: (teamId: TeamId, ids: readonly UserId[]) => Promise<(id: UserId) => string>;
}

/** A limit above any real team's number. */
const retrosOfYear = 400;
const beginningsOfYear = { characters: charactersOfTheme + 1, notes: 20_000 };

const yearOfEnd = sql<number>`extract(year from ${meetings.endTime} at time zone 'UTC')::int`;

export function teamHealthRoutes(api: Api, deps: HealthDeps): void {
  const { db, clock, answersMin } = deps;
  function scopeOf(team: TeamRow, found: readonly ReadRetro[]): RetrosScope {
    const retros = new Map(found.map(({ meeting, closedAt }) => [meeting.id, closedAt]));
    return { db, team, retros, answersMin };
  }

  function readActions(teamId: TeamId) {
    return db
      .select()
      .from(actions)
      .where(
        and(
          eq(actions.teamId, teamId),
          isNull(actions.deletedAt),
          // An open item of a copy is on the team's list.
          or(eq(actions.status, 'open'), not(isOfCopy(actions.meetingId))),
        ),
      )
      .orderBy(asc(actions.id));
  }

  function discussedIn({ meeting }: Pick<ReadRetro, 'meeting'>): TopicId[] {
    return Object.keys(toDiscussion(meeting)?.discussed ?? {}).map((id) => TopicId.parse(id));
  }

  async function readYears(teamId: TeamId): Promise<number[]> {
    const found = await db
      .selectDistinct({ year: yearOfEnd })
      .from(meetings)
      .where(countedRetrosOf(teamId));
    return found.map(({ year }) => year).toSorted((a, b) => b - a);
  }

  /** Null for teams with fewer members than `answersMin`, for which the number would reveal individuals. */
  async function countFullAttendance(teamId: TeamId, retros: readonly ReadRetro[]) {
    const members = await countMembers(db, [teamId]);
    if ((members.get(teamId) ?? 0) < answersMin) return null;
    // Attendance of an anonymous retro would tell whether somebody present wrote nothing.
    const named = retros.filter(({ meeting }) => !settingsOf(meeting).anonymous);
    const ids = named.map(({ meeting }) => meeting.id);
    const { fullAttendance } = countedMeetings;
    const [counted] = await db
      .select({
        retros: sql<number>`(count(*) filter (where ${fullAttendance}))::int`,
        of: sql<number>`count(${fullAttendance})::int`,
      })
      .from(countedMeetings)
      .where(inArray(countedMeetings.meetingId, ids));
    return counted ? { ...counted, named: named.length } : null;
  }

  /** Throws NOT_FOUND for outsiders. */
  async function health(caller: Caller, teamId: TeamId, query: HealthQuery): Promise<TeamHealth> {
    const { team } = await accessTeam(db, caller, teamId);
    const [found, agreed] = await Promise.all([readRetros(db, teamId, query), readActions(teamId)]);
    const now = clock.now();
    const retros = found.map(({ meeting, checkIn, ...retro }) => ({
      ...retro,
      id: meeting.id,
      name: meeting.name,
      scores: allTotals(scoresOf(checkIn), answersMin),
      discussed: discussedIn({ meeting }),
      notes: retro.notes.map(({ content }) => content),
    }));
    // Agreed on a note that joined a group later: on that topic (docs/retro.md R-129).
    const groupOf = new Map<string, TopicId | null>(
      found.flatMap(({ notes }) => notes.map(({ id, groupId }) => [id, groupId])),
    );
    const actions = agreed.map((action) => ({
      ...action,
      topicId: groupOf.get(action.topicId ?? '') ?? action.topicId,
    }));
    let known: KnownHealth = teamHealth({ answersMin, now, retros, actions });
    for (const feature of deps.features) {
      known = (await feature.health?.(scopeOf(team, found), known)) ?? known;
    }
    return TeamHealth.parse(known);
  }

  const { answer } = callsOf(api, 'Teams');

  answer('GET /teams/:teamId/years/:year', {
    operationId: 'getYearReview',
    summary: "Get a team's year in review",
    description:
      'For members: the results of retros closed in this year with at least two participants. A mood is null ' +
      'with fewer than `answers_min` answers. Thanks and badges are empty if the team has disabled them.',
    config: { requestCost: 20, isBatch: true },
    answers: { 200: YearReview },
    async run({ caller, params: { teamId, year } }) {
      const { team } = await accessTeam(db, caller, teamId);
      const within = sql`${yearOfEnd} = ${year}`;
      const found = await readRetros(db, teamId, {
        last: retrosOfYear,
        within,
        begins: beginningsOfYear,
      });
      const scope = {
        ...scopeOf(team, found),
        year,
        namesOf: (ids: readonly UserId[]) => deps.namesOf(teamId, ids),
      };
      const [agreed, years, full_attendance, ...parts] = await Promise.all([
        readActions(teamId),
        readYears(teamId),
        countFullAttendance(teamId, found),
        ...deps.features.map((feature) => feature.year?.(scope)),
      ]);
      const retros = found.map((retro) => ({
        id: retro.meeting.id,
        closedAt: retro.closedAt,
        scores: allTotals(scoresOf(retro.checkIn), answersMin),
        discussed: discussedIn(retro),
        written: retro.written,
        notes: retro.notes.map(({ content, ...note }) => ({ ...note, text: content })),
      }));
      const figures = yearFigures({ answersMin, retros, actions: agreed });
      const all = [{ year, years, full_attendance, ...figures }, ...parts];
      return YearReview.parse(
        Object.fromEntries(all.flatMap((part) => Object.entries(part ?? {}))),
      );
    },
  });

  answer('GET /teams/:teamId/health', {
    operationId: 'getTeamHealth',
    summary: "Get a team's health",
    description:
      'For members: figures of the last closed retros with at least two participants, and findings, each with' +
      ' its meetings and action items. A score is null with fewer than `answers_min` answers. `Accept: ' +
      'text/csv` returns the retros as a table.',
    querystring: HealthQuery,
    answers: { 200: z.string() },
    config: {
      requestCost: 10,
      textTypes: { 'application/json': TeamHealth, 'text/csv': z.string() },
    },
    async run({ caller, params, query, request, reply }) {
      const found = await health(caller, params.teamId, query);
      if (request.headers.accept?.includes('text/csv') !== true) {
        reply.type('application/json; charset=utf-8');
        return JSON.stringify(found);
      }
      asFile(reply, { name: 'Team health.csv', type: 'text/csv; charset=utf-8' });
      return healthCsv(found, query.separator);
    },
  });
}
