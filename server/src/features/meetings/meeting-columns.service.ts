import { type Column, columnChangePolicy } from '@wentwell/contract/columns';
import { and, eq, isNull } from 'drizzle-orm';

import { notes } from '#server/features/notes/notes.table';
import type { Tx } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';

import { columnsOf, type MeetingRow } from './meetings.table.ts';

/** Refuses to remove columns that hold notes. Call under the board's lock, so that none of them gets a note meanwhile. */
export async function authorizeColumns(
  tx: Tx,
  meeting: MeetingRow,
  after: readonly Column[],
): Promise<void> {
  const found = await tx
    .selectDistinct({ id: notes.noteType })
    .from(notes)
    .where(and(eq(notes.meetingId, meeting.id), isNull(notes.deletedAt)));
  const used = new Set(found.map(({ id }) => id));
  authorize(columnChangePolicy(columnsOf(meeting), after, used));
}
