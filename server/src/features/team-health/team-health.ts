// A team's health, read from its closed retros (docs/retro.md ).
import { countDifference, OutcomesQuery, TeamOutcomes } from '@wentwell/contract/actions/outcomes';
import { askedType } from '@wentwell/contract/board/outcomes';
import { allTotals } from '@wentwell/contract/check-in/check-in-scores';
import { TeamHealth } from '@wentwell/contract/health/team-health';
import { HealthQuery, healthCsv } from '@wentwell/contract/health/team-health-csv';
import { YearReview } from '@wentwell/contract/health/year-review';
import {
  type ActionId,
  type NoteId,
  type TeamId,
  TopicId,
  type UserId,
} from '@wentwell/contract/ids';
import { charactersOfTheme } from '@wentwell/contract/notes/group-titles';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

import { boardRecords } from '#server/board/board-records.table';
import { countedRetrosOf } from '#server/board/counted-retros';
import type { ServerFeature } from '#server/board/server-feature';
import { actions, countedMeetings } from '#server/features/actions/actions.table';
import { checkIns, outcomesOf, scoresOf } from '#server/features/check-in/check-ins.table';
import { columnsOf, meetings, toDiscussion } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { accessTeam } from '#server/features/teams/team-access';
import { countMembers } from '#server/features/teams/teams.table';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { asFile } from '#server/platform/http/attachment';
import type { Caller } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { askedActions, teamHealth } from './figures.ts';
import { yearFigures } from './year.ts';

/** Resolves with the matching notes of each text, in the order of the texts. */
type FindMatches = (
  texts: readonly string[],
  notes: readonly { id: NoteId; text: string }[],
  requester: { personId: UserId; teamId: TeamId },
) => Promise<{ noteIds: NoteId[] }[]>;

interface HealthDeps {
  db: Database;
  clock: Clock;
  answersMin: number;
  findMatches: FindMatches;
  features: readonly ServerFeature[];
  namesOf: (teamId: TeamId, ids: readonly UserId[]) => Promise<(id: UserId) => string>;
}

interface ReadBeginnings {
  characters: number;
  /** Maximum number of notes, newest first. */
  notes: number;
}

/** A limit above any real team's number. */
const retrosOfYear = 400;
const beginningsOfYear = { characters: charactersOfTheme, notes: 20_000 };

const yearOfEnd = sql<number>`extract(year from ${meetings.endTime} at time zone 'UTC')::int`;

