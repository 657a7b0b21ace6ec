import { createHash } from 'node:crypto';

import type { Board } from '@wentwell/contract/board/snapshot';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import {
  AiDraft,
  AiDraftInput,
  AiRequest,
  AiServiceState,
  AiSummary,
  AiSummaryInput,
  AiSummaryState,
} from '@wentwell/contract/report/ai-summary';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { ServerFeature } from '#server/board/server-feature';
import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
  summaryPolicyOf,
} from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { authorizeOnBoard } from '#server/features/teams/team-access';
import { memberships, teams } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError, authorize, notStored } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { type Quota, returnQuota, takeQuota } from '#server/platform/quotas';

import type { AiClient } from './ai-client.ts';
import { aiRequestText, type NamedPerson } from './ai-request.ts';
import { aiSummaries } from './ai-summaries.table.ts';

export interface AiDeps {
  db: Database;
  /** Null if the operator has configured no AI service. */
  client: AiClient | null;
  log: Logger;
  /** Throws NOT_FOUND for outsiders. */
  reportOf(caller: Caller, meetingId: MeetingId): Promise<ReportSource>;
}

/** The board as visible to the reader, and the users named on it. */
interface ReportSource {
  board: Board;
  people: readonly UserId[];
}

/** Each draft costs the operator money. */
const draftsPerDay = { account: 10, team: 30 };
/** A failed draft may cost money, too. */
const attemptsPerDraft = 3;

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function toSummary(row: typeof aiSummaries.$inferSelect): AiSummary {
  const { text, origin, model, publishedBy, publishedAt } = row;
  return {
    text,
    origin: origin ?? 'edited',
    model,
    published_by: publishedBy,
    published_at: publishedAt.toISOString(),
  };
}

async function isSwitchedOn(queries: Queries, { meeting }: MeetingAccess): Promise<boolean> {
  const [team] = await queries
    .select({ ai: teams.ai })
    .from(teams)
    .where(eq(teams.id, meeting.teamId));
  return team?.ai === true;
}

/** The meeting's published summary. Null if none exists or the team has disabled AI. */
async function readAiSummary(queries: Queries, meetingId: MeetingId): Promise<AiSummary | null> {
  const [found] = await queries
    .select({ summary: aiSummaries })
    .from(aiSummaries)
    .innerJoin(meetings, eq(meetings.id, aiSummaries.meetingId))
    .innerJoin(teams, and(eq(teams.id, meetings.teamId), teams.ai))
    .where(eq(aiSummaries.meetingId, meetingId));
  return found ? toSummary(found.summary) : null;
}

export const aiFeature = {
  beside: async ({ db }, { id }) => ({ summary: await readAiSummary(db, id) }),
} satisfies Partial<ServerFeature>;

