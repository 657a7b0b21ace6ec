// Meeting routes (docs/api.md ).
import type { BoardState } from '@wentwell/contract/board/board';
import { getMeeting } from '@wentwell/contract/board/meeting';
import type { UserId } from '@wentwell/contract/ids';
import { MeetingInput, MeetingUpdate } from '@wentwell/contract/meetings/meeting-changes';
import { MeetingsQuery, MeetingStart } from '@wentwell/contract/meetings/meeting-lists';
import {
  CoLeadChange,
  MeetingForCaller,
  MeetingHandOver,
  meetingPolicy,
  type MeetingStatus,
} from '@wentwell/contract/meetings/meetings';
import type { TeamRole } from '@wentwell/contract/teams/teams';
import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import { readMembers } from '#server/board/read-facts';
import type { PreparedCommand, StoreDeps } from '#server/board/store';
import { authorizeOnBoard, inTeamsOf, teamContextInTeam } from '#server/features/teams/team-access';
import { membershipOf, memberships } from '#server/features/teams/teams.table';
import type { Disconnect } from '#server/live/disconnect';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { nextVersionOf } from '#server/platform/db/next-version';
import { containsEveryWord } from '#server/platform/db/search';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { requireVersion } from '#server/platform/http/command';
import { type ListPage, pageOf, readableRows } from '#server/platform/http/list-answer';
import { emptyAnswer } from '#server/platform/http/receipts';

import { accessMeeting, lockMeeting } from './meeting-access.ts';
import { findLastStart } from './meeting-start.ts';
import { type MeetingsService, changed, currentFor, meetingAnswer } from './meetings.service.ts';
import { meetings, toMeetingForCaller } from './meetings.table.ts';

interface MeetingsDeps extends StoreDeps {
  disconnect: Disconnect;
  logger: BaseLogger;
  service: MeetingsService;
}

/** Filters by the effective status: a live meeting past its end counts as closed. */
function hasStatus(status: MeetingStatus): SQL | undefined {
  const stored = eq(meetings.status, status);
  if (status === 'live')
    return and(stored, or(isNull(meetings.endTime), gt(meetings.endTime, databaseNow)));
  if (status !== 'closed') return stored;
  return or(stored, and(eq(meetings.status, 'live'), lte(meetings.endTime, databaseNow)));
}

async function readMember(tx: Tx, board: BoardState, userId: UserId): Promise<PreparedCommand> {
  const members = await readMembers(tx, getMeeting(board).team_id, [userId]);
  return { context: { facts: { members } } };
}

export function meetingsRoutes(
  api: Api,
  { db, store, receipts, disconnect, logger, service }: MeetingsDeps,
): void {
  const { list, show, change, answer } = callsOf(api, 'Meetings');

  async function page(
    caller: Caller,
    which: SQL | undefined,
    query: MeetingsQuery,
  ): Promise<ListPage<MeetingForCaller>> {
    const { userId, isSuperuser } = caller;
    const { status, starts_after, search } = query;
    const mine = membershipOf(userId, meetings.teamId);
    const visible = and(
      isNull(meetings.deletedAt),
      which,
      status && hasStatus(status),
      starts_after ? gt(meetings.startTime, new Date(starts_after)) : undefined,
      containsEveryWord(sql`${meetings.name}`, search),
    );
    const role = db.select({ role: memberships.role }).from(memberships).where(mine);
    const sorted = db
      // A subquery runs only for the rows of the page. A join would run for every meeting.
      .select({ id: meetings.id, meeting: meetings, role: sql<TeamRole | null>`${role}` })
      .from(meetings)
      .where(visible)
      .orderBy(sql`${meetings.startTime} desc nulls last`, desc(meetings.createdAt), meetings.id);
    const { rows, total } = await pageOf(sorted, query, () => db.$count(meetings, visible));
    const toListed = ({ meeting, role }: (typeof rows)[number]) =>
      toMeetingForCaller(meeting, { userId, isSuperuser, role });
    return { rows: readableRows(rows, toListed, logger), total };
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
      'By a lead or a team admin; omitted fields stay. Statuses change from planned to live or canceled, ' +
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
        read: (tx, { board }) => readMember(tx, board, input.owner_id),
      }),
  });

  change('PUT /meetings/:meetingId/co-leads', {
    operationId: 'nameCoLead',
    summary: 'Add or remove a co-lead',
    description:
      'By the owner only, before the meeting is over. A co-lead is another member of the team with the ' +
      'owner’s rights, except naming leads and handing over. Leaving the team ends it.',
    body: CoLeadChange,
    answers: { 200: MeetingForCaller },
    refuses: [412],
    run: ({ command, params, body: input }) =>
      store.change(command, params.meetingId, {
        ...changed,
        current: currentFor('nameCoLeads'),
        name: 'meeting.nameCoLead',
        input,
        read: (tx, { board }) => readMember(tx, board, input.user_id),
      }),
  });

  change('DELETE /meetings/:meetingId', {
    operationId: 'deleteMeeting',
    config: { hasBoardSeq: false },
    summary: 'Delete a meeting',
    description: 'By a lead or a team admin. Its board closes for everybody immediately.',
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
          tx.afterCommit(() => disconnect({ kind: 'meeting', meetingId, because: 'refused' }));
          return { status: 204, body: null };
        },
      }),
  });
}
