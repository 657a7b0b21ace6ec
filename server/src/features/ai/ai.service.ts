import { createHash } from 'node:crypto';

import type {
  AiDraft,
  AiRequest,
  AiServiceState,
  AiSummary,
  AiSummaryState,
} from '@wentwell/contract/ai-summary';
import type { Board } from '@wentwell/contract/board';
import { effectiveStatus } from '@wentwell/contract/effective-status';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { summaryMailPolicy } from '@wentwell/contract/summary-mail';
import type { TeamContext } from '@wentwell/contract/teams';
import { and, asc, eq, inArray, or } from 'drizzle-orm';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { meetings, toMeeting } from '#server/features/meetings/meetings.table';
import { authorizeOnBoard } from '#server/features/teams/team-access';
import { memberships, teams } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { takeQuota } from '#server/platform/quotas';

import type { AiClient } from './ai-client.ts';
import { aiRequestText, type NamedPerson } from './ai-request.ts';
import { aiSummaries } from './ai-summaries.table.ts';

export interface AiDeps {
  db: Database;
  /** Null where the operator has set up none. */
  client: AiClient | null;
  /** Throws NOT_FOUND for outsiders. */
  reportOf(caller: Caller, meetingId: MeetingId): Promise<ReportSource>;
}

/** A board as its reader sees it, and everybody named on it. */
interface ReportSource {
  board: Board;
  people: readonly UserId[];
}

/** Drafts a day: each costs the operator money. */
const draftsPerDay = { account: 10, team: 30 };

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function toSummary(row: typeof aiSummaries.$inferSelect): AiSummary {
  const { text, model, publishedBy, publishedAt } = row;
  return {
    text,
    model,
    published_by: publishedBy,
    published_at: publishedAt.toISOString(),
  };
}

/** The right to write a summary is that to send it by mail. */
function writingPolicy({ meeting: row, now }: MeetingAccess) {
  const meeting = toMeeting(row);
  const status = effectiveStatus(meeting, now);
  return (who: TeamContext) => summaryMailPolicy(who, { ...meeting, status });
}

async function isSwitchedOn(queries: Queries, { meeting }: MeetingAccess): Promise<boolean> {
  const [team] = await queries
    .select({ ai: teams.ai })
    .from(teams)
    .where(eq(teams.id, meeting.teamId));
  return team?.ai === true;
}

/** The published summary of a meeting; null where there is none, or the team has AI switched off. */
export async function readAiSummary(
  queries: Queries,
  meetingId: MeetingId,
): Promise<AiSummary | null> {
  const [found] = await queries
    .select({ summary: aiSummaries })
    .from(aiSummaries)
    .innerJoin(meetings, eq(meetings.id, aiSummaries.meetingId))
    .innerJoin(teams, and(eq(teams.id, meetings.teamId), teams.ai))
    .where(eq(aiSummaries.meetingId, meetingId));
  return found ? toSummary(found.summary) : null;
}

export function aiSummariesService({ db, client, reportOf }: AiDeps) {
  /** Throws where the caller may write no summary, or there is no service to ask. */
  async function access(caller: Caller, meetingId: MeetingId): Promise<AiClient> {
    const found = await accessMeeting(db, caller, meetingId);
    authorize(writingPolicy(found)(found.teamContext));
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

  return {
    state(): AiServiceState {
      return { service: client?.service ?? null };
    },

    async find(caller: Caller, meetingId: MeetingId): Promise<AiSummaryState> {
      await accessMeeting(db, caller, meetingId);
      return { summary: await readAiSummary(db, meetingId) };
    },

    async request(caller: Caller, meetingId: MeetingId): Promise<AiRequest> {
      const { service } = await access(caller, meetingId);
      const text = await textOf(await reportOf(caller, meetingId));
      return { text, digest: digestOf(text), service };
    },

    /** Sends the text whose digest the caller has read. Stores nothing of the answer. */
    async draft(caller: Caller, meetingId: MeetingId, digest: string): Promise<AiDraft> {
      const { complete } = await access(caller, meetingId);
      const source = await reportOf(caller, meetingId);
      const text = await textOf(source);
      if (digestOf(text) !== digest) throw new ApiError('AI_TEXT_CHANGED');
      const refusal = 'AI_DRAFTS_TODAY';
      const { team_id } = source.board.meeting;
      await db.write(async (tx) => {
        const { account, team } = draftsPerDay;
        await takeQuota(tx, { name: `AI drafts ${caller.userId}`, perDay: account, refusal });
        await takeQuota(tx, { name: `AI drafts of ${team_id}`, perDay: team, refusal });
      });
      return { text: await complete(text) };
    },

    async publish(caller: Caller, meetingId: MeetingId, text: string): Promise<AiSummary> {
      return db.write(async (tx) => {
        const found = await lockMeeting(tx, caller, meetingId);
        authorizeOnBoard(tx, { caller, access: found }, writingPolicy(found));
        if (client === null || !(await isSwitchedOn(tx, found))) {
          throw new ApiError('AI_SWITCHED_OFF');
        }
        const values = {
          meetingId,
          teamId: found.meeting.teamId,
          text,
          model: client.service.model,
          publishedBy: caller.userId,
          publishedAt: databaseNow,
        };
        const [row] = await tx
          .insert(aiSummaries)
          .values(values)
          .onConflictDoUpdate({ target: aiSummaries.meetingId, set: values })
          .returning();
        if (!row) throw new Error('A summary was not stored.');
        return toSummary(row);
      });
    },

    /** Does nothing where none was published. */
    async remove(caller: Caller, meetingId: MeetingId): Promise<void> {
      await db.write(async (tx) => {
        const found = await lockMeeting(tx, caller, meetingId);
        authorizeOnBoard(tx, { caller, access: found }, writingPolicy(found));
        await tx.delete(aiSummaries).where(eq(aiSummaries.meetingId, meetingId));
      });
    },
  };
}
export type AiSummariesService = ReturnType<typeof aiSummariesService>;