export function aiRoutes(api: Api, { db, client, log, reportOf }: AiDeps): void {
  /** Throws if the caller may not write summaries or AI is off. */
  async function access(caller: Caller, meetingId: MeetingId): Promise<AiClient> {
    const found = await accessMeeting(db, caller, meetingId);
    authorize(summaryPolicyOf(found)(found.teamContext));
    if (client === null || !(await isSwitchedOn(db, found))) throw new ApiError('AI_SWITCHED_OFF');
    return client;
  }

  async function peopleOf({ board, people }: ReportSource): Promise<NamedPerson[]> {
    const ofTeam = db
      .select({ id: memberships.userId })
      .from(memberships)
      .where(eq(memberships.teamId, board.meeting.team_id));
    const rows = await db
      .select()
      .from(users)
      .where(
        or(
          inArray(users.id, [...people]),
          inArray(users.id, ofTeam),
          eq(users.guestOf, board.meeting.id),
        ),
      )
      .orderBy(asc(users.id));
    return rows.map((user) => {
      const { full_name, display_name } = personNames(user);
      const [local = ''] = user.email.split('@');
      return { id: user.id, names: [full_name, display_name, local] };
    });
  }

  async function textOf(source: ReportSource): Promise<string> {
    return aiRequestText(source.board, await peopleOf(source));
  }

  const { answer } = callsOf(api, 'Meetings');

  answer('GET /ai-service', {
    operationId: 'getAiService',
    summary: 'Get the AI service',
    description: 'The operator’s service and its model; null without one.',
    answers: { 200: AiServiceState },
    run: () => ({ service: client?.service ?? null }),
  });

  answer('GET /meetings/:meetingId/ai-summary', {
    operationId: 'getAiSummary',
    summary: 'Get the published summary',
    description:
      'For members: the summary published by a lead or a team admin; null without one, or if the team has ' +
      'disabled AI.',
    answers: { 200: AiSummaryState },
    refuses: [403],
    async run({ caller, params: { meetingId } }) {
      const { teamContext } = await accessMeeting(db, caller, meetingId);
      if (!isInTeam(teamContext)) throw new ApiError('TEAM_MEMBER_ONLY');
      return { summary: await readAiSummary(db, meetingId) };
    },
  });

  answer('GET /meetings/:meetingId/ai-request', {
    operationId: 'getAiRequest',
    summary: 'Get the text that a draft would send',
    description:
      'For leads and team admins, after the end: the exact text. It contains no names or hidden' +
      ' notes, and no notes of an anonymous meeting unless that agreed (`settings.ai_notes`). Sends nothing.',
    config: { requestCost: 10 },
    answers: { 200: AiRequest },
    refuses: [403, 409],
    async run({ caller, params: { meetingId } }) {
      const { service } = await access(caller, meetingId);
      const text = await textOf(await reportOf(caller, meetingId));
      return { text, digest: digestOf(text), service };
    },
  });

  answer('POST /meetings/:meetingId/ai-draft', {
    operationId: 'draftAiSummary',
    summary: 'Draft a summary',
    description:
      'Sends the text of `GET …/ai-request`, identified by its digest, and returns the draft. 409 if the ' +
      'meeting has changed since; 503 without a usable answer. Ten a day per account, thirty per team, and three times as many attempts.' +
      ' Drafts are not stored.',
    config: { requestCost: 20 },
    body: AiDraftInput,
    answers: { 200: AiDraft },
    refuses: [403, 409],
    async run({ caller, params: { meetingId }, body: { digest } }) {
      const { complete } = await access(caller, meetingId);
      const source = await reportOf(caller, meetingId);
      const text = await textOf(source);
      if (digestOf(text) !== digest) throw new ApiError('AI_TEXT_CHANGED');
      const refusal = 'AI_DRAFTS_TODAY';
      const { team_id } = source.board.meeting;
      const { account, team } = draftsPerDay;
      const used: Quota[] = [
        { name: `AI drafts ${caller.userId}`, perDay: account, refusal },
        { name: `AI drafts of ${team_id}`, perDay: team, refusal },
      ];
      const tried = used.map((quota) => ({
        ...quota,
        name: `tried ${quota.name}`,
        perDay: attemptsPerDraft * quota.perDay,
      }));
      await db.write(async (tx) => {
        for (const quota of [...used, ...tried]) await takeQuota(tx, quota);
      });
      try {
        return await complete(text);
      } catch (error) {
        const returned = db.write(async (tx) => {
          for (const quota of used) await returnQuota(tx, quota);
        });
        await returned.catch((err: unknown) =>
          log.error({ err }, 'a failed AI draft still counts'),
        );
        throw error;
      }
    },
  });

  answer('PUT /meetings/:meetingId/ai-summary', {
    operationId: 'publishAiSummary',
    summary: 'Publish a summary',
    description:
      'By a lead or a team admin, after the end. Replaces an earlier one; the report shows it ' +
      'with its source.',
    body: AiSummaryInput,
    answers: { 200: AiSummary },
    refuses: [403, 409],
    run: ({ caller, params: { meetingId }, body: { text, origin } }) =>
      db.write(async (tx) => {
        const found = await lockMeeting(tx, caller, meetingId);
        authorizeOnBoard(tx, { caller, access: found }, summaryPolicyOf(found));
        if (client === null || !(await isSwitchedOn(tx, found))) {
          throw new ApiError('AI_SWITCHED_OFF');
        }
        const values = {
          meetingId,
          teamId: found.meeting.teamId,
          text,
          origin,
          model: client.service.model,
          publishedBy: caller.userId,
          publishedAt: databaseNow,
        };
        const [row = notStored()] = await tx
          .insert(aiSummaries)
          .values(values)
          .onConflictDoUpdate({ target: aiSummaries.meetingId, set: values })
          .returning();
        return toSummary(row);
      }),
  });

  answer('DELETE /meetings/:meetingId/ai-summary', {
    operationId: 'removeAiSummary',
    summary: 'Withdraw a published summary',
    description: 'By a lead or a team admin.',
    refuses: [403, 409],
    run: ({ caller, params: { meetingId } }) =>
      db.write(async (tx) => {
        const found = await lockMeeting(tx, caller, meetingId);
        authorizeOnBoard(tx, { caller, access: found }, summaryPolicyOf(found));
        await tx.delete(aiSummaries).where(eq(aiSummaries.meetingId, meetingId));
      }),
  });
}
