// Creates, updates and restores meetings.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Context } from '@wentwell/contract/board/context';
import type { Facts } from '@wentwell/contract/board/facts';
import { getMeeting, presentMeetingFor } from '@wentwell/contract/board/meeting';
import { recordsOfMembers } from '@wentwell/contract/board/page';
import { MeetingId, type TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { MeetingInput, MeetingUpdate } from '@wentwell/contract/meetings/meeting-changes';
import {
  type MeetingForCaller,
  isEditable,
  meetingPolicy,
} from '@wentwell/contract/meetings/meetings';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';

import { readAttendance } from '#server/board/counted-retros';
import {
  hasContent,
  type HoldsContent,
  isWrittenOn,
  readMembers,
  readScores,
} from '#server/board/read-facts';
import type { StoreDeps } from '#server/board/store';
import { auditOutsiderOnBoard, teamContextInTeam } from '#server/features/teams/team-access';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError, authorize, notStored } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { CommandRequest } from '#server/platform/http/command';
import type { Answer } from '#server/platform/http/receipts';
import { newId } from '#server/platform/ids';
import { takeQuota } from '#server/platform/quotas';

import { accessMeeting } from './meeting-access.ts';
import type { MeetingHook } from './meeting-hook.ts';
import { findMeetingStart } from './meeting-start.ts';
import { type MeetingRow, meetings, toMeetingForCaller } from './meetings.table.ts';

interface MeetingsServiceDeps extends StoreDeps {
  hooks: readonly MeetingHook[];
  answersMin: number;
  /** One per feature. */
  holdsContent: readonly HoldsContent[];
}

export function meetingAnswer(row: MeetingRow, teamContext: TeamContext, status = 200) {
  return { status, body: toMeetingForCaller(row, teamContext), version: row.version };
}

export async function takeMeetingsQuota(tx: Tx, teamId: TeamId): Promise<void> {
  const perDay = limits.meetingsPerTeamAndDay;
  await takeQuota(tx, { name: `meetings ${teamId}`, perDay, refusal: 'MEETINGS_TODAY' });
}

type Decided = { board: BoardState; who: TeamContext; facts: Partial<Facts> };

export const changed = {
  current: currentFor('change'),
  answer({ board, who, facts: { newTeam } }: Decided): Answer<MeetingForCaller> {
    const body = presentMeetingFor(board, newTeam ? { ...who, role: newTeam.role } : who);
    return { status: 200, body, version: body.version };
  },
};

/** Authorizes before the version check, which reveals the current state. */
export function currentFor(policy: 'change' | 'handOver' | 'nameCoLeads') {
  return (board: BoardState, who: TeamContext) => {
    authorize(meetingPolicy[policy](who, getMeeting(board)));
    return presentMeetingFor(board, who);
  };
}

/** Reads only the facts that this update needs. */
async function readForUpdate(
  tx: Tx,
  given: Pick<MeetingsServiceDeps, 'store' | 'answersMin' | 'holdsContent'> & {
    command: CommandRequest;
    board: BoardState;
    input: MeetingUpdate;
  },
): Promise<Partial<Context>> {
  const { command, board, input, store, answersMin } = given;
  const meeting = getMeeting(board);
  const { id, owner_id, settings } = meeting;
  const facts: Partial<Facts> = { scores: await readScores(tx, id, answersMin) };
  // The server may not have closed a meeting yet whose end has passed.
  if (isEditable(meeting.status) && (input.status || input.end_time)) {
    facts.attendance = await readAttendance(tx, id, answersMin);
  }
  if (input.status === 'live' || input.settings?.guests === false) {
    facts.lookBack = await store.readLookBack(tx, meeting);
  }
  if (input.settings?.guests === false) {
    // Excluding guests ends their records, such as raised hands.
    const ids = recordsOfMembers(board).map(({ id: userId }) => userId);
    facts.members = await readMembers(tx, meeting.team_id, ids);
  }
  const { team_id: teamId = meeting.team_id } = input;
  if (teamId !== meeting.team_id) {
    const hasOwner = (await readMembers(tx, teamId, [owner_id])).get(owner_id)?.isActive === true;
    // Do not throw yet: errors about the meeting take precedence.
    facts.newTeam = await teamContextInTeam(tx, command, teamId).then(
      ({ role }) => ({ role, hasOwner }),
      (error: unknown) => {
        if (error instanceof ApiError) return null;
        throw error;
      },
    );
    facts.hasContent = await hasContent(tx, id, given.holdsContent);
  }
  const next = { ...settings, ...input.settings };
  const changesAnonymity =
    next.anonymous !== settings.anonymous || next.ai_notes !== settings.ai_notes;
  return { facts, ...(changesAnonymity && { isWrittenOn: await isWrittenOn(tx, id) }) };
}

