// Meetings and their phases: scheduled, started, led, finished (spec 4, api.md "Meetings").
import { randomUUID } from 'node:crypto';

import { MeetingId, type TeamId } from '@wentwell/contract/ids';
import type { ListQuery } from '@wentwell/contract/lists';
import {
  defaultSettings,
  effectiveStatus,
  isEditable,
  type Meeting,
  type MeetingInput,
  meetingPolicy,
  type MeetingUpdate,
  statusMoveAllowed,
} from '@wentwell/contract/meetings';
import {
  nextPhase,
  type PhaseInfo,
  phaseFacts,
  type PhaseTransition,
} from '@wentwell/contract/phases';
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';

import { standingInTeam, teamsOf } from '#server/features/teams/team-access';
import type { CutOff } from '#server/live/cut-off';
import type { EventLog } from '#server/live/event-log';
import type { Clock } from '#server/platform/clock';
import type { Database, Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { demand, Refusal } from '#server/platform/http/refusal';
import { newId } from '#server/platform/ids';

import { accessMeeting, lockMeeting } from './meeting-access.ts';
import { type MeetingRow, meetings, toMeeting, toPhaseInfo } from './meetings.table.ts';

export interface MeetingsDeps {
  db: Database;
  log: EventLog;
  cutOff: CutOff;
  clock: Clock;
  /** Turns a board's face-down notes over, when a phase or the settings no longer hide them. */
  revealNotes(tx: Tx, caller: Caller, meetingId: MeetingId): Promise<void>;
}

type Changes = Partial<typeof meetings.$inferInsert>;

export function meetingsService(deps: MeetingsDeps) {
  const { db, log, clock } = deps;

  async function page(
    where: SQL | undefined,
    { skip, limit }: ListQuery,
  ): Promise<ListPage<Meeting>> {
    const visible = and(isNull(meetings.deletedAt), where);
    const rows = await db
      .select()
      .from(meetings)
      .where(visible)
      .orderBy(sql`${meetings.startTime} desc nulls last`, desc(meetings.createdAt), meetings.id)
      .offset(skip)
      .limit(limit);
    return { rows: rows.map(toMeeting), total: await db.$count(meetings, visible) };
  }

  /** Writes changes and counts the version; whatever else happens to the meeting in `tx` comes after. */
  async function store(tx: Tx, meetingId: MeetingId, changes: Changes): Promise<MeetingRow> {
    const [row] = await tx
      .update(meetings)
      .set({ ...changes, version: sql`${meetings.version} + 1`, updatedAt: clock.now() })
      .where(eq(meetings.id, meetingId))
      .returning();
    if (!row) throw new Refusal('NOT_FOUND');
    return row;
  }

  async function enterPhase(caller: Caller, meetingId: MeetingId, wish: 'next' | PhaseTransition) {
    return db.write(async (tx): Promise<PhaseInfo> => {
      const { meeting, standing } = await lockMeeting(tx, caller, meetingId);
      demand(meetingPolicy.lead(standing, { owner_id: meeting.ownerId }));
      if (effectiveStatus(toMeeting(meeting), clock.now()) !== 'live') {
        throw new Refusal('MEETING_NOT_LIVE');
      }
      const phase = wish === 'next' ? nextPhase(meeting.phase) : wish.phase;
      if (!phase) throw new Refusal('LAST_PHASE');
      const row = await store(tx, meetingId, {
        phase,
        phaseStartedAt: clock.now(),
        phaseMinutes: wish === 'next' ? null : (wish.duration_minutes ?? null),
      });
      const info = toPhaseInfo(row);
      const on = { meetingId, actorId: caller.userId };
      const data = { phase: info, meeting: toMeeting(row) };
      await log.append(tx, on, { event: { type: 'phase_changed', data } });
      if (!phaseFacts[phase].hides) await deps.revealNotes(tx, caller, meetingId);
      return info;
    });
  }

  /** What a PUT changes, or the refusal that it meets. */
  async function changesOf(tx: Tx, caller: Caller, [meeting, input]: [MeetingRow, MeetingUpdate]) {
    const { status, name, team_id, start_time, end_time, settings } = input;
    if (status && !statusMoveAllowed(meeting.status, status)) {
      throw new Refusal('MEETING_STATUS_MOVE');
    }
    const moves = status !== undefined && status !== meeting.status;
    if (!isEditable(meeting.status) && !moves) throw new Refusal('MEETING_NOT_EDITABLE');
    if (team_id && team_id !== meeting.teamId) {
      if (meeting.status !== 'planned') throw new Refusal('MEETING_TEAM_FIXED');
      demand(meetingPolicy.create(await standingInTeam(tx, caller, team_id)));
    }
    const changes: Changes = {
      ...(name !== undefined && { name }),
      ...(team_id !== undefined && { teamId: team_id }),
      ...(start_time !== undefined && { startTime: start_time ? new Date(start_time) : null }),
      ...(end_time !== undefined && { endTime: end_time ? new Date(end_time) : null }),
      ...(settings && { settings: { ...meeting.settings, ...definedOnly(settings) } }),
      ...(status !== undefined && { status }),
    };
    if (moves && status === 'live') {
      changes.startTime ??= clock.now();
      changes.phaseStartedAt = clock.now();
    }
    if (moves && status === 'closed') changes.endTime ??= clock.now();
    return changes;
  }

  return {
    /** All meetings of the caller's teams, newest start first. */
    async list(caller: Caller, query: ListQuery): Promise<ListPage<Meeting>> {
      return page(inArray(meetings.teamId, teamsOf(db, caller)), query);
    },

    /** Those that the caller owns. */
    async owned(caller: Caller, query: ListQuery): Promise<ListPage<Meeting>> {
      const mine = eq(meetings.ownerId, caller.userId);
      return page(and(mine, inArray(meetings.teamId, teamsOf(db, caller))), query);
    },

    async ofTeam(caller: Caller, teamId: TeamId, query: ListQuery): Promise<ListPage<Meeting>> {
      await standingInTeam(db, caller, teamId);
      return page(eq(meetings.teamId, teamId), query);
    },

    async get(caller: Caller, meetingId: MeetingId): Promise<Meeting> {
      return toMeeting((await accessMeeting(db, caller, meetingId)).meeting);
    },

    /** Any member of the team; its maker owns it. The status stays planned until somebody starts it. */
    async create(caller: Caller, input: MeetingInput): Promise<Meeting> {
      demand(meetingPolicy.create(await standingInTeam(db, caller, input.team_id)));
      const [row] = await db
        .insert(meetings)
        .values({
          id: newId(MeetingId),
          teamId: input.team_id,
          ownerId: caller.userId,
          name: input.name,
          startTime: input.start_time ? new Date(input.start_time) : null,
          endTime: input.end_time ? new Date(input.end_time) : null,
          settings: defaultSettings,
          epoch: randomUUID(),
        })
        .returning();
      if (!row) throw new Error('A meeting was not stored.');
      return toMeeting(row);
    },

    /** Edit, start, finish, cancel: one call for all, as the spec's client makes it. */
    async update(caller: Caller, meetingId: MeetingId, input: MeetingUpdate): Promise<Meeting> {
      return db.write(async (tx) => {
        const { meeting, standing } = await lockMeeting(tx, caller, meetingId);
        demand(meetingPolicy.change(standing, { owner_id: meeting.ownerId }));
        const changes = await changesOf(tx, caller, [meeting, input]);
        const row = await store(tx, meetingId, changes);
        const updated = toMeeting(row);
        const on = { meetingId, actorId: caller.userId };
        await log.append(tx, on, {
          event: { type: 'meeting_updated', data: { meeting: updated } },
        });
        if (!row.settings.hide_notes) await deps.revealNotes(tx, caller, meetingId);
        if (meeting.status === 'live' && row.status !== 'live') {
          tx.afterCommit(() => {
            deps.cutOff({ kind: 'meeting', meetingId, because: 'normal' });
          });
        }
        return updated;
      });
    },

    async remove(caller: Caller, meetingId: MeetingId): Promise<void> {
      await db.write(async (tx) => {
        const { meeting, standing } = await lockMeeting(tx, caller, meetingId);
        demand(meetingPolicy.change(standing, { owner_id: meeting.ownerId }));
        await store(tx, meetingId, { deletedAt: clock.now() });
        tx.afterCommit(() => {
          deps.cutOff({ kind: 'meeting', meetingId, because: 'refused' });
        });
      });
    },

    async phase(caller: Caller, meetingId: MeetingId): Promise<PhaseInfo> {
      return toPhaseInfo((await accessMeeting(db, caller, meetingId)).meeting);
    },

    /** One step on; the owner alone, 409 after the last phase. */
    async next(caller: Caller, meetingId: MeetingId): Promise<PhaseInfo> {
      return enterPhase(caller, meetingId, 'next');
    },

    /** To any phase, forth or back; the owner alone. */
    async transition(
      caller: Caller,
      meetingId: MeetingId,
      to: PhaseTransition,
    ): Promise<PhaseInfo> {
      return enterPhase(caller, meetingId, to);
    },
  };
}
export type MeetingsService = ReturnType<typeof meetingsService>;

function definedOnly(settings: MeetingUpdate['settings']) {
  return settings?.hide_notes === undefined ? {} : { hide_notes: settings.hide_notes };
}
