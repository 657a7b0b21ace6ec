// The one way to write a meeting: its row, its version, and what its board is told, under the lock of its row.
import type { BoardEvent } from '@wentwell/contract/board-features';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings';
import { storedVersion } from '@wentwell/contract/stored-values';
import { eq, sql } from 'drizzle-orm';

import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';

import type { MeetingChanges } from './meeting-changes.service.ts';
import { type MeetingRow, meetings, toMeeting } from './meetings.table.ts';

/** Which board, and who changes it; null for the server itself. */
export interface BoardActor {
  meetingId: MeetingId;
  actorId: UserId | null;
}

export interface MeetingBoardDeps {
  log: EventLog;
  /** Turns a board's face-down notes over, in one event; does nothing where none lies face down. */
  revealNotes(tx: Tx, on: BoardActor): Promise<void>;
}

/** The event by which a board gets its meeting as it is now. */
export function meetingUpdated(row: MeetingRow) {
  return { type: 'meeting_updated', data: { meeting: toMeeting(row) } } as const;
}

export function meetingBoard({ log, revealNotes }: MeetingBoardDeps) {
  return {
    /** Writes `changes` to a locked meeting and announces `told` to its board. Returns the row after that. */
    async write(
      tx: Tx,
      { meetingId, actorId }: BoardActor,
      {
        changes,
        told,
      }: { changes: MeetingChanges; told: ((row: MeetingRow) => BoardEvent) | null },
    ): Promise<MeetingRow> {
      // Nobody reveals on a board that is over. The reveal comes first: sockets close after the event that ends it.
      if (changes.status && !isEditable(changes.status)) {
        await revealNotes(tx, { meetingId, actorId });
      }
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
        .where(eq(meetings.id, meetingId))
        .returning();
      if (!row) throw new ApiError('NOT_FOUND');
      if (told) await log.append(tx, { meetingId, actorId }, { event: told(row) });
      return row;
    },
  };
}
