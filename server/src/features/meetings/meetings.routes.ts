// Meeting routes (docs/api.md ).

import type { BoardState } from '@wentwell/contract/board/board';
import type { Context } from '@wentwell/contract/board/context';
import type { Facts } from '@wentwell/contract/board/facts';
import { handType } from '@wentwell/contract/board/hands';
import { getMeeting, presentMeetingFor } from '@wentwell/contract/board/meeting';
import { MeetingId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { MeetingInput, MeetingUpdate } from '@wentwell/contract/meeting-changes';
import { MeetingsQuery, MeetingStart } from '@wentwell/contract/meeting-lists';
import {
  CoLeadChange,
  MeetingForCaller,
  MeetingHandOver,
  meetingPolicy,
  type MeetingStatus,
} from '@wentwell/contract/meetings';
import type { TeamContext, TeamRole } from '@wentwell/contract/teams';
import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import {
  hasContent,
  isWrittenOn,
  readSinceLastTime,
  readMembers,
  readScores,
} from '#server/board/read-facts';
import type { Prepared, StoreDeps } from '#server/board/store';
import {
  auditOutsiderOnBoard,
  authorizeOnBoard,
  inTeamsOf,
  teamContextInTeam,
} from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import type { Disconnect } from '#server/live/disconnect';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { nextVersionOf } from '#server/platform/db/next-version';
import { containsEveryWord } from '#server/platform/db/search';
import type { Api } from '#server/platform/http/api';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { type Command, requireVersion } from '#server/platform/http/command';
import { type ListPage, totalOf, readableRows } from '#server/platform/http/list-answer';
import { type Answer, emptyAnswer } from '#server/platform/http/receipts';
import { newId } from '#server/platform/ids';
import { takeQuota } from '#server/platform/quotas';

import { accessMeeting, lockMeeting } from './meeting-access.ts';
import type { MeetingHook } from './meeting-hook.ts';
import { findLastStart, findMeetingStart } from './meeting-start.ts';
import { type MeetingRow, meetings, toMeetingForCaller } from './meetings.table.ts';

/** Filters by the effective status: a live meeting past its end counts as closed. */
function hasStatus(status: MeetingStatus): SQL | undefined {
  const stored = eq(meetings.status, status);
  if (status === 'live')
    return and(stored, or(isNull(meetings.endTime), gt(meetings.endTime, databaseNow)));
  if (status !== 'closed') return stored;
  return or(stored, and(eq(meetings.status, 'live'), lte(meetings.endTime, databaseNow)));
}

interface MeetingsDeps extends StoreDeps {
  hooks: readonly MeetingHook[];
  disconnect: Disconnect;
  logger: BaseLogger;
  answersMin: number;
}

function meetingAnswer(row: MeetingRow, teamContext: TeamContext, status = 200) {
  return { status, body: toMeetingForCaller(row, teamContext), version: row.version };
}

export async function takeMeetingsQuota(tx: Tx, teamId: TeamId): Promise<void> {
  const perDay = limits.meetingsPerTeamAndDay;
  await takeQuota(tx, { name: `meetings ${teamId}`, perDay, refusal: 'MEETINGS_TODAY' });
}

const changed = {
  current: currentFor('change'),
  answer({ board, who, facts: { newTeam } }: Decided): Answer<MeetingForCaller> {
    const body = presentMeetingFor(board, newTeam ? { ...who, role: newTeam.role } : who);
    return { status: 200, body, version: body.version };
  },
};

/** Authorizes before the version check, which reveals the current state. */
function currentFor(policy: 'change' | 'handOver' | 'nameCoLeads') {
  return (board: BoardState, who: TeamContext) => {
    authorize(meetingPolicy[policy](who, getMeeting(board)));
    return presentMeetingFor(board, who);
  };
}

type Decided = { board: BoardState; who: TeamContext; facts: Partial<Facts> };

/** Reads only the facts that this update needs. */
async function readForUpdate(
  tx: Tx,
  given: { command: Command; board: BoardState; input: MeetingUpdate; answersMin: number },
): Promise<Partial<Context>> {
  const { command, board, input, answersMin } = given;
  const meeting = getMeeting(board);
  const { id, owner_id, settings } = meeting;
  const facts: Partial<Facts> = { scores: await readScores(tx, id, answersMin) };
  if (input.status === 'live' || input.settings?.guests === false) {
    facts.lookBack = await readSinceLastTime(tx, meeting);
  }
  if (input.settings?.guests === false) {
    // Excluding guests lowers all raised hands that are not members'.
    const raised = board.all(handType).map(({ id }) => id);
    facts.members = await readMembers(tx, meeting.team_id, raised);
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
    facts.hasContent = await hasContent(tx, id);
  }
  const next = { ...settings, ...input.settings };
  const changesAnonymity =
    next.anonymous !== settings.anonymous || next.ai_notes !== settings.ai_notes;
  return { facts, ...(changesAnonymity && { isWrittenOn: await isWrittenOn(tx, id) }) };
}

async function withMembers(
  tx: Tx,
  { board, input, userId }: Pick<Prepared, 'input'> & { board: BoardState; userId: UserId },
): Promise<Prepared> {
  const members = await readMembers(tx, getMeeting(board).team_id, [userId]);
  return { input, context: { facts: { members } } };
}

export function meetingsService(deps: Omit<MeetingsDeps, 'disconnect' | 'logger'>) {
  const { receipts, store, answersMin } = deps;

  return {
    /** Any team member may create a meeting and becomes its owner. It stays planned until started. */
    async create(command: Command, input: MeetingInput): Promise<Answer<MeetingForCaller>> {
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
          const [row] = await tx
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
          if (!row) throw new Error('A meeting was not stored.');
          auditOutsiderOnBoard(tx, command, { meeting: row, teamContext });
          for (const hook of deps.hooks) await hook.afterCreate?.(tx, row);
          return { ...meetingAnswer(row, teamContext, 201), kept: { id: row.id } };
        },
      });
    },

    update(
      command: Command,
      meetingId: MeetingId,
      input: MeetingUpdate,
    ): Promise<Answer<MeetingForCaller>> {
      return store.change(command, meetingId, {
        ...changed,
        name: 'meeting.update',
        input,
        isAlone: true,
        async reads(tx, { board }): Promise<Prepared> {
          return { input, context: await readForUpdate(tx, { command, board, input, answersMin }) };
        },
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

export function meetingsRoutes(
  api: Api,
  { db, store, receipts, disconnect, logger, service }: MeetingsDeps & { service: MeetingsService },
): void {
  const { list, show, change, answer } = callsOf(api, 'Meetings');

  async function page(
    caller: Caller,
    which: SQL | undefined,
    { skip, limit, status, starts_after, search }: MeetingsQuery,
  ): Promise<ListPage<MeetingForCaller>> {
    const { userId, isSuperuser } = caller;
    const mine = and(eq(memberships.teamId, meetings.teamId), eq(memberships.userId, userId));
    const visible = and(
      isNull(meetings.deletedAt),
      which,
      status && hasStatus(status),
      starts_after ? gt(meetings.startTime, new Date(starts_after)) : undefined,
      containsEveryWord(sql`${meetings.name}`, search),
    );
    const role = db.select({ role: memberships.role }).from(memberships).where(mine);
    const rows = await db
      // A subquery runs only for the rows of the page. A join would run for every meeting.
      .select({ id: meetings.id, meeting: meetings, role: sql<TeamRole | null>`${role}` })
      .from(meetings)
      .where(visible)
      .orderBy(sql`${meetings.startTime} desc nulls last`, desc(meetings.createdAt), meetings.id)
      .offset(skip)
      .limit(limit);
    const toListed = ({ meeting, role }: (typeof rows)[number]) =>
      toMeetingForCaller(meeting, { userId, isSuperuser, role });
    return {
      rows: readableRows(rows, toListed, logger),
      total: await totalOf({ skip, limit }, rows, () => db.$count(meetings, visible)),
    };
  }

  const meetingList = {
    querystring: MeetingsQuery,
    lists: MeetingForCaller,
    run: ({ caller, query }: { caller: Caller; query: MeetingsQuery }) =>
      page(caller, inTeamsOf(db, caller, meetings.teamId), query),
  };

  list('/meetings', {
    ...meetingList,
    operationId: 'listMeetings',
    summary: 'List meetings',
    description:
      'All meetings of the caller’s teams, newest start first; `X-Total-Count` counts matches of `status`, ' +
      '`starts_after` and `search`. Every word of `search` matches any part of the name, ignoring case.',
  });

  list('/meetings/teams', {
    ...meetingList,
    operationId: 'listMeetingsOfMyTeams',
    summary: 'List my teams’ meetings',
    description: 'The same list as `GET /meetings`.',
  });

  list('/meetings/me', {
    ...meetingList,
    operationId: 'listMyMeetings',
    summary: 'List meetings that I own',
    description: 'The caller’s own meetings in their teams.',
    run({ caller, query }) {
      const mine = eq(meetings.ownerId, caller.userId);
      return page(caller, and(mine, inTeamsOf(db, caller, meetings.teamId)), query);
    },
  });

  list('/teams/:teamId/meetings', {
    operationId: 'listTeamMeetings',
    summary: "List a team's meetings",
    description: 'Newest start first, unscheduled ones last.',
    ...meetingList,
    async run({ caller, params: { teamId }, query }) {
      await teamContextInTeam(db, caller, teamId);
      return page(caller, eq(meetings.teamId, teamId), query);
    },
  });

  answer('GET /teams/:teamId/meeting-start', {
    operationId: 'getMeetingStart',
    summary: 'Get a new meeting’s defaults',
    description:
      'Columns and settings of a meeting without a template: those of the team’s last meeting that was ' +
      'neither canceled nor imported, or the built-in defaults.',
    answers: { 200: MeetingStart },
    async run({ caller, params: { teamId } }) {
      await teamContextInTeam(db, caller, teamId);
      return findLastStart(db, teamId);
    },
  });

  change('POST /meetings', {
    operationId: 'createMeeting',
    summary: 'Create a meeting',
    description:
      'By any member of the team, who becomes its owner. It is planned until started. `columns` and ' +
      '`settings` override the template’s in `template_id`; other settings are those of the team’s last ' +
      'meeting, or the defaults with neither a template nor null.',
    body: MeetingInput,
    answers: { 201: MeetingForCaller },
    run: ({ command, body }) => service.create(command, body),
  });

  show('/meetings/:meetingId', {
    config: { guests: 'read' },
    operationId: 'getMeeting',
    summary: 'Get a meeting',
    description: 'The ETag is its version, for If-Match.',
    answers: { 200: MeetingForCaller },
    async run({ caller, params }) {
      const { meeting, teamContext } = await accessMeeting(db, caller, params.meetingId);
      return meetingAnswer(meeting, teamContext);
    },
  });

  change('PUT /meetings/:meetingId', {
    operationId: 'updateMeeting',
    summary: 'Update, start, finish or cancel a meeting',
    description:
      'By its owner or a team admin; omitted fields stay. Statuses change from planned to live or canceled, ' +
      'live to closed or canceled, closed to archived, canceled to planned or archived. `columns` are all ' +
      'columns in order; one with notes must stay and keep its kind.',
    body: MeetingUpdate,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params, body }) => service.update(command, params.meetingId, body),
  });

  change('POST /meetings/:meetingId/owner', {
    operationId: 'changeMeetingOwner',
    summary: 'Hand a meeting over',
    description: 'Sets the owner: by the owner, or by a team admin, who may name themselves.',
    body: MeetingHandOver,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params, body: input }) =>
      store.change(command, params.meetingId, {
        ...changed,
        current: currentFor('handOver'),
        name: 'meeting.handOver',
        input,
        reads: (tx, { board }) => withMembers(tx, { board, input, userId: input.owner_id }),
      }),
  });

  change('PUT /meetings/:meetingId/co-leads', {
    operationId: 'nameCoLead',
    summary: 'Add or remove a co-lead',
    description:
      'By the owner only, before the meeting is over. A co-lead is another member of the team with the ' +
      'owner’s rights, except naming leads. Leaving the team ends it.',
    body: CoLeadChange,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params, body: input }) =>
      store.change(command, params.meetingId, {
        ...changed,
        current: currentFor('nameCoLeads'),
        name: 'meeting.nameCoLead',
        input,
        reads: (tx, { board }) => withMembers(tx, { board, input, userId: input.user_id }),
      }),
  });

  change('DELETE /meetings/:meetingId', {
    operationId: 'deleteMeeting',
    config: { hasBoardSeq: false },
    summary: 'Delete a meeting',
    description: 'By its owner or a team admin. Its board closes for everybody immediately.',
    refuses: [412],
    run: ({ command, params: { meetingId } }) =>
      receipts.once(command, {
        ...emptyAnswer,
        board: meetingId,
        load: (tx) => lockMeeting(tx, command, meetingId),
        async work(tx, access) {
          const meeting = toMeetingForCaller(access.meeting, access.teamContext);
          authorizeOnBoard(tx, { caller: command, access }, (who) =>
            meetingPolicy.change(who, meeting),
          );
          requireVersion(command, meeting);
          const version = nextVersionOf(tx, meetings.version);
          await tx
            .update(meetings)
            .set({ deletedAt: access.now, version, updatedAt: databaseNow })
            .where(eq(meetings.id, meetingId));
          tx.afterCommit(() => {
            disconnect({ kind: 'meeting', meetingId, because: 'refused' });
          });
          return { status: 204, body: null };
        },
      }),
  });
}