export function teamHealthRoutes(api: Api, deps: HealthDeps): void {
  const { db, clock, answersMin, findMatches } = deps;
  /** Oldest first. */
  async function readRetros(
    teamId: TeamId,
    { last, within, begins }: { last: number; within?: SQL; begins?: ReadBeginnings },
  ) {
    const newest = await db
      .select({ meeting: meetings, checkIn: checkIns })
      .from(meetings)
      .leftJoin(checkIns, eq(checkIns.meetingId, meetings.id))
      .where(and(countedRetrosOf(teamId), within))
      .orderBy(desc(meetings.endTime), desc(meetings.id))
      .limit(last);
    const ids = newest.map(({ meeting }) => meeting.id);
    const [written, asked] = await Promise.all([
      db
        .select({
          id: notes.id,
          groupId: notes.groupId,
          meetingId: notes.meetingId,
          column: notes.noteType,
          content: begins
            ? sql<string>`left(${notes.content}, ${begins.characters}::int)`
            : notes.content,
        })
        .from(notes)
        .innerJoin(meetings, eq(meetings.id, notes.meetingId))
        .where(and(inArray(notes.meetingId, ids), isNull(notes.deletedAt), eq(notes.hidden, false)))
        .orderBy(desc(meetings.endTime), desc(meetings.id), desc(notes.position))
        .limit(begins?.notes ?? Number.MAX_SAFE_INTEGER),
      db
        .select({
          retroId: boardRecords.meetingId,
          id: actions.id,
          text: actions.text,
          topicId: actions.topicId,
          doneAt: actions.doneAt,
        })
        .from(boardRecords)
        .innerJoin(actions, eq(sql`${actions.id}::text`, boardRecords.id))
        .where(
          and(
            inArray(boardRecords.meetingId, ids),
            eq(boardRecords.type, askedType.type),
            eq(actions.teamId, teamId),
            isNull(actions.deletedAt),
          ),
        )
        .orderBy(asc(actions.doneAt), asc(actions.id)),
    ]);
    const notesOf = Map.groupBy(written.toReversed(), ({ meetingId }) => meetingId);
    const askedBy = Map.groupBy(asked, ({ retroId }) => retroId);
    return newest.toReversed().map(({ meeting, checkIn }) => {
      const columns = new Map(columnsOf(meeting).map((column) => [column.id, column]));
      const its = notesOf.get(meeting.id) ?? [];
      return {
        meeting,
        checkIn: checkIn ?? undefined,
        closedAt: meeting.endTime ?? meeting.updatedAt,
        asked: askedBy.get(meeting.id) ?? [],
        outcomes: outcomesOf(checkIn ?? undefined),
        notes: its.flatMap(({ column, ...note }) => {
          const { kind = 'notes', tone = 'neutral' } = columns.get(column) ?? {};
          return kind === 'actions' ? [] : [{ ...note, tone }];
        }),
      };
    });
  }
  type ReadRetro = Awaited<ReturnType<typeof readRetros>>[number];

  /** Counts notes on each action item's topic, or else similar to its text, before and after it was done. */
  async function countSimilar(caller: Caller, teamId: TeamId, retros: readonly ReadRetro[]) {
    const asked = retros.flatMap((retro) => retro.asked);
    const written = retros.flatMap(({ notes: its, closedAt }) =>
      its.map(({ id, groupId, content }) => ({ id, groupId, text: content, closedAt })),
    );
    const texts = asked.map(({ topicId, text }) => {
      const topic = written.filter(
        ({ id, groupId }) => topicId !== null && [String(id), groupId].includes(topicId),
      );
      return [text, ...topic.map((note) => note.text)].join('. ');
    });
    if (texts.length === 0) return new Map<ActionId, null>();
    const requester = { personId: caller.userId, teamId };
    // If the comparison fails, still show the answers.
    const found = await findMatches(texts, written, requester).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    return new Map(
      asked.map(({ id, doneAt }, at) => {
        const ids = new Set(found?.[at]?.noteIds);
        const alike = written.filter((note) => ids.has(note.id));
        const since = alike.filter(({ closedAt }) => doneAt !== null && closedAt > doneAt).length;
        return [id, found && { before: alike.length - since, since }];
      }),
    );
  }

  function readActions(teamId: TeamId) {
    return db
      .select()
      .from(actions)
      .where(and(eq(actions.teamId, teamId), isNull(actions.deletedAt)))
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
    const ids = retros.map(({ meeting }) => meeting.id);
    const { fullAttendance } = countedMeetings;
    const [counted] = await db
      .select({
        retros: sql<number>`(count(*) filter (where ${fullAttendance}))::int`,
        of: sql<number>`count(${fullAttendance})::int`,
      })
      .from(countedMeetings)
      .where(inArray(countedMeetings.meetingId, ids));
    return counted ?? null;
  }

  /** Throws NOT_FOUND for outsiders. */
  async function health(caller: Caller, teamId: TeamId, query: HealthQuery): Promise<TeamHealth> {
    await accessTeam(db, caller, teamId);
    const [found, agreed] = await Promise.all([readRetros(teamId, query), readActions(teamId)]);
    const now = clock.now();
    const retros = found.map(({ meeting, checkIn, ...retro }) => ({
      ...retro,
      id: meeting.id,
      name: meeting.name,
      scores: allTotals(scoresOf(checkIn), answersMin),
      discussed: discussedIn({ meeting }),
      notes: retro.notes.map(({ content }) => content),
    }));
    return teamHealth({ answersMin, now, retros, actions: agreed });
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
      const found = await readRetros(teamId, {
        last: retrosOfYear,
        within,
        begins: beginningsOfYear,
      });
      const scope = {
        db,
        team,
        year,
        retros: new Map(found.map(({ meeting, closedAt }) => [meeting.id, closedAt])),
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
        asked: retro.asked,
        outcomes: retro.outcomes,
        notes: retro.notes.map(({ content, tone }) => ({ text: content, tone })),
      }));
      const figures = yearFigures({ answersMin, retros, actions: agreed });
      const all = [{ year, years, full_attendance, ...figures }, ...parts];
      return YearReview.parse(
        Object.fromEntries(all.flatMap((part) => Object.entries(part ?? {}))),
      );
    },
  });

  callsOf(api, 'Action items').answer('GET /teams/:teamId/outcomes', {
    operationId: 'listOutcomes',
    summary: "List whether a team's action items helped",
    description:
      'For members: action items that the last closed retros asked about, each two retros after it was done, ' +
      'with the answers’ totals; null with fewer than `answers_min` answers. `similar` counts notes on its ' +
      'topic before and since; it claims no cause.',
    querystring: OutcomesQuery,
    answers: { 200: TeamOutcomes },
    config: { requestCost: 10, isBatch: true },
    async run({ caller, params: { teamId }, query }) {
      await accessTeam(db, caller, teamId);
      const retros = await readRetros(teamId, query);
      const similar = await countSimilar(caller, teamId, retros);
      const asked = askedActions(retros, answersMin);
      return {
        answers_min: answersMin,
        made_difference: countDifference(asked),
        actions: asked.map((each) => ({ ...each, similar: similar.get(each.action_id) ?? null })),
      };
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
