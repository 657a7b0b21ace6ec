// Team agreements. Changes are published to the team's boards in the joining phase.
import { actionPolicy } from '@wentwell/contract/actions/actions';
import { ListQuery } from '@wentwell/contract/api/lists';
import * as agreementSchemas from '@wentwell/contract/board/agreements';
import {
  Agreement,
  AgreementId,
  AgreementInput,
  agreementsMax,
  type AgreementSource,
  AgreementUpdate,
  reviewAfterMax,
  toAgreementRecord,
} from '@wentwell/contract/board/agreements';
import { NoteId, type TeamId } from '@wentwell/contract/ids';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import { countedRetrosOf } from '#server/board/counted-retros';
import type { ServerFeature } from '#server/board/server-feature';
import type { StoreDeps } from '#server/board/store';
import { groups } from '#server/features/groups/groups.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { hasNoteId, isOpenNote, notes } from '#server/features/notes/notes.table';
import { accessTeam } from '#server/features/teams/team-access';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { nextVersionOf } from '#server/platform/db/next-version';
import { ApiError, authorize, notFound } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type CommandRequest, requireVersion } from '#server/platform/http/command';
import { teamParams } from '#server/platform/http/path-params';
import type { Answer } from '#server/platform/http/receipts';
import { newId } from '#server/platform/ids';

import { loadTeam } from './action-rows.ts';
import { actions } from './actions.table.ts';
import { agreements, toAgreement } from './agreements.table.ts';

async function readAgreements(queries: Queries, teamId: TeamId): Promise<Agreement[]> {
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

const holding = (all: readonly Agreement[]) => all.filter(({ state }) => state === 'holds');

function answerOf(all: readonly Agreement[], id: AgreementId, status = 200): Answer<Agreement> {
  const found = all.find((each) => each.id === id) ?? notFound();
  return { status, body: found, version: found.version, kept: { id } };
}

/** Throws TOPIC_UNKNOWN or NOT_FOUND if the team has no such topic or action item. */
async function requireSource(tx: Tx, teamId: TeamId, { kind, id }: AgreementSource): Promise<void> {
  if (kind === 'action') {
    const isTheirs = and(eq(actions.id, id), eq(actions.teamId, teamId), isNull(actions.deletedAt));
    if ((await tx.$count(actions, isTheirs)) === 0) throw new ApiError('NOT_FOUND');
    return;
  }
  const theirs = tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.teamId, teamId), isNull(meetings.deletedAt)));
  const ofGroup = and(inArray(groups.meetingId, theirs), sql`${groups.id} = ${id}`);
  const ofNote = and(hasNoteId(NoteId.parse(id)), inArray(notes.meetingId, theirs), isOpenNote);
  const found = (await tx.$count(groups, ofGroup)) + (await tx.$count(notes, ofNote));
  if (found === 0) throw new ApiError('TOPIC_UNKNOWN');
}

