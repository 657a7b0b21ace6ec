import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

import { type MeetingRow, meetings, phaseSince } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Who is done with a phase. A mark counts for the phase that began at `phaseStartedAt`, and for no other. */
export const readyMarks = pgTable(
  'ready_marks',
  {
    meetingId: uuid()
      .$type<MeetingId>()
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    phaseStartedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.meetingId, table.userId] })],
);

/** Everybody who is done with the present phase, in the order of their ids; nobody where the meeting is not live. */
export function toReady(
  meeting: MeetingRow,
  marks: readonly (typeof readyMarks.$inferSelect)[],
): UserId[] {
  const since = phaseSince(meeting).getTime();
  if (meeting.status !== 'live') return [];
  return marks
    .filter((mark) => mark.phaseStartedAt.getTime() === since)
    .map(({ userId }) => userId)
    .toSorted();
}