export function meetingsService(deps: MeetingsServiceDeps) {
  const { receipts, store, hooks } = deps;
  return {
    /** Any team member may create a meeting and becomes its owner. It stays planned until started. */
    async create(command: CommandRequest, input: MeetingInput): Promise<Answer<MeetingForCaller>> {
      return receipts.once(command, {
        async again(tx, { id }) {
          const { meeting, teamContext } = await accessMeeting(tx, command, MeetingId.parse(id));
          return meetingAnswer(meeting, teamContext);
        },
        async load(tx) {
          // Throw 404 for outsiders before any error of the start, which would reveal the team's templates.
          const start = findMeetingStart(tx, input);
          const [teamContext] = await Promise.all([
            teamContextInTeam(tx, command, input.team_id),
            start.catch(() => null),
          ]);
          return { teamContext, start: await start };
        },
        async work(tx, { teamContext, start }) {
          authorize(meetingPolicy.create(teamContext));
          await takeMeetingsQuota(tx, input.team_id);
          const [row = notStored()] = await tx
            .insert(meetings)
            .values({
              id: newId(MeetingId),
              teamId: input.team_id,
              ownerId: command.userId,
              name: input.name,
              startTime: input.start_time ? new Date(input.start_time) : null,
              endTime: input.end_time ? new Date(input.end_time) : null,
              ...start,
            })
            .returning();
          auditOutsiderOnBoard(tx, command, { meeting: row, teamContext });
          for (const hook of hooks) await hook.afterCreate?.(tx, row);
          return { ...meetingAnswer(row, teamContext, 201), kept: { id: row.id } };
        },
      });
    },

    update(
      command: CommandRequest,
      meetingId: MeetingId,
      input: MeetingUpdate,
    ): Promise<Answer<MeetingForCaller>> {
      return store.change(command, meetingId, {
        ...changed,
        name: 'meeting.update',
        input,
        isAlone: true,
        read: async (tx, { board }) => ({
          context: await readForUpdate(tx, { ...deps, command, board, input }),
        }),
      });
    },

    /** Restores a deleted meeting. Requires the row's lock. */
    async restore(tx: Tx, { userId: actorId }: Caller, meetingId: MeetingId): Promise<void> {
      await tx.update(meetings).set({ deletedAt: null }).where(eq(meetings.id, meetingId));
      await store.changeLocked(tx, meetingId, { name: 'meeting.recover', input: {}, actorId });
    },
  };
}
export type MeetingsService = ReturnType<typeof meetingsService>;

export async function liveMeetingOf(db: Queries, teamId: TeamId) {
  const [found] = await db
    .select({ id: meetings.id, name: meetings.name })
    .from(meetings)
    .where(
      and(
        eq(meetings.teamId, teamId),
        eq(meetings.status, 'live'),
        or(isNull(meetings.endTime), gt(meetings.endTime, databaseNow)),
        isNull(meetings.deletedAt),
      ),
    )
    .orderBy(desc(meetings.startTime), desc(meetings.id))
    .limit(1);
  return found;
}
