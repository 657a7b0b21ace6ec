import { getMeeting } from '@wentwell/contract/board/meeting';
import { Thanks, ThanksId, ThanksInput, thanksType } from '@wentwell/contract/board/thanks';
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';

import { boardRecords, namesPerson } from '#server/board/board-records.table';
import { meetingOf, namedBoard } from '#server/board/living-boards';
import { readMembers } from '#server/board/read-facts';
import type { PersonalScope, ServerFeature, YearScope } from '#server/board/server-feature';
import { noContent, type StoreDeps } from '#server/board/store';
import { visibleRecord } from '#server/board/visible-record';
import { teams } from '#server/features/teams/teams.table';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import { meetingParams } from '#server/platform/http/path-params';
import { newTimelessId } from '#server/platform/ids';

function routes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Meetings');

  change('POST /meetings/:meetingId/thanks', {
    operationId: 'giveThanks',
    summary: 'Thank a member',
    description:
      'By a member to another, from discussing until a day after the meeting is closed; the report names both, ' +
      'also in anonymous meetings. 409 if the team has disabled badges and thanks.',
    body: ThanksInput,
    answers: { 201: Thanks },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'thanks.give',
        input: {},
        async read(tx, { board }) {
          const teamId = getMeeting(board).team_id;
          const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
          if (team?.recognition !== true) throw new ApiError('THANKS_SWITCHED_OFF');
          const members = await readMembers(tx, teamId, [body.to_user_id]);
          const input = { ...body, id: newTimelessId(ThanksId) };
          return { input, context: { facts: { members } } };
        },
        answer({ board, input: { id } }) {
          const given =
            visibleRecord(board, { type: thanksType, id: ThanksId.parse(id) }, command) ??
            notFound();
          return { status: 201, body: given, kept: { id } };
        },
      }),
  });

  change('DELETE /meetings/:meetingId/thanks/:thanksId', {
    operationId: 'takeThanksBack',
    summary: 'Withdraw thanks',
    description:
      'By their giver, a lead or a team admin, while the meeting is live and a day longer. The text is erased ' +
      'from the history.',
    params: meetingParams.extend({ thanksId: ThanksId }),
    run: ({ command, params: { meetingId, thanksId: id } }) =>
      store.change(command, meetingId, { ...noContent, name: 'thanks.takeBack', input: { id } }),
  });
}

const from = sql<string>`${boardRecords.body} ->> 'user_id'`;
const to = sql`${boardRecords.body} ->> 'to_user_id'`;

/** Given by the person, and in their teams also to them. */
async function* thanksOf({ db, boards, userId }: PersonalScope) {
  const { type, meetingId, id, body } = boardRecords;
  const isToMember = and(eq(to, userId), isNotNull(boards.role));
  const rows = await db
    .select({ body, board: namedBoard(boards) })
    .from(boardRecords)
    .innerJoin(boards, eq(boards.id, meetingId))
    .where(and(eq(type, thanksType.type), namesPerson(userId), or(eq(from, userId), isToMember)))
    .orderBy(asc(meetingId), asc(id));
  yield rows.map((row) => {
    const { text, user_id } = thanksType.schema.parse(row.body);
    return { meeting: meetingOf(row.board), text, by_me: user_id === userId };
  });
}

const shownInYear = 3;

/** The latest of the year, one per receiver. */
async function thanksOfYear({ db, retros, namesOf }: YearScope) {
  const { type, meetingId } = boardRecords;
  const rows = await db
    .select()
    .from(boardRecords)
    .where(and(inArray(meetingId, [...retros.keys()]), eq(type, thanksType.type)));
  const given = rows.flatMap((row) => {
    const at = retros.get(row.meetingId);
    return at ? [{ ...thanksType.schema.parse(row.body), at }] : [];
  });
  const latest = Map.groupBy(
    given.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.place - a.place),
    (each) => each.to_user_id,
  );
  const shown = [...latest].slice(0, shownInYear);
  const nameOf = await namesOf(shown.map(([id]) => id));
  return shown.flatMap(([id, [newest]]) =>
    newest ? [{ text: newest.text, to: nameOf(id), at: newest.at.toISOString() }] : [],
  );
}

export const thanksFeature: ServerFeature = {
  routes,
  evidence: {
    named: {
      'board_records thanks named': { title: 'Thanks', holds: 'Text, from whom and to whom.' },
      'board_changes thanks': { title: 'Thanks given', holds: 'Text, from whom and to whom.' },
    },
  },
  async holdsContent(tx, id) {
    const { type, meetingId } = boardRecords;
    return (await tx.$count(boardRecords, and(eq(meetingId, id), eq(type, thanksType.type)))) > 0;
  },
  personalLists: (scope) => ({ thanks: () => thanksOf(scope) }),
  year: async (scope) => ({ thanks: scope.team.recognition ? await thanksOfYear(scope) : [] }),
};
