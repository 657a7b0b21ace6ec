import type { BoardEvent } from '@wentwell/contract/board-features';
import { type Column, columnChangePolicy } from '@wentwell/contract/columns';
import type { MeetingId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';
import { storedVersion } from '@wentwell/contract/stored-values';
import { runningTimer } from '@wentwell/contract/timer';
import { eq, or, sql } from 'drizzle-orm';

import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
// The one way to write a meeting: its row, its version, and the event for its board, under the lock of its row.
import { nextVersionOf } from '#server/platform/db/next-version';
import { authorize, ApiError } from '#server/platform/http/api-error';

import type { BoardActor } from './meeting-access.ts';
import type { MeetingChanges } from './meeting-changes.service.ts';
import type { MeetingChange, MeetingHook } from './meeting-hook.ts';
import {
  columnsOf,
  type MeetingRow,
  meetings,
  timerColumns,
  toMeeting,
  toPhaseInfo,
} from './meetings.table.ts';

export interface MeetingBoardDeps {
  log: EventLog;
  /** Run one after another, in this order. */
  hooks: readonly MeetingHook[];
}

interface MeetingWrite {
  changes: MeetingChanges;
  announce: ((row: MeetingRow) => BoardEvent) | null;
  phaseBefore?: Phase;
}

export interface PhaseEntry {
  phase: Phase;
  phaseBefore: Phase;
  minutes: number | null;
  /** By the database's clock. */
  now: Date;
}

/** The event by which a board gets its meeting as it is now. */
export function meetingUpdated(row: MeetingRow) {
  const data = { meeting: toMeeting(row), phase: toPhaseInfo(row) };
  return { type: 'meeting_updated', data } as const;
}

/** The same, which also tells the board that somebody else leads now (docs/retro.md R-32). */
export function handedOver(row: MeetingRow): BoardEvent {
  const { type, data } = meetingUpdated(row);
  return { type, data: { ...data, has_new_owner: true } };
}

export function meetingBoard({ log, hooks }: MeetingBoardDeps) {
  async function beforeEnd(tx: Tx, on: BoardActor): Promise<void> {
    for (const hook of hooks) await hook.beforeEnd?.(tx, on);
  }

  async function afterChange(tx: Tx, on: BoardActor, change: MeetingChange): Promise<void> {
    for (const hook of hooks) await hook.afterChange?.(tx, on, change);
  }

  /** Writes `changes` to a locked meeting and announces the event that `announce` makes of the row after that, if any. Returns that row. */
  async function write(
    tx: Tx,
    on: BoardActor,
    { changes, announce, phaseBefore }: MeetingWrite,
  ): Promise<MeetingRow> {
    const { settings } = changes;
    if (settings) {
      for (const hook of hooks) await hook.authorizeSettings?.(tx, on, settings);
    }
    if (changes.status && !isEditable(changes.status)) await beforeEnd(tx, on);
    const [row] = await tx
      .update(meetings)
      .set({
        ...changes,
        ...(changes.settings && {
          settingsVersion: sql`greatest(${meetings.settingsVersion}, ${storedVersion}::int)`,
        }),
        ...(changes.columns && { columnsVersion: storedVersion }),
        version: nextVersionOf(tx, meetings.version),
        updatedAt: databaseNow,
      })
      .where(eq(meetings.id, on.meetingId))
      .returning();
    if (!row) throw new ApiError('NOT_FOUND');
    // The first hook's first statement is sent with the event, and runs after it.
    if (announce) {
      const change = { meeting: row, changes, phaseBefore };
      await Promise.all([
        log.append(tx, on, { event: announce(row) }),
        afterChange(tx, on, change),
      ]);
    }
    return row;
  }

  return {
    /** Does what has to be done on a locked board that is over, where it was not done when it ended. */
    beforeEnd,

    write,

    /** Begins a phase of a locked, live meeting; with minutes also its timer. Every change of phase goes this way. */
    enterPhase(tx: Tx, on: BoardActor, entry: PhaseEntry): Promise<MeetingRow> {
      const { phase, phaseBefore, minutes, now } = entry;
      const endsAt = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
      const timer = endsAt && runningTimer(endsAt, on.actorId);
      return write(tx, on, {
        changes: {
          phase,
          phaseStartedAt: now,
          phaseMinutes: minutes,
          ...timerColumns(timer, now),
        },
        announce: (row) => ({
          type: 'phase_changed',
          data: { phase: toPhaseInfo(row), meeting: toMeeting(row) },
        }),
        phaseBefore,
      });
    },

    /** Refuses to remove columns that are in use. Call under the board's lock, so that none comes into use meanwhile. */
    async authorizeColumns(tx: Tx, meeting: MeetingRow, after: readonly Column[]): Promise<void> {
      const found = await Promise.all(
        hooks.map(async (hook) => (await hook.columnsInUse?.(tx, meeting.id)) ?? []),
      );
      authorize(columnChangePolicy(columnsOf(meeting), after, new Set(found.flat())));
    },

    /** Whether one of the hooks says so of the meeting. */
    async holds(tx: Tx, what: 'hasContent' | 'isWrittenOn', meetingId: MeetingId) {
      const found = await Promise.all(hooks.map(async (hook) => hook[what]?.(tx, meetingId)));
      return found.includes(true);
    },

    /** A condition on `meetings`: it is over, and what comes before its end has not been done. */
    isLeftToEnd: or(...hooks.map((hook) => hook.isLeftToEnd)),
  };
}
