import { TeamId, TopicId } from '@wentwell/contract/ids';
// A team's health, read from its closed retros (docs/retro.md ).
import { HealthQuery, healthCsv, TeamHealth } from '@wentwell/contract/team-health';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';

import { countedRetrosOf } from '#server/board/counted-retros';
import { actions } from '#server/features/actions/actions.table';
import { checkIns, scoresOfMeeting } from '#server/features/check-in/check-ins.table';
import { columnsOf, meetings, toDiscussion } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { accessTeam } from '#server/features/teams/team-access';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { attachment } from '#server/platform/http/attachment';
import { type Caller, callerOf } from '#server/platform/http/caller';

import { teamHealth } from './figures.ts';

interface HealthDeps {
  db: Database;
  clock: Clock;
  answersMin: number;
}

export function teamHealthService({ db, clock, answersMin }: HealthDeps) {
  /** Throws NOT_FOUND for outsiders. */
  return async (caller: Caller, teamId: TeamId, { last }: HealthQuery): Promise<TeamHealth> => {
    await accessTeam(db, caller, teamId);
    const newest = await db
      .select({ meeting: meetings, checkIn: checkIns })
      .from(meetings)
      .leftJoin(checkIns, eq(checkIns.meetingId, meetings.id))
      .where(countedRetrosOf(teamId))
      .orderBy(desc(meetings.endTime), desc(meetings.id))
      .limit(last);
    const ids = newest.map(({ meeting }) => meeting.id);
    const [written, agreed] = await Promise.all([
      db
        .select({ meetingId: notes.meetingId, column: notes.noteType, content: notes.content })
        .from(notes)
        .where(and(inArray(notes.meetingId, ids), isNull(notes.deletedAt), eq(notes.hidden, false)))
        .orderBy(asc(notes.meetingId), asc(notes.position)),
      db
        .select()
        .from(actions)
        .where(and(eq(actions.teamId, teamId), isNull(actions.deletedAt)))
        .orderBy(asc(actions.id)),
    ]);
    const now = clock.now();
    const notesOf = Map.groupBy(written, ({ meetingId }) => meetingId);
    const retros = newest.toReversed().map(({ meeting, checkIn }) => {
      const kinds = new Map(columnsOf(meeting).map(({ id, kind }) => [id, kind]));
      return {
        id: meeting.id,
        name: meeting.name,
        closedAt: meeting.endTime ?? meeting.updatedAt,
        scores: scoresOfMeeting(meeting, checkIn ?? undefined, now),
        discussed: Object.keys(toDiscussion(meeting)?.discussed ?? {}).map((id) =>
          TopicId.parse(id),
        ),
        notes: (notesOf.get(meeting.id) ?? [])
          .filter(({ column }) => kinds.get(column) !== 'actions')
          .map(({ content }) => content),
      };
    });
    return teamHealth({ answersMin, now, retros, actions: agreed });
  };
}
export type TeamHealthService = ReturnType<typeof teamHealthService>;

export function teamHealthRoutes(api: Api, health: TeamHealthService): void {
  api.get(
    '/teams/:teamId/health',
    {
      config: {
        requestCost: 10,
        textTypes: { 'application/json': TeamHealth, 'text/csv': z.string() },
      },
      schema: {
        tags: ['Teams'],
        operationId: 'getTeamHealth',
        summary: "Get a team's health",
        description:
          'For its members: figures of the last closed retros in which at least two people took part, and sentences on ' +
          'what stands out, each with the meetings and action items that it rests on. A score is null where fewer than ' +
          '`answers_min` have answered. `Accept: text/csv` answers the retros as a table.',
        params: z.object({ teamId: TeamId }),
        querystring: HealthQuery,
        response: { 200: z.string(), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) => {
      const { params, query, headers } = request;
      const found = await health(callerOf(request), params.teamId, query);
      if (headers.accept?.includes('text/csv') !== true) {
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(found));
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('Team health.csv'))
        .send(healthCsv(found, query.separator));
    },
  );
}
