// Marks belong to the phase begun at `phaseStartedAt`. A phase change ends them without a write (docs/retro.md R-81).
import type { UserId } from '@wentwell/contract/ids';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { instant } from '#server/platform/db/columns';

import { type MeetingRow, ofMeeting, phaseSinceOfRow } from './meetings.table.ts';

export function phaseMarks(name: 'ready_marks' | 'votes_finished' | 'check_in_turns') {
  return pgTable(
    name,
    {
      meetingId: ofMeeting(),
      teamId: ofBoardTeam(),
      userId: ofUser(),
      phaseStartedAt: instant().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.meetingId, table.userId] }),
      index(`${name}_user`).on(table.userId),
    ],
  );
}

type PhaseMarks = ReturnType<typeof phaseMarks>;
export type PhaseMark = PhaseMarks['$inferSelect'];

/** Users with a mark in the current phase, sorted by id. Empty if the meeting is not live. */
export function currentMarks(meeting: MeetingRow, marks: readonly PhaseMark[]): UserId[] {
  if (meeting.status !== 'live') return [];
  const since = phaseSinceOfRow(meeting).getTime();
  return marks
    .filter((mark) => mark.phaseStartedAt.getTime() === since)
    .map(({ userId }) => userId)
    .toSorted();
}
