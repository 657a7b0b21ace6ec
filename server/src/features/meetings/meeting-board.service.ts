// The one way to write a meeting: its row, its version, and what its board is told, under the lock of its row.
import type { BoardEvent } from '@wentwell/contract/live';
import { eq, sql } from 'drizzle-orm';

import type { EventLog } from '#server/live/event-log';
import type { Clock } from '#server/platform/clock';
import type { Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import { Refusal } from '#server/platform/http/refusal';

import type { MeetingChanges } from './meeting-changes.service.ts';
import { type MeetingRow, meetings } from './meetings.table.ts';

export function meetingBoard({ log, clock }: { log: EventLog; clock: Clock }) {
  return {
    /** Takes a locked meeting and what changes of it, `told` to everybody on the board; gives it after that. */
    async write(
      tx: Tx,
      { caller, meeting }: { caller: Caller; meeting: MeetingRow },
      {
        changes,
        told,
      }: { changes: MeetingChanges; told: ((row: MeetingRow) => BoardEvent) | null },
    ): Promise<MeetingRow> {
      const [row] = await tx
        .update(meetings)
        .set({ ...changes, version: sql`${meetings.version} + 1`, updatedAt: clock.now() })
        .where(eq(meetings.id, meeting.id))
        .returning();
      if (!row) throw new Refusal('NOT_FOUND');
      const on = { meetingId: row.id, actorId: caller.userId };
      if (told) await log.append(tx, on, { event: told(row) });
      return row;
    },
  };
}
