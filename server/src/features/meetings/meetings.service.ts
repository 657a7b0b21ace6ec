// Meetings: scheduled, started, edited, handed over, finished (docs/api.md ).
import { randomUUID } from 'node:crypto';

import { areSameColumns } from '@wentwell/contract/columns';
import { MeetingId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { MeetingStart } from '@wentwell/contract/meeting-lists';
import {
  effectiveStatus,
  isEditable,
  type MeetingForCaller,
  type MeetingHandOver,
  type MeetingInput,
  meetingPolicy,
  type MeetingUpdate,
  storedMeetingForCaller,
} from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';
import { and, eq, isNull } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import {
  auditOutsiderOnBoard,
  authorizeOnBoard,
  teamContextInTeam,
} from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import type { Database, Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';
import { newId } from '#server/platform/ids';
import { takeQuota } from '#server/platform/quotas';

import { accessMeeting, lockMeeting, type MeetingAccess } from './meeting-access.ts';
import {
  handedOver,
  meetingBoard,
  type MeetingBoardDeps,
  meetingUpdated,
} from './meeting-board.service.ts';
import { type MeetingChanges, meetingChanges } from './meeting-changes.service.ts';
import { meetingLists } from './meeting-lists.service.ts';
import { findLastStart, findMeetingStart } from './meeting-start.service.ts';
import {
  columnsOf,
  type MeetingRow,
  meetings,
  settingsOf,
  toMeeting,
  toMeetingForCaller,
} from './meetings.table.ts';

export interface MeetingsDeps extends MeetingBoardDeps {
  db: Database;
  receipts: ReceiptBook;
  disconnect: Disconnect;
  logger: BaseLogger;
}

function meetingAnswer(row: MeetingRow, teamContext: TeamContext, status = 200) {
  return { status, body: toMeetingForCaller(row, teamContext), version: row.version };
}

/** Of those that a team may make in a day. */
export async function takeMeetingsQuota(tx: Tx, teamId: TeamId): Promise<void> {
  const perDay = limits.meetingsPerTeamAndDay;
  await takeQuota(tx, { name: `meetings ${teamId}`, perDay, refusal: 'MEETINGS_TODAY' });
}

export function meetingsService(deps: MeetingsDeps) {
  const { db, receipts } = deps;
  const board = meetingBoard(deps);

  /** How the answer to a command about a meeting is read again, and who may still read it. */
  function repeatable(caller: Caller) {
    return {
      answers: storedMeetingForCaller,
      async stillSees(tx: Tx, { id }: MeetingForCaller) {
        await accessMeeting(tx, caller, id);
      },
    };
  }

  /** Refuses those who may not change a meeting, and a change that was made for another version of it. */
  function authorizeChange(tx: Tx, command: Command, access: MeetingAccess): void {
    const { meeting, teamContext } = access;
    const which = { owner_id: meeting.ownerId };
    authorizeOnBoard(tx, { caller: command, access }, (who) => meetingPolicy.change(who, which));
    requireVersion(command, toMeetingForCaller(meeting, teamContext));
  }

  /** Whoever leads must be there to lead; their place in the team holds until the transaction ends. */
  async function isMember(tx: Tx, teamId: TeamId, userId: UserId): Promise<boolean> {
    const found = await tx
      .select({ userId: users.id })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(
          eq(memberships.teamId, teamId),
          eq(memberships.userId, userId),
          eq(users.isActive, true),
          isNull(users.deletedAt),
        ),
      )
      .for('key share', { of: memberships });
    return found.length > 0;
  }

  /** Only what nobody has written on yet goes to another team: its members would read what was not for them. */
  async function changesForTeam(
    tx: Tx,
    caller: Caller,
    { meeting, teamId }: { meeting: MeetingRow; teamId: TeamId },
  ): Promise<{ teamContext: TeamContext; changes: MeetingChanges }> {
    const teamContext = await teamContextInTeam(tx, caller, teamId);
    authorize(meetingPolicy.create(teamContext));
    if (meeting.status !== 'planned' || (await board.holds(tx, 'hasContent', meeting.id))) {
      throw new ApiError('MEETING_TEAM_FIXED');
    }
    const ownerComesAlong = await isMember(tx, teamId, meeting.ownerId);
    return { teamContext, changes: ownerComesAlong ? {} : { ownerId: caller.userId } };
  }

  async function change(
    tx: Tx,
    command: Command,
    { access, input }: { access: MeetingAccess; input: MeetingUpdate },
  ): Promise<Answer<MeetingForCaller>> {
    authorizeChange(tx, command, access);
    const { meeting, teamContext, now } = access;
    const meetingId = meeting.id;
    const { columns_before: before } = input;
    if (before && !areSameColumns(before, columnsOf(meeting))) {
      const current = toMeetingForCaller(meeting, teamContext);
      throw new ApiError('COLUMNS_CHANGED', {}, { current });
    }
    const changes = meetingChanges(meeting, input, now);
    if (!changes) return meetingAnswer(meeting, teamContext);
    if (changes.columns) await board.authorizeColumns(tx, meeting, changes.columns);
    const changesAnonymity =
      changes.settings && changes.settings.anonymous !== settingsOf(meeting).anonymous;
    // Also a deleted note counts: its history would tell who wrote it.
    if (changesAnonymity && (await board.holds(tx, 'isWrittenOn', meetingId))) {
      throw new ApiError('ANONYMITY_FIXED');
    }
    const teamId = changes.teamId ?? meeting.teamId;
    const moved =
      teamId === meeting.teamId
        ? { teamContext, changes: {} }
        : await changesForTeam(tx, command, { meeting, teamId });
    const on = { meetingId, actorId: command.userId };
    const row = await board.write(tx, on, {
      changes: { ...changes, ...moved.changes },
      announce: meetingUpdated,
    });
    const wasLive = effectiveStatus(toMeeting(meeting), now) === 'live';
    if (wasLive && effectiveStatus(toMeeting(row), now) !== 'live') {
      const because = row.status === 'canceled' ? 'notLive' : 'normal';
      tx.afterCommit(() => {
        deps.disconnect({ kind: 'meeting', meetingId, because });
      });
    }
    return meetingAnswer(row, moved.teamContext);
  }

  return {
    ...meetingLists(deps),

    /** The columns and settings that the team had last. */
    async start(caller: Caller, teamId: TeamId): Promise<MeetingStart> {
      await teamContextInTeam(db, caller, teamId);
      return findLastStart(db, teamId);
    },

    async get(caller: Caller, meetingId: MeetingId): Promise<MeetingForCaller> {
      const { meeting, teamContext } = await accessMeeting(db, caller, meetingId);
      return toMeetingForCaller(meeting, teamContext);
    },

    /** Any member of the team; its maker owns it. The status stays planned until somebody starts it. */
    async create(command: Command, input: MeetingInput): Promise<Answer<MeetingForCaller>> {
      return receipts.once(command, {
        ...repeatable(command),
        async load(tx) {
          const { team_id, template_id } = input;
          const [teamContext, start] = await Promise.all([
            teamContextInTeam(tx, command, team_id),
            findMeetingStart(tx, team_id, template_id),
          ]);
          return { teamContext, start };
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
              epoch: randomUUID(),
            })
            .returning();
          if (!row) throw new Error('A meeting was not stored.');
          auditOutsiderOnBoard(tx, command, { meeting: row, teamContext });
          for (const hook of deps.hooks) await hook.afterCreate?.(tx, row);
          return meetingAnswer(row, teamContext, 201);
        },
      });
    },

    /** Edit, start, finish, cancel: one call for all, as the spec's client makes it. */
    async update(
      command: Command,
      meetingId: MeetingId,
      input: MeetingUpdate,
    ): Promise<Answer<MeetingForCaller>> {
      return receipts.once(command, {
        ...repeatable(command),
        board: meetingId,
        load: (tx) => lockMeeting(tx, command, meetingId),
        work: (tx, access) => change(tx, command, { access, input }),
      });
    },

    /** Who leads from now on: named by the owner, or by a team admin, who may name themselves. */
    async handOver(
      command: Command,
      meetingId: MeetingId,
      { owner_id }: MeetingHandOver,
    ): Promise<Answer<MeetingForCaller>> {
      return receipts.once(command, {
        ...repeatable(command),
        board: meetingId,
        load: (tx) => lockMeeting(tx, command, meetingId),
        async work(tx, access) {
          const { meeting, teamContext, now } = access;
          const which = { owner_id: meeting.ownerId };
          authorizeOnBoard(tx, { caller: command, access }, (who) =>
            meetingPolicy.handOver(who, which),
          );
          requireVersion(command, toMeetingForCaller(meeting, teamContext));
          if (!isEditable(effectiveStatus(toMeeting(meeting), now))) {
            throw new ApiError('MEETING_NOT_EDITABLE');
          }
          if (!(await isMember(tx, meeting.teamId, owner_id))) throw new ApiError('NOT_A_MEMBER');
          if (owner_id === meeting.ownerId) return meetingAnswer(meeting, teamContext);
          const on = { meetingId, actorId: command.userId };
          const changes = { ownerId: owner_id };
          const row = await board.write(tx, on, { changes, announce: handedOver });
          return meetingAnswer(row, teamContext);
        },
      });
    },

    /** Soft delete: the meeting vanishes, and the sockets to its board are closed. */
    async remove(command: Command, meetingId: MeetingId): Promise<Answer<null>> {
      return receipts.once(command, {
        ...emptyAnswer,
        board: meetingId,
        load: (tx) => lockMeeting(tx, command, meetingId),
        async work(tx, access) {
          authorizeChange(tx, command, access);
          const on = { meetingId, actorId: command.userId };
          await board.write(tx, on, { changes: { deletedAt: access.now }, announce: null });
          tx.afterCommit(() => {
            deps.disconnect({ kind: 'meeting', meetingId, because: 'refused' });
          });
          return { status: 204, body: null };
        },
      });
    },

    /**
     * Puts a deleted meeting back, in a transaction that holds its row's lock. The board is told, because deleting and
     * restoring count the version, and who comes back with an older board learns of it from the history.
     */
    async restore(tx: Tx, caller: Caller, meetingId: MeetingId): Promise<void> {
      const on = { meetingId, actorId: caller.userId };
      await board.write(tx, on, { changes: { deletedAt: null }, announce: meetingUpdated });
    },
  };
}
export type MeetingsService = ReturnType<typeof meetingsService>;