function routes(api: Api, { db, receipts, store }: StoreDeps): void {
  const { list, change } = callsOf(api, 'Action items');

  function write(
    command: CommandRequest,
    { teamId, agreementId }: { teamId: TeamId; agreementId?: AgreementId },
    /** Resolves with the id, or with the complete answer if nothing changes. */
    work: (
      tx: Tx,
      before: readonly Agreement[],
    ) => Promise<{ id: AgreementId; status?: number } | Answer<Agreement>>,
  ): Promise<Answer<Agreement>> {
    return receipts.once(command, {
      async again(tx, { id }) {
        await accessTeam(tx, command, teamId);
        return answerOf(await readAgreements(tx, teamId), AgreementId.parse(id));
      },
      load: (tx) => loadTeam(tx, command, { teamId, meetingId: null }),
      async work(tx, { teamContext, boards }) {
        const before = await readAgreements(tx, teamId);
        if (agreementId) answerOf(before, agreementId);
        authorize(actionPolicy.change(teamContext));
        const done = await work(tx, before);
        if ('body' in done) return done;
        const after = await readAgreements(tx, teamId);
        const input = { agreements: holding(after) };
        const { userId: actorId } = command;
        await store.changeLockedBoards(tx, boards, { name: 'agreement.show', input, actorId });
        return answerOf(after, done.id, done.status);
      },
    });
  }

  list('/teams/:teamId/agreements', {
    operationId: 'listAgreements',
    summary: "List a team's agreements",
    description:
      'Active ones, oldest first, then ended ones. `is_due`: the next joining asks whether it still holds.',
    config: { requestCost: 10 },
    querystring: ListQuery,
    lists: Agreement,
    run: async ({ caller, params: { teamId }, query: { skip, limit } }) => {
      await accessTeam(db, caller, teamId);
      const all = await readAgreements(db, teamId);
      return { rows: all.slice(skip, skip + limit), total: all.length };
    },
  });

  change('POST /teams/:teamId/agreements', {
    operationId: 'createAgreement',
    summary: 'Create a team agreement',
    description:
      'By any member. `from` is the action item or topic that it is based on; an active agreement with the ' +
      'same source is returned (200). After `review_after` retros, joining asks whether it still holds. At ' +
      'most 50 per team.',
    body: AgreementInput,
    answers: { 200: Agreement, 201: Agreement },
    run: ({ command, params, body: { text, review_after: reviewAfter, from } }) =>
      write(command, params, async (tx, before) => {
        const { teamId } = params;
        const living = holding(before);
        const same = from && living.find((each) => each.from?.id === from.id);
        if (same) return answerOf(living, same.id);
        if (from) await requireSource(tx, teamId, from);
        if (living.length >= agreementsMax) throw new ApiError('AGREEMENTS_FULL');
        const id = newId(AgreementId);
        const actionId = from?.kind === 'action' ? from.id : null;
        const topicId = from?.kind === 'topic' ? from.id : null;
        await tx.insert(agreements).values({ id, teamId, text, reviewAfter, actionId, topicId });
        return { id, status: 201 };
      }),
  });

  change('PUT /teams/:teamId/agreements/:agreementId', {
    operationId: 'updateAgreement',
    summary: 'Update, confirm or end a team agreement',
    description:
      'By any member, at any time. `holds` restarts the count of retros, and reactivates an ended agreement.',
    params: teamParams.extend({ agreementId: AgreementId }),
    body: AgreementUpdate,
    answers: { 200: Agreement },
    refuses: [412],
    run: ({ command, params, body: { text, review_after: reviewAfter, state } }) =>
      write(command, params, async (tx, before) => {
        const { agreementId: id } = params;
        const { body } = answerOf(before, id);
        requireVersion(command, body);
        await tx
          .update(agreements)
          .set({
            ...(text !== undefined && { text }),
            ...(reviewAfter !== undefined && { reviewAfter }),
            ...(state === 'holds' && { heldAt: databaseNow, endedAt: null }),
            ...(state === 'ended' && body.state === 'holds' && { endedAt: databaseNow }),
            version: nextVersionOf(tx, agreements.version),
            updatedAt: databaseNow,
          })
          .where(eq(agreements.id, id));
        return { id };
      }),
  });
}

export const agreementsFeature: ServerFeature = {
  routes,
  schemas: [agreementSchemas],
  lookBack: async (tx, { team_id: teamId }) =>
    holding(await readAgreements(tx, teamId)).map(toAgreementRecord),
  /** Agreements of the year that still hold. */
  async year({ db, team, year }) {
    const { text, createdAt, teamId, endedAt } = agreements;
    const found = await db
      .select({ text, since: createdAt })
      .from(agreements)
      .where(and(eq(teamId, team.id), isNull(endedAt)))
      .orderBy(desc(createdAt));
    const made = found.filter(({ since }) => since.getUTCFullYear() === year);
    return { agreements: made.map((each) => ({ ...each, since: each.since.toISOString() })) };
  },
};
