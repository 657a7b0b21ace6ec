// "Did it help?": answers in joining, and what they say about closed retros (docs/retro.md ).
import * as outcomeSchemas from '@wentwell/contract/actions/outcomes';
import {
  answersOf,
  type AskedAction,
  countDifference,
  differenceRule,
  madeDifference,
  OutcomeInput,
  type Outcomes,
  OutcomesQuery,
  outcomesPerMeeting,
  outcomeTotals,
  TeamOutcomes,
} from '@wentwell/contract/actions/outcomes';
import { askedType } from '@wentwell/contract/board/actions';
import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { HealthRef, TeamHealth } from '@wentwell/contract/health/team-health';
import type { ActionId, MeetingId, TeamId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { AuthorHeaders } from '@wentwell/contract/notes/author-keys';
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';

import { boardRecords } from '#server/board/board-records.table';
import { countedRetrosOf, isOfCopy } from '#server/board/counted-retros';
import type {
  FeatureDeps,
  FindMatches,
  KnownHealth,
  ReadScope,
  RetrosScope,
  ServerFeature,
} from '#server/board/server-feature';
import {
  type ActionRow,
  actions,
  askedIn,
  toActionRecord,
} from '#server/features/actions/actions.table';
import { checkIns, outcomesOf } from '#server/features/check-in/check-ins.table';
import { looksBack, meetings } from '#server/features/meetings/meetings.table';
import { accessTeam } from '#server/features/teams/team-access';
import type { Queries, Tx } from '#server/platform/db/database';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { scorerOf } from '#server/platform/http/author-key';
import { type Api, callsOf } from '#server/platform/http/calls';
import { idsOf } from '#server/platform/ids';

import { type ReadRetro, readRetros } from './retros.ts';

/** The newest meeting that asks about the action item now. Throws NOT_FOUND if none does. */
async function findAsking(queries: Queries, id: ActionId): Promise<MeetingId> {
  const isAsked = and(eq(boardRecords.type, askedType.type), eq(boardRecords.id, id));
  const [asking = notFound()] = await queries
    .select({ id: meetings.id })
    .from(boardRecords)
    .innerJoin(meetings, eq(meetings.id, boardRecords.meetingId))
    .where(and(isAsked, looksBack, isNull(meetings.deletedAt)))
    .orderBy(desc(meetings.phaseStartedAt))
    .limit(1);
  return asking.id;
}

/**
 * Action items done with exactly two counted retros since, unless another retro underway asks. Those asked about stay
 * asked. The lock on the team's action items makes one of two retros that start at once see the other.
 */
async function readLookBack(
  tx: Tx,
  { id, team_id: teamId }: MeetingRecord,
): Promise<BoardRecord[]> {
  const retros = await tx
    .select({ endTime: meetings.endTime })
    .from(meetings)
    .where(countedRetrosOf(teamId))
    .orderBy(desc(meetings.endTime))
    .limit(3);
  const [, second, third] = retros.map(({ endTime }) => endTime);
  const askedElsewhere = tx
    .select({ id: boardRecords.id })
    .from(boardRecords)
    .innerJoin(meetings, eq(meetings.id, boardRecords.meetingId))
    .where(
      and(
        eq(boardRecords.type, askedType.type),
        eq(meetings.teamId, teamId),
        ne(meetings.id, id),
        eq(meetings.status, 'live'),
        isNull(meetings.deletedAt),
      ),
    );
  const due = second
    ? await tx
        .select({ id: actions.id })
        .from(actions)
        .where(
          and(
            eq(actions.teamId, teamId),
            eq(actions.status, 'done'),
            isNull(actions.deletedAt),
            not(isOfCopy(actions.meetingId)),
            lt(actions.doneAt, second),
            third ? gte(actions.doneAt, third) : undefined,
            notInArray(sql`${actions.id}::text`, askedElsewhere),
          ),
        )
        .orderBy(desc(actions.doneAt))
        .limit(outcomesPerMeeting)
    : [];
  const isDue = inArray(actions.id, idsOf(due));
  const found = await tx
    .select()
    .from(actions)
    .where(or(askedIn(tx, { id, teamId }), isDue));
  return found.flatMap((row) => [toActionRecord(row), { type: askedType.type, id: row.id }]);
}

type AskedRow = Pick<ActionRow, 'id' | 'text' | 'meetingId' | 'topicId' | 'doneAt'> & {
  outcomes: Outcomes;
};
type Asked = AskedAction & Pick<AskedRow, 'meetingId' | 'topicId' | 'doneAt'>;

/** Most recent first. If several retros asked about an item, the earliest outcome counts. */
export function askedActions(rows: readonly AskedRow[], answersMin: number): Asked[] {
  const asked = new Map<ActionId, Asked>();
  for (const { id, outcomes, ...row } of rows) {
    const outcome = asked.get(id)?.outcome ?? outcomeTotals(outcomes, { id, answersMin });
    asked.set(id, { ...row, action_id: id, outcome });
  }
  return [...asked.values()].toReversed();
}

interface AskedScope extends ReadScope {
  team: { id: TeamId };
  retros: ReadonlyMap<MeetingId, unknown>;
}

/** The action items that these retros asked about. */
async function readAsked({ db, team, retros, answersMin }: AskedScope): Promise<Asked[]> {
  const { id, text, meetingId, topicId, doneAt } = actions;
  const rows = await db
    .select({ id, text, meetingId, topicId, doneAt, checkIn: { outcomes: checkIns.outcomes } })
    .from(boardRecords)
    .innerJoin(actions, eq(sql`${id}::text`, boardRecords.id))
    .innerJoin(meetings, eq(meetings.id, boardRecords.meetingId))
    .leftJoin(checkIns, eq(checkIns.meetingId, boardRecords.meetingId))
    .where(
      and(
        inArray(boardRecords.meetingId, [...retros.keys()]),
        eq(boardRecords.type, askedType.type),
        eq(actions.teamId, team.id),
        isNull(actions.deletedAt),
      ),
    )
    .orderBy(asc(meetings.endTime), asc(meetings.id), asc(doneAt), asc(id));
  const asked = rows.map(({ checkIn, ...row }) => ({ ...row, outcomes: outcomesOf(checkIn) }));
  return askedActions(asked, answersMin);
}

/** Counts notes on each action item's topic, or else similar to its text, before and after it was done. */
async function countSimilar(
  asked: readonly Asked[],
  retros: readonly ReadRetro[],
  { find, requester }: { find: FindMatches; requester: Parameters<FindMatches>[2] },
) {
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
  // If the comparison fails, still show the answers.
  const found = await find(texts, written, requester).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return new Map(
    asked.map(({ action_id: id, doneAt }, at) => {
      const ids = new Set(found?.[at]?.noteIds);
      const alike = written.filter((note) => ids.has(note.id));
      const since = alike.filter(({ closedAt }) => doneAt !== null && closedAt > doneAt).length;
      return [id, found && { before: alike.length - since, since }];
    }),
  );
}

/** The totals of a retro that is over. */
async function readHelped(scope: ReadScope, { id, team_id, status }: Meeting) {
  if (status !== 'closed' && status !== 'archived') return [];
  const asked = await readAsked({ ...scope, team: { id: team_id }, retros: new Map([[id, null]]) });
  const answered = asked.flatMap(({ text, outcome }) => (outcome ? [{ text, ...outcome }] : []));
  return answered.slice(0, outcomesPerMeeting);
}

export function differenceOf(
  asked: readonly AskedAction[],
): Pick<TeamHealth, 'made_difference' | 'sentences'> {
  const sentences: TeamHealth['sentences'] = [];
  const known = asked.flatMap(({ outcome, ...each }) => (outcome ? [{ ...each, outcome }] : []));
  const [helped] = known.filter(({ outcome }) => madeDifference(outcome));
  if (helped) {
    const { action_id: id, text: name, outcome } = helped;
    const text = `${outcome.better} of ${answersOf(outcome)} say it is better since “${name}”.`;
    sentences.push({ about: 'helped', text, refs: [{ kind: 'action', id }] });
  }
  const difference = countDifference(asked);
  if (difference) {
    const { made, of } = difference;
    const text = `Action items that made a difference: ${made} of ${of}.`;
    const refs = known.map(({ action_id: id }): HealthRef => ({ kind: 'action', id }));
    sentences.push({ about: 'difference', text, refs, rule: differenceRule });
  }
  return { made_difference: difference, sentences };
}

async function addDifference(scope: RetrosScope, known: KnownHealth): Promise<KnownHealth> {
  const asked = await readAsked(scope);
  const { made_difference, sentences } = differenceOf(asked);
  return {
    ...known,
    made_difference,
    sentences: [...known.sentences, ...sentences],
    retros: known.retros.map(({ actions: figures, ...retro }) => {
      const agreed = asked.filter(({ meetingId }) => meetingId === retro.meeting_id);
      return { ...retro, actions: { ...figures, made_difference: countDifference(agreed)?.made } };
    }),
  };
}

function routes(api: Api, { db, storeAnonymously, answersMin, findMatches }: FeatureDeps): void {
  const { answer, change } = callsOf(api, 'Action items');

  change('PUT /actions/:actionId/outcome', {
    operationId: 'setOutcome',
    config: { hasBoardSeq: true },
    summary: 'Rate whether an action item helped',
    description:
      'By a member, while a meeting in joining asks about it (`did_it_help` of its board); 404 otherwise. ' +
      'Requires an author key of that meeting, and stores its hash without an account; repeating changes ' +
      'nothing. `GET /teams/{id}/outcomes` has the totals once the meeting is closed.',
    headers: AuthorHeaders,
    body: OutcomeInput,
    answers: { 200: OutcomeInput },
    async run({ caller, params: { actionId: id }, body, request }) {
      const { outcome } = body;
      const meetingId = await findAsking(db, id);
      return storeAnonymously(caller, meetingId, {
        name: 'outcome.set',
        input: { id, outcome },
        by: scorerOf(request, meetingId),
        body: { outcome },
        facts: (row, known) => ({ answers: { given: outcomesOf(row), ...known } }),
        columns({ row, by: own }) {
          const given = outcomesOf(row);
          return { outcomes: { ...given, [own]: { ...given[own], [id]: outcome } } };
        },
      });
    },
  });

  answer('GET /teams/:teamId/outcomes', {
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
      const { team } = await accessTeam(db, caller, teamId);
      const found = await readRetros(db, teamId, query);
      const retros = new Map(found.map(({ meeting, closedAt }) => [meeting.id, closedAt]));
      const asked = await readAsked({ db, team, retros, answersMin });
      const requester = { personId: caller.userId, teamId };
      const similar = await countSimilar(asked, found, { find: findMatches, requester });
      return {
        answers_min: answersMin,
        made_difference: countDifference(asked),
        actions: asked.map(({ action_id, text, outcome }) => ({
          action_id,
          text,
          outcome,
          similar: similar.get(action_id) ?? null,
        })),
      };
    },
  });
}

export const outcomesFeature: ServerFeature = {
  routes,
  schemas: [outcomeSchemas],
  lookBack: readLookBack,
  beside: async (scope, meeting) => ({ did_it_help: await readHelped(scope, meeting) }),
  health: addDifference,
  year: async (scope) => ({ made_difference: countDifference(await readAsked(scope)) }),
};
