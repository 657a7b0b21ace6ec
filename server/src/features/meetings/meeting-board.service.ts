// The one way to write a meeting: its row, its version, and what its board is told, under the lock of its row.
import type { BoardEvent } from '@wentwell/contract/board-features';
import { isEditable } from '@wentwell/contract/meetings';
import { storedVersion } from '@wentwell/contract/stored-values';
import { eq, sql } from 'drizzle-orm';

import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';

import type { BoardActor, MeetingHook } from './meeting-access.ts';
import type { MeetingChanges } from './meeting-changes.service.ts';
import { type MeetingRow, meetings, toMeeting } from './meetings.table.ts';

export interface MeetingBoardDeps {
  log: EventLog;
  /** Run one after another, in this order. */
  hooks: readonly MeetingHook[];
}

/** The event by which a board gets its meeting as it is now. */
export function meetingUpdated(row: MeetingRow) {
  return { type: 'meeting_updated', data: { meeting: toMeeting(row) } } as const;
}

export function meetingBoard({ log, hooks }: MeetingBoardDeps) {
  async function beforeEnd(tx: Tx, on: BoardActor): Promise<void> {
    for (const hook of hooks) await hook.beforeEnd(tx, on);
  }

  return {
    /** Does what has to be done on a locked board that is over, where it was not done when it ended. */
    beforeEnd,

    /** Writes `changes` to a locked meeting and announces `told` to its board. Returns the row after that. */
    async write(
      tx: Tx,
      on: BoardActor,
      {
        changes,
        told,
      }: { changes: MeetingChanges; told: ((row: MeetingRow) => BoardEvent) | null },
    ): Promise<MeetingRow> {
      if (changes.status && !isEditable(changes.status)) await beforeEnd(tx, on);
      const [row] = await tx
        .update(meetings)
        .set({
          ...changes,
          ...(changes.settings && {
            settingsVersion: sql`greatest(${meetings.settingsVersion}, ${storedVersion}::int)`,
          }),
          ...(changes.columns && { columnsVersion: storedVersion }),
          version: sql`${meetings.version} + 1`,
          updatedAt: databaseNow,
        })
        .where(eq(meetings.id, on.meetingId))
        .returning();
      if (!row) throw new ApiError('NOT_FOUND');
      if (told) {
        await log.append(tx, on, { event: told(row) });
        for (const hook of hooks) await hook.afterChange(tx, on, { meeting: row, changes });
      }
      return row;
    },
  };
}
